import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dayInCaracas, type Instant } from '#platform/clock.ts'

const HOUR = 3_600_000

/**
 * For a server that is asked what is of today: in the hour before midnight in Caracas its clock is two hours ahead, and so is the clock of
 * the host that it compares itself with.
 */
export async function farFromMidnight(now = Date.now()): Promise<Record<string, string>> {
  if (dayInCaracas(now as Instant) === dayInCaracas((now + HOUR) as Instant)) return {}
  return clockAhead(2 * HOUR)
}

/** A server whose clock is so many milliseconds ahead. */
async function clockAhead(by: number): Promise<Record<string, string>> {
  const witness = createServer((_, response) =>
    response.writeHead(404, { date: new Date(Date.now() + by).toUTCString() }).end(),
  )
  await new Promise<void>((resolve) => void witness.listen(0, '127.0.0.1', resolve))
  witness.unref()
  const ahead = `const Own=Date;globalThis.Date=class extends Own{constructor(...given){super(...(given.length?given:[Own.now()+${by}]))}static now(){return Own.now()+${by}}}`
  return {
    BEACON_RELAYS: `http://127.0.0.1:${(witness.address() as AddressInfo).port}`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}`,
  }
}
