import { type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { timeoutSignal } from '#platform/web/fetch-json.ts'

/** The server's clock minus the page's monotonic one, in milliseconds. The phone's own clock may be wrong, and decides nothing. */
let ahead: number | null = null

/** @param now time of the server's clock, milliseconds since 1970; NaN from a host that says nothing. */
export function noteServerTime(now: number): void {
  if (Number.isFinite(now)) ahead = now - performance.now()
}

/** The current day in Caracas, or null until a server has answered. */
export function serverDay(): CalendarDate | null {
  return ahead === null ? null : dayInCaracas((ahead + performance.now()) as Instant)
}

/** Asks the server of the page, where no hold of ours has brought it. */
export async function askServerDay(): Promise<CalendarDate | null> {
  if (ahead !== null) return serverDay()
  const answer = await fetch(location.pathname, {
    method: 'HEAD',
    cache: 'no-store',
    signal: timeoutSignal(8_000),
  }).catch(() => null)
  noteServerTime(Date.parse(answer?.headers.get('date') ?? ''))
  return serverDay()
}
