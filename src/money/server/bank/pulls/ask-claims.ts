import { z } from 'zod'
import { readAccount } from '#payment-methods/server/read-account.ts'
import { after, DAY, dayInCaracas, HOUR, type Instant, MINUTE } from '#platform/clock.ts'
import { centsOf } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { paymentTails, tailEnd } from '#purchases/payment-tails.ts'
import type { Told } from '../../../movement.ts'
import { jsonIn } from '../sent-text.ts'
import type { Claim, PullAdapter, PullWorld, Reading, SourceSettings, Unread } from '../sources/pull-adapter.ts'
import type { SourceRow } from '../sources/source-store.ts'
import { sha256 } from './ask-bank.ts'

/** A report is asked about when it comes and so long after each time: banks see some payments late, and some charge for each question. */
const WAITS = [0, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]
/** Older reports are a person's. */
const OLDEST = 3 * DAY
/** Questions of one round, and open reports that are looked at, the newest. */
const MOST = 10
const OPEN = 5000
/** So many of them are checked at a time. */
const LOOKED_AT = 50

/** How often each open report was asked about, when last, and in which of its versions: the source's cursor. */
const memory = z.record(z.string(), z.tuple([z.number(), z.number(), z.number().default(1)]))
type Memory = z.infer<typeof memory>

/** Which of those reports no bank is asked about: those with a grave check. */
export type Doubted = (reports: readonly number[]) => Promise<ReadonlySet<number>>

interface Due {
  id: number
  version: number
  claim: Claim
  /** Since when it waits for this question. */
  desde: number
}

interface Waiting {
  due: Due[]
  /** Of reports that are still open. */
  known: Memory
}

/**
 * Reports in review into that account, under any of its methods, that are due for a question, and whose money nobody has reported. The newest
 * alternates with the one
 * that has waited longest, so that hundreds of made-up ones keep no honest one from being asked about. One that was corrected is asked
 * about again.
 */
export async function waitingClaims(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { metodo_id, cursor }: Pick<SourceRow, 'metodo_id' | 'cursor'>,
  doubted: Doubted = async () => new Set(),
): Promise<Waiting> {
  const now = clock.now()
  const { metodos } = await readAccount(db.read, metodo_id)
  const open = await db.read
    .selectFrom('purchases')
    .innerJoin('payment_methods', 'payment_methods.id', 'metodo_id')
    .select(['purchases.id', 'purchases.version', 'monto', 'monto_moneda', 'metodo_pago', 'referencia'])
    .select(['fecha', 'creado_en'])
    .select(['pagador_banco', 'pagador_telefono', 'pagador_cedula', 'purchases.telefono', 'purchases.cedula'])
    .where('metodo_id', 'in', metodos)
    .whereRef('payment_methods.moneda', '=', 'monto_moneda')
    .where('estado', '=', 'en revision')
    .where('referencia', '<>', '')
    .where('creado_en', '>=', after(now, -OLDEST))
    .orderBy('purchases.id', 'desc')
    .limit(OPEN)
    .execute()
  const before: Memory = memory.safeParse(jsonIn(cursor ?? '{}')).data ?? {}
  const known: Memory = {}
  const ripe: (Due & { fin: string })[] = []
  for (const one of open) {
    const kept = before[one.id]
    const [times, last] = kept?.[2] === one.version ? kept : [0, 0]
    if (times > 0) known[one.id] = [times, last, one.version]
    const wait = WAITS[times]
    if (one.monto === null || wait === undefined || last + wait > now) continue
    const claim: Claim = {
      centimos: Number(centsOf(one.monto)),
      moneda: one.monto_moneda,
      dia: one.fecha,
      reportado: dayInCaracas(one.creado_en),
      referencia: one.referencia,
      banco: one.pagador_banco,
      telefono: one.pagador_telefono || one.telefono.replace(/^0/, '58'),
      documento: one.pagador_cedula || one.cedula,
    }
    const tail = paymentTails(one.referencia, one.metodo_pago).find(({ firme }) => firme)
    const desde = times === 0 ? one.creado_en : last + wait
    ripe.push({ id: one.id, version: one.version, claim, desde, fin: tail ? tailEnd(tail) : '' })
  }
  const told = await moneyTold(db, metodos, ripe)
  const untold = ripe.filter(({ claim, fin }) => fin === '' || !told.has(`${claim.centimos} ${fin}`))
  return { due: await firstOf(inTurns(untold), doubted), known }
}

/** The newest, the one that has waited longest, the next newest, and so on. @param newest first */
function inTurns(newest: readonly Due[]): Due[] {
  const longest = newest.toSorted((a, b) => a.desde - b.desde || a.id - b.id)
  return [...new Set(newest.flatMap((one, at) => [one, longest[at] as Due]))]
}

/** Reports for one round of questions, without those that have a grave check. */
async function firstOf(due: readonly Due[], doubted: Doubted): Promise<Due[]> {
  const first: Due[] = []
  for (let from = 0; from < due.length && first.length < MOST; from += LOOKED_AT) {
    const some = due.slice(from, from + LOOKED_AT)
    const against = await doubted(some.map(({ id }) => id))
    first.push(...some.filter(({ id }) => !against.has(id)))
  }
  return first.slice(0, MOST)
}

/** `centimos fin` of the money that came into that account already and ends as one of those. */
async function moneyTold(
  { read }: Ctx['db'],
  metodos: readonly number[],
  ripe: readonly { fin: string }[],
): Promise<Set<string>> {
  const ends = [...new Set(ripe.map(({ fin }) => fin).filter(Boolean))]
  if (ends.length === 0) return new Set()
  const rows = await read
    .selectFrom('movements')
    .select(['centimos', 'fin'])
    .where('metodo_id', 'in', metodos)
    .where(isOneOf(read, 'fin', ends))
    .execute()
  return new Set(rows.map(({ centimos, fin }) => `${centimos} ${fin}`))
}

/**
 * Asks about them one by one, for sources that only answer questions. Answers before a failure are kept.
 * @throws SourceFailure when the first one fails
 */
export async function askClaims(
  ask: NonNullable<PullAdapter['preguntar']>,
  settings: SourceSettings,
  { due, known }: Waiting,
  world: PullWorld,
): Promise<Reading> {
  const movimientos: Told[] = []
  const ilegibles: Unread[] = []
  const hashes: string[] = []
  const asked: Memory = { ...known }
  for (const { id, version, claim } of due) {
    let found = false
    try {
      const answer = await ask(settings, claim, world)
      found = answer.movimientos.some(({ sentido, centimos }) => sentido === 'credito' && centimos === claim.centimos)
      movimientos.push(...answer.movimientos)
      ilegibles.push(...answer.ilegibles)
      hashes.push(answer.crudo_sha256)
    } catch (error) {
      if (hashes.length === 0) throw error
      break
    }
    // A report with found money is not asked about again: each question may cost the shop.
    asked[id] = [found ? WAITS.length : (known[id]?.[0] ?? 0) + 1, world.now satisfies Instant, version]
  }
  return {
    movimientos: [...new Map(movimientos.map((told) => [told.id_banco, told])).values()],
    ilegibles,
    cursor: JSON.stringify(asked),
    leido_hasta: null,
    crudo_sha256: sha256(hashes.join(' ')),
  }
}
