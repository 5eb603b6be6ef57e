import type { Operator } from '#access/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import {
  after,
  type CalendarDate,
  dayInCaracas,
  formatInstant,
  HOUR,
  type Instant,
  wholeSecond,
  writeInstant,
} from '#platform/clock.ts'
import { type AppError, notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { noteDeed } from '#raffles/server/store.ts'
import type { WinnerDetails } from '../../deed-contract.ts'
import type { WinnerState } from '../../draw-contract.ts'
import type { Course } from '../course.ts'
import { CORRECTED, LOST } from '../mails/draw-mails.ts'
import { writeToWinner } from '../mails/promise-mail.ts'
import { type Led, leadDraw } from '../steps/lead-draw.ts'
import { requirePicture } from '../steps/results.ts'
import { followOn, takeStep } from '../steps/take-step.ts'
import { findRule, ruleOf } from '../store.ts'
import type { WinnerRow } from '../store-winners.ts'
import { endOfClaim, mailsOf, stateBefore, winnerMailKey } from './describe-winner.ts'

/** A winner, and the version that was seen. */
export interface Seen {
  rifa: number
  ganador: number
  version: number
}

type Changes = Partial<Omit<WinnerRow, 'id' | 'version'>>

/** An operator has told the winner, or tells them again: their time counts from now. @throws AppError those of `change` */
export function tellWinner(ctx: Ctx, seen: Seen, operator: Operator): Promise<void> {
  return change(ctx, seen, operator, 'ganador avisado', ['por_avisar', 'avisado'], async ({ tx, now }, winner) => {
    const hasta = after(now, (await hoursToClaim(tx, winner)) * HOUR)
    return { estado: 'avisado', avisado_en: now, avisado_por: operator.nombre, reclama_hasta: hasta }
  })
}

/** The winner has claimed it; late claims count too, as long as nobody else was drawn. @throws AppError those of `change` */
export function claimPrize(ctx: Ctx, seen: Seen, operator: Operator): Promise<void> {
  return change(ctx, seen, operator, 'premio reclamado', ['por_avisar', 'avisado'], async ({ now }) => ({
    estado: 'reclamado',
    reclamado_en: now,
  }))
}

/** The prize was delivered on that day. @throws AppError 422 DATOS_INVALIDOS for a future day, and those of `change` */
export function deliverPrize(ctx: Ctx, seen: Seen, dia: string, operator: Operator): Promise<void> {
  return change(ctx, seen, operator, 'premio entregado', ['reclamado'], async ({ now }, { ganado_en }) => {
    if (dia > dayInCaracas(now) || dia < dayInCaracas(ganado_en)) {
      throw refusal('DATOS_INVALIDOS', { campos: { dia: 'dia: entre el sorteo y hoy' } })
    }
    return { estado: 'entregado', entrega_dia: dia as CalendarDate }
  })
}

/**
 * The winner did not claim in time: a public step, after which the beacon draws somebody else. Nothing takes it back; it needs a
 * fresh second factor.
 * @throws AppError 409 PLAZO_SIN_VENCER, those of `change` and requireFreshFactor
 */
export async function expireWinner(ctx: Ctx, seen: Seen, codigo: string, owner: Operator): Promise<void> {
  await requireFreshFactor(ctx, owner, codigo, 'dar por no reclamado un premio')
  await change(ctx, seen, owner, 'premio vencido', ['avisado'], async (led, winner) => {
    const told = (await mailsOf(led.tx, [winner])).get(winnerMailKey(winner))
    const hasta = endOfClaim(winner, told, await hoursToClaim(led.tx, winner))
    if (hasta === null || led.now < hasta) {
      const until = hasta === null ? 'Todavía no se le avisó.' : `Tiene hasta el ${formatInstant(hasta)}`
      throw refusal('PLAZO_SIN_VENCER', { details: until })
    }
    const en = writeInstant(wholeSecond(led.now))
    const { course } = await takeStep(ctx, led, { tipo: 'vencido', premio: winner.premio, en }, owner.nombre)
    // They may know better than our rows: it says since when it is lost, and where to complain.
    const clave = `sorteo:${winner.rifa_id}:perdido:${winner.orden}`
    const valores = { plazo: formatInstant(hasta) }
    await writeToWinner(ctx, led, course, winner, { kind: LOST, clave, valores })
    return { estado: 'vencido', vencido_en: led.now, vivo: null }
  })
}

/**
 * Sets a mistaken state one back. A winner whose claim or delivery is taken back gets a mail, and the whole time again: nobody loses
 * something without knowing.
 * @throws AppError those of `change`
 */
export function undoWinner(ctx: Ctx, seen: Seen, motivo: string, owner: Operator): Promise<void> {
  const states: WinnerState[] = ['avisado', 'reclamado', 'entregado']
  return change(
    ctx,
    seen,
    owner,
    'estado del premio corregido',
    states,
    async (led, winner, course) => {
      const estado = stateBefore(winner)
      if (estado === null) throw notFrom(winner)
      if (winner.estado === 'avisado') return { estado, avisado_en: null, avisado_por: '', reclama_hasta: null }
      const again = after(led.now, (await hoursToClaim(led.tx, winner)) * HOUR)
      const clave = `${winnerMailKey(winner)}:${winner.version + 1}`
      const valores = { marca: winner.estado, motivo, plazo: formatInstant(again) }
      await writeToWinner(ctx, led, course, winner, { kind: CORRECTED, clave, valores })
      const taken = winner.estado === 'entregado' ? { entrega_dia: null } : { reclamado_en: null }
      // The time of an untold winner has not begun: it begins when they are told.
      if (winner.reclama_hasta === null) return { estado, ...taken }
      return { estado, ...taken, reclama_hasta: Math.max(winner.reclama_hasta, again) as Instant }
    },
    { motivo },
  )
}

/** Notes, pictures of the delivery, and the winner's consents. @throws AppError 422 DATOS_INVALIDOS, those of `change` */
export function changeDetails(ctx: Ctx, rifa: number, ganador: number, given: WinnerDetails, operator: Operator) {
  const { version, notas, mostrar_nombre, mostrar_fotos, fotos } = given
  const states: WinnerState[] = ['por_avisar', 'avisado', 'reclamado', 'entregado']
  const shown = { mostrar_nombre, mostrar_fotos, fotos: fotos.length }
  return change(
    ctx,
    { rifa, ganador, version },
    operator,
    'datos de la entrega cambiados',
    states,
    async ({ tx }) => {
      for (const foto of fotos) await requirePicture(tx, rifa, foto)
      return {
        notas,
        fotos: JSON.stringify(fotos),
        mostrar_nombre: Number(mostrar_nombre),
        mostrar_fotos: Number(mostrar_fotos),
      }
    },
    shown,
  )
}

/**
 * Changes a winner behind the raffle's lock, with the journal's line.
 * @param from states that allow it.
 * @throws AppError 404, 409 VERSION_VIEJA | ESTADO_NO_PERMITE (with `estado`) | RESULTADO_PROVISIONAL, and those of leadDraw
 */
async function change(
  ctx: Ctx,
  { rifa, ganador, version }: Seen,
  operator: Operator,
  accion: Deed,
  from: readonly WinnerState[],
  deed: (led: Led, winner: WinnerRow, course: Course) => Promise<Changes>,
  datos: Record<string, unknown> = {},
): Promise<void> {
  await leadDraw(ctx, rifa, async (led) => {
    const winner = await findWinner(led.tx, rifa, ganador)
    if (!winner) throw notFound('Este premio no existe')
    if (winner.version !== version) {
      throw refusal('VERSION_VIEJA', {
        error: 'Otra persona lo cambió',
        details: 'Mira cómo quedó y decide si sigue haciendo falta.',
        version: winner.version,
      })
    }
    if (!from.includes(winner.estado)) throw notFrom(winner)
    const course = await followOn(led.tx, rifa)
    const until = course.standings[winner.premio]?.provisional ?? null
    if (until !== null && until > led.now) throw notFirm(until)
    const changes = await deed(led, winner, course)
    await led.tx
      .updateTable('draw_winners')
      .set({ ...changes, version: version + 1 })
      .where('id', '=', ganador)
      .execute()
    const { premio, numero, estado } = winner
    const states = changes.estado ? { antes: { estado }, ahora: { estado: changes.estado } } : {}
    await noteDeed(led, operator, accion, { premio: premio + 1, numero, ...states, ...datos })
  })
}

/** @param until from when on nobody may object to the result any more. */
function notFirm(until: Instant): AppError {
  const text = `Un dueño puede objetarlo hasta el ${formatInstant(until)}`
  return refusal('RESULTADO_PROVISIONAL', { details: text })
}

async function hoursToClaim(tx: Sql, { rifa_id, premio }: WinnerRow): Promise<number> {
  const row = await findRule(tx, rifa_id)
  return (row && ruleOf(row).premios[premio]?.reclamo_horas) ?? 0
}

function findWinner(tx: Sql, rifa_id: number, id: number): Promise<WinnerRow | undefined> {
  return tx
    .selectFrom('draw_winners')
    .selectAll()
    .where('rifa_id', '=', rifa_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Refusal for a prize whose state does not allow the deed. */
export function notFrom({ estado }: WinnerRow): AppError {
  return refusal('ESTADO_NO_PERMITE', {
    error: 'Este premio no está en ese punto',
    details: 'Mira en qué estado quedó.',
    estado,
  })
}
