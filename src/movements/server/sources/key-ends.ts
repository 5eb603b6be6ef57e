import { z } from 'zod'
import { after, type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'

const YEAR = 365 * 86_400_000
const claims = z.looseObject({ exp: z.number().positive().max(8e12) })

/** The day on which a bank's key ends: its own claim where it is a JWT, which nobody checks here; otherwise a year from now. */
export function dayKeyEnds(key: string, now: Instant): CalendarDate {
  const said = claims.safeParse(readClaims(key)).data
  return dayInCaracas(said === undefined ? after(now, YEAR) : ((said.exp * 1_000) as Instant))
}

function readClaims(key: string): unknown {
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return null
  }
}
