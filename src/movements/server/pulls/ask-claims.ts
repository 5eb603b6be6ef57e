import { z } from 'zod'
import { after, type Instant } from '#platform/clock.ts'
import { centsOf } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { paymentTails, tailEnd } from '#purchases/payment-tails.ts'
import type { Told } from '../../movement.ts'
import type { Claim, PullAdapter, PullWorld, Reading, SourceSettings } from '../sources/pull-adapter.ts'
import type { SourceRow } from '../sources/source-store.ts'
import { sha256 } from './ask-bank.ts'

const MINUTE = 60_000
/** A report is asked about when it comes and so long after each time: banks see some payments late, and some charge for each question. */
const WAITS = [0, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE]
/** Older reports are a person's. */
const OLDEST = 3 * 24 * 60 * MINUTE
/** Questions of one round, and open reports that are looked at. */
const MOST = 10
const OPEN = 500

/** How often each open report was asked about, and when last: the source's cursor. */
const memory = z.record(z.string(), z.tuple([z.number(), z.number()]))
type Memory = z.infer<typeof memory>

interface Waiting {
  due: { id: number; claim: Claim }[]
  /** Of reports that are still open. */
  known: Memory
}

/** Reports in review into that account that it is time to ask about, the oldest first: those whose money nobody has told of. */
export async function waitingClaims(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { metodo_id, cursor }: Pick<SourceRow, 'metodo_id' | 'cursor'>,
): Promise<Waiting> {
  const now = clock.now()
  const open = await db.read
    .selectFrom('purchases')
    .select(['id', 'monto', 'monto_moneda', 'metodo_pago', 'referencia', 'fecha', 'pagador_banco'])
    .select(['pagador_telefono', 'pagador_cedula', 'telefono', 'cedula'])
    .where('metodo_id', '=', metodo_id)
    .where('estado', '=', 'en revision')
    .where('referencia', '<>', '')
    .where('creado_en', '>=', after(now, -OLDEST))
    .orderBy('id')
    .limit(OPEN)
    .execute()
  const before = readMemory(cursor)
  const known: Memory = {}
  const due: Waiting['due'] = []
  for (const one of open) {
    const [times, last] = before[one.id] ?? [0, 0]
    if (times > 0) known[one.id] = [times, last]
    const wait = WAITS[times]
    if (one.monto === null || wait === undefined || due.length === MOST || last + wait > now) continue
    const claim: Claim = {
      centimos: Number(centsOf(one.monto)),
      moneda: one.monto_moneda,
      dia: one.fecha,
      referencia: one.referencia,
      banco: one.pagador_banco,
      telefono: one.pagador_telefono || one.telefono.replace(/^0/, '58'),
      documento: one.pagador_cedula || one.cedula,
    }
    const tail = paymentTails(one.referencia, one.metodo_pago).find(({ firme }) => firme)
    const told = tail && (await isTold(db, metodo_id, claim.centimos, tailEnd(tail)))
    if (!told) due.push({ id: one.id, claim })
  }
  return { due, known }
}

async function isTold({ read }: Ctx['db'], metodo_id: number, centimos: number, fin: string): Promise<boolean> {
  const one = await read
    .selectFrom('movements')
    .select('id')
    .where('metodo_id', '=', metodo_id)
    .where('fin', '=', fin)
    .where('centimos', '=', centimos)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

function readMemory(cursor: string | null): Memory {
  try {
    return memory.safeParse(JSON.parse(cursor ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

/**
 * Asks about them one by one, as a source that only answers questions is read. What was answered before one fails is kept.
 * @throws SourceFailure when the first one fails
 */
export async function askClaims(
  ask: NonNullable<PullAdapter['preguntar']>,
  settings: SourceSettings,
  { due, known }: Waiting,
  world: PullWorld,
): Promise<Reading> {
  const movimientos: Told[] = []
  const hashes: string[] = []
  const asked: Memory = { ...known }
  for (const { id, claim } of due) {
    try {
      const answer = await ask(settings, claim, world)
      movimientos.push(...answer.movimientos)
      hashes.push(answer.crudo_sha256)
    } catch (error) {
      if (hashes.length === 0) throw error
      break
    }
    asked[id] = [(known[id]?.[0] ?? 0) + 1, world.now satisfies Instant]
  }
  return {
    movimientos: [...new Map(movimientos.map((told) => [told.id_banco, told])).values()],
    ilegibles: [],
    cursor: JSON.stringify(asked),
    leido_hasta: null,
    crudo_sha256: sha256(hashes.join(' ')),
  }
}
