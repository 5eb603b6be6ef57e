import { SYSTEM } from '#journal/actor.ts'
import { after, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Course } from '../course.ts'
import { winnerMail } from '../mails/draw-mails.ts'
import { evidenceOf, linksOf, promiseMail } from '../mails/promise-mail.ts'
import { type Led, noteDeed } from '../steps/lead-draw.ts'
import { findBuyer } from '../store.ts'
import { winnerMailKey } from './describe-winner.ts'

const HOUR = 3_600_000

/**
 * Stores the winner of a prize, and promises the mail that tells them: their time counts from it. A winner without an address is told by an
 * operator, and the time counts from that record.
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
  const purchase = await findBuyer(tx, raffle.id, ticket.numero)
  if (!purchase) throw new Error('the rows do not say what the frozen list does')
  // A provisional result is told to nobody.
  const firm = Math.max(now, course.standings[premio]?.provisional ?? now) as Instant
  const told = purchase.correo === '' ? null : firm
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
  const evidence = await evidenceOf(course, ticket.codigo)
  const about = { ...words, ...linksOf(ctx, purchase), raffle, purchase, evidence }
  const mail = winnerMail({ ...about, premio: prize.titulo, numero: ticket.numero, hasta })
  await promiseMail(tx, purchase, winnerMailKey({ rifa_id: raffle.id, orden }), mail, now, firm)
}
