import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { after, type Instant } from '../../clock.ts'
import type { WorkChallenge, WorkKind } from '../../work.ts'
import { type Randomness, randomId } from '../random.ts'

/** What a piece of work is good for. Done for one thing, it opens no other. */
export interface WorkPurpose {
  kind: WorkKind | 'turno'
  raffle: number | null
  /** Whose connection it was given to (client-bucket.ts). */
  client: string
}

interface Claims {
  sal: string
  huella: string
  hasta: number
  /** Digest of the purpose: the challenge is seen by strangers, its address is nobody's business. */
  para: string
  vence: number
}

/** A cheap phone takes seconds for the hardest; whoever collects challenges for later finds them old. */
const LIFE = 5 * 60_000

/**
 * A challenge that only its signature keeps: no process remembers it.
 * @param hasta how many numbers there are to try; half of them on average.
 */
export function issueChallenge(
  key: Buffer,
  random: Randomness,
  now: Instant,
  purpose: WorkPurpose,
  hasta: number,
): WorkChallenge {
  const sal = randomId(random)
  const huella = digest(sal, random.below(hasta))
  const claims: Claims = { sal, huella, hasta, para: purposeOf(key, purpose), vence: after(now, LIFE) }
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return { reto: `${body}.${sign(key, body)}`, sal, huella, hasta }
}

/**
 * Looks at the work that a request brought.
 * @returns its name, to be accepted once until `until`, and how many numbers there were to try; or null when it is not ours, not
 * done, not for this, or too old.
 */
export function readSolution(
  key: Buffer,
  now: Instant,
  purpose: WorkPurpose,
  header: string,
): { id: string; until: Instant; hasta: number } | null {
  const [body, signature, number] = header.length <= 800 ? header.split('.') : []
  if (!body || !signature || !number || !/^\d{1,10}$/.test(number)) return null
  if (!same(signature, sign(key, body))) return null
  // Signed by us, so it is what we wrote.
  const { sal, huella, hasta, para, vence } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const found = Number(number)
  if (vence <= now || found >= hasta || digest(sal, found) !== huella || para !== purposeOf(key, purpose)) return null
  return { id: sal, until: vence as Instant, hasta }
}

function digest(sal: string, number: number): string {
  return createHash('sha256').update(`${sal}.${number}`).digest('hex')
}

function purposeOf(key: Buffer, { kind, raffle, client }: WorkPurpose): string {
  return sign(key, `para ${kind} ${raffle ?? ''} ${client}`).slice(0, 22)
}

function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function same(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
