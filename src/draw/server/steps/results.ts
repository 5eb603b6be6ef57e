import type { Operator } from '#access/contract.ts'
import { listOwners } from '#operators/server/store.ts'
import { type Instant, wholeSecond, writeInstant } from '#platform/clock.ts'
import { refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { noteDeed } from '#raffles/server/store.ts'
import type { ResultConfirmation, ResultProposal, ResultRefusal, Unproved } from '../../deed-contract.ts'
import type { Hands, Step } from '../../steps.ts'
import { findOpenProposal, type ProposalRow } from '../store-winners.ts'
import { type Led, leadDraw } from './lead-draw.ts'
import { followOn, takeStep } from './take-step.ts'

/** After this many different entries the first one is dropped. */
const MISSES = 3

/**
 * Stores one person's entry of the due lottery. Nothing is drawn from it until another has typed the same: until then neither the journal nor the
 * panel shows the digits. The caller has checked a fresh second factor.
 * @throws AppError 409 YA_HAY_RESULTADO | PASO_FUERA_DE_REGLA | SORTEO_NO_LLEGO, 422 DATOS_INVALIDOS, and those of leadDraw
 */
export async function proposeResult(
  ctx: Ctx,
  id: number,
  given: Unproved<ResultProposal>,
  operator: Operator,
): Promise<void> {
  await leadDraw(ctx, id, async (led) => {
    const { tx, raffle, now } = led
    if (await findOpenProposal(tx, id)) {
      throw refusal('YA_HAY_RESULTADO', { details: 'Falta que otra persona lo confirme o lo descarte.' })
    }
    await requireDue(led, given)
    await requirePicture(tx, id, given.imagen)
    const { premio, tipo, dia, enlace, imagen } = given
    await tx
      .insertInto('draw_proposals')
      .values({
        ...{ rifa_id: id, premio, tipo, dia: dia as ProposalRow['dia'], enlace, imagen_id: imagen },
        resultados: JSON.stringify(given.tipo === 'loteria' ? given.resultados : []),
        motivo: given.tipo === 'loteria' ? '' : given.motivo,
        ...{ escrita_por: operator.nombre, escrita_por_id: operator.id, escrita_en: now },
        ...{ estado: 'espera', abierta: 1, fallos: 0, porque: '', orden: null },
        ...{ decidida_por: '', decidida_por_id: null, decidida_en: null },
      })
      .execute()
    await noteDeed({ tx, raffle, now }, operator, 'resultado escrito', { premio: premio + 1, dia })
  })
}

/**
 * Another person types their reading: the same one makes it a step of the draw, a different one is counted. One of the two is an owner, if
 * there is one. The caller has checked a fresh second factor.
 * @throws AppError 409 NADA_QUE_CONFIRMAR | MISMA_PERSONA | FALTA_UN_DUENO | RESULTADO_DISTINTO (with `quedan`) | PASO_FUERA_DE_REGLA, and
 * those of leadDraw
 */
export async function confirmResult(
  ctx: Ctx,
  id: number,
  given: Unproved<ResultConfirmation>,
  operator: Operator,
): Promise<void> {
  const left = await leadDraw(ctx, id, async (led) => {
    const { tx, now } = led
    const proposal = await requireOpen(tx, id, given.propuesta)
    if (proposal.escrita_por_id === operator.id) throw refusal('MISMA_PERSONA')
    await requireOwner(tx, proposal.escrita_por_id, operator)
    if (!isSame(proposal, given)) return miss(led, proposal, operator)
    const manos: Hands = [handOf(proposal.escrita_por, proposal.escrita_por_id), handOf(operator.nombre, operator.id)]
    const step = stepOfProposal(proposal, manos, now)
    const { outcome, orden } = await takeStep(ctx, led, step, `${proposal.escrita_por} y ${operator.nombre}`)
    await decide(tx, proposal, operator, { estado: 'confirmada', decidida_en: now, orden })
    await noteDeed(led, operator, 'resultado confirmado', {
      premio: proposal.premio + 1,
      dia: proposal.dia,
      resultados: JSON.parse(proposal.resultados),
      escrito_por: proposal.escrita_por,
      numero: outcome.numero,
    })
    return null
  })
  if (left === null) return
  throw refusal('RESULTADO_DISTINTO', {
    details:
      left > 0
        ? 'Miren los dos otra vez la página de la lotería. Si el equivocado es el primero, descártenlo y empiecen de nuevo.'
        : 'Van tres veces: lo descartamos. Empiecen de nuevo, mirando la página de la lotería.',
    quedan: left,
  })
}

/** Drops an entry; its author may too. @throws AppError 409 NADA_QUE_CONFIRMAR, and those of leadDraw */
export async function refuseResult(
  ctx: Ctx,
  id: number,
  { propuesta, motivo }: ResultRefusal,
  operator: Operator,
): Promise<void> {
  await leadDraw(ctx, id, async (led) => {
    const proposal = await requireOpen(led.tx, id, propuesta)
    await decide(led.tx, proposal, operator, { estado: 'rechazada', decidida_en: led.now, porque: motivo })
    const { premio, dia } = proposal
    await noteDeed(led, operator, 'resultado rechazado', { premio: premio + 1, dia, motivo })
  })
}

/** @throws AppError 409 FALTA_UN_DUENO */
async function requireOwner(tx: Sql, first: number, operator: Operator): Promise<void> {
  const owners = (await listOwners(tx)).map(({ id }) => id)
  if (owners.length === 0 || owners.includes(first) || owners.includes(operator.id)) return
  throw refusal('FALTA_UN_DUENO')
}

/** Counts a different entry. @returns how many more are allowed. */
async function miss(led: Led, proposal: ProposalRow, operator: Operator): Promise<number> {
  const { tx, now } = led
  const fallos = proposal.fallos + 1
  await tx.updateTable('draw_proposals').set({ fallos }).where('id', '=', proposal.id).execute()
  if (fallos >= MISSES) {
    const porque = 'No coincidió tres veces.'
    await decide(tx, proposal, operator, { estado: 'rechazada', decidida_en: now, porque })
  }
  const { premio, dia } = proposal
  await noteDeed(led, operator, 'resultado distinto', { premio: premio + 1, dia, veces: fallos })
  return MISSES - fallos
}

async function decide(
  tx: Sql,
  { id }: ProposalRow,
  operator: Operator,
  changes: Partial<Pick<ProposalRow, 'estado' | 'decidida_en' | 'porque' | 'orden'>>,
): Promise<void> {
  await tx
    .updateTable('draw_proposals')
    .set({ ...changes, abierta: null, decidida_por: operator.nombre, decidida_por_id: operator.id })
    .where('id', '=', id)
    .execute()
}

async function requireOpen(tx: Sql, rifaId: number, id: number): Promise<ProposalRow> {
  const proposal = await findOpenProposal(tx, rifaId)
  if (proposal?.id === id) return proposal
  throw refusal('NADA_QUE_CONFIRMAR')
}

/** That the rule waits for just that draw, that its hour has come, and that the results are of its parts. */
async function requireDue({ tx, raffle, now }: Led, given: Unproved<ResultProposal>): Promise<void> {
  const due = (await followOn(tx, raffle.id)).standings[given.premio]?.falta
  // A wrong draw is reported before an hour that has not come.
  await followOn(tx, raffle.id, stepOfProposal(given, ['uno', 'otro'], Math.max(now, due?.en ?? now) as Instant))
  if (due && now >= due.en) return
  throw refusal('SORTEO_NO_LLEGO')
}

/** @throws AppError 422 DATOS_INVALIDOS */
export async function requirePicture(tx: Sql, rifaId: number, id: number | null): Promise<void> {
  if (id === null) return
  const found = await tx
    .selectFrom('draw_pictures')
    .select('id')
    .where('id', '=', id)
    .where('rifa_id', '=', rifaId)
    .executeTakeFirst()
  if (!found) refuseFields({ imagen: 'imagen: súbela de nuevo' }, 'Esa foto no es de esta rifa')
}

type Typed = Pick<ProposalRow, 'tipo' | 'premio' | 'enlace' | 'motivo'> & { dia: string; resultados: string }

function stepOfProposal(given: Unproved<ResultProposal> | Typed, manos: Hands, now: Instant): Step {
  const { premio, enlace } = given
  const dia = given.dia as ProposalRow['dia']
  const en = writeInstant(wholeSecond(now))
  if (given.tipo === 'sin sorteo') return { tipo: 'sin sorteo', premio, dia, motivo: given.motivo, enlace, manos, en }
  const { resultados } = given
  const drawn = typeof resultados === 'string' ? (JSON.parse(resultados) as string[]) : resultados
  return { tipo: 'loteria', premio, dia, resultados: drawn, enlace, manos, en }
}

function isSame(proposal: ProposalRow, given: Unproved<ResultConfirmation>): boolean {
  const typed = given.tipo === 'loteria' ? given.resultados : []
  return proposal.tipo === given.tipo && proposal.resultados === JSON.stringify(typed)
}

/** `M. R. (3)`: initials, and the account's number, which no other has. */
export function handOf(nombre: string, id: number): string {
  const initials = nombre
    .trim()
    .split(/\s+/)
    .slice(0, 3)
    .map((word) => `${word.charAt(0).toUpperCase()}.`)
  return `${initials.join(' ')} (${id})`
}
