import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { serveHere } from './serve-here.ts'

const HOUR = 3_600_000
/** The option of Node with which a program has another clock. */
export const OTHER_DAYS = `--import=${pathToFileURL(join(import.meta.dirname, 'other-days.ts')).href}`

/**
 * For a server that is asked what is of today: in the hour before midnight in Caracas its clock is two hours ahead, and so is the clock of
 * the host that it compares itself with.
 */
export async function farFromMidnight(now = Date.now()): Promise<Record<string, string>> {
  if (dayInCaracas(now as Instant) === dayInCaracas((now + HOUR) as Instant)) return {}
  const by = 2 * HOUR
  const witness = await serveHere((_, response) =>
    response.writeHead(404, { date: new Date(Date.now() + by).toUTCString() }).end(),
  )
  return {
    BEACON_RELAYS: witness.address,
    NODE_OPTIONS: OTHER_DAYS,
    DAYS_AHEAD: String(Number(process.env['DAYS_AHEAD'] ?? 0) + by),
  }
}
