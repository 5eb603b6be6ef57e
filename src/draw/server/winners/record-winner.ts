import { SYSTEM } from '#journal/actor.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import { purchaseLink } from '#purchases/server/public-origin.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { hashOf } from '../../bytes.ts'
import { stepsText } from '../../document.ts'
import { ruleText } from '../../rule.ts'
import { stepText } from '../../steps.ts'
import type { Course } from '../course.ts'
import { winnerMail } from '../mails/draw-mails.ts'
import { sha256 } from '../sha256.ts'
import { type Led, noteDeed } from '../steps/lead-draw.ts'
import { winnerMailKey } from './describe-winner.ts'

const HOUR = 3_600_000

/**
 * Writes down who won a prize, and promises the mail that tells him: his time counts from it. Who left no address is told by an operator, and
 * his time counts from when that is said.
 */
export async function recordWinner(
  ctx: Ctx,
  { tx, raffle, now, words }: Led,
  course: Course,
  { premio, orden }: { premio: number; orden: number },
): Promise<void> {
  const ticket = course.standings[premio]?.ganador
  const prize = course.frozen.rule.premios[premio]
  if (!ticket || !prize) throw new Error('a winner without a prize')
  const purchase = await buyerOf(tx, raffle.id, ticket.numero)
  const told = purchase.correo === '' ? null : now
  const hasta = told && after(told, prize.reclamo_horas * HOUR)
  await tx
    .insertInto('draw_winners')
    .values({
      ...{ rifa_id: raffle.id, premio, vivo: 1, orden, ...ticket, compra_id: purchase.id, version: 1, ganado_en: now },
      ...{ estado: told === null ? 'por_avisar' : 'avisado', avisado_en: told, avisado_por: '', reclama_hasta: hasta },
      ...{ reclamado_en: null, entrega_dia: null, vencido_en: null, notas: '', fotos: '[]' },
      ...{ mostrar_nombre: 0, mostrar_fotos: 0 },
    })
    .execute()
  await noteDeed({ tx, raffle, now }, SYSTEM, 'premio sorteado', { premio: premio + 1, numero: ticket.numero })
  if (hasta === null) return
  const evidence = {
    codigo: ticket.codigo,
    regla: await hashOf(ruleText(course.frozen.rule), sha256),
    lista: course.frozen.list,
    pasos: await hashOf(stepsText(course.steps.map(stepText)), sha256),
  }
  await enqueueMail(tx, {
    clave: winnerMailKey({ rifa_id: raffle.id, orden }),
    para: purchase.correo,
    para_nombre: purchase.nombre,
    ...winnerMail({
      ...words,
      raffle,
      purchase,
      premio: prize.titulo,
      numero: ticket.numero,
      hasta,
      evidence,
      origin: publicOrigin(ctx),
      enlace: purchaseLink(ctx, purchase.secreto),
    }),
    compra_id: purchase.id,
    creado_en: now,
    enviar_desde: now,
  })
}

/** Who bought that number. @throws Error where the rows do not say what the frozen list does */
async function buyerOf(tx: Sql, rifaId: number, numero: string): Promise<Purchase> {
  return tx
    .selectFrom('tickets')
    .innerJoin('purchases', 'purchases.reserva_id', 'tickets.reserva_id')
    .selectAll('purchases')
    .where('tickets.rifa_id', '=', rifaId)
    .where('tickets.numero', '=', numero)
    .where('tickets.estado', '=', 'vendido')
    .executeTakeFirstOrThrow()
}
