import type { Session } from '#access/server/session.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { requireSureTime } from '#platform/server/time-guard.ts'
import { readSender } from '#purchases/server/mail/received-mail.ts'
import { shortName } from '#purchases/server/search/short-name.ts'
import { recordDraw, requireUndrawn } from '#raffles/server/settle-raffle.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import type { HandResult } from '../../deed-contract.ts'
import { HAND_WINNER } from '../mails/draw-mails.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { findBuyer } from '../store.ts'

/**
 * Ends a raffle that was sold without a rule: one owner types the number, with a fresh second factor. Its buyer gets a mail. Journal, mails and pages
 * say that nobody can check it.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE | LO_DICE_LA_REGLA | QUEDA_POR_DECIDIR | HORA_EN_DUDA, 422 DATOS_INVALIDOS, and those of
 * requireFreshFactor
 */
export async function endByHand(ctx: Ctx, session: Session, id: number, given: HandResult): Promise<void> {
  const { numero, mostrar_nombre, codigo } = given
  requireNumber(await requireUndrawn(ctx.db.read, ticketsOfRaffle, id), numero)
  await requireSureTime(ctx)
  const words = await readSender(ctx)
  await guardedChange(ctx, session, {
    what: 'escribir a mano el número ganador',
    by: { codigo },
    write: (actor) =>
      recordDraw(ctx, ticketsOfRaffle, id, actor, async (tx, raffle, now) => {
        const purchase = await findBuyer(tx, id, numero)
        if (purchase) {
          await promiseMail(ctx, { tx, raffle, now, words }, purchase, {
            ...{ kind: HAND_WINNER, clave: `sorteo:${id}:a mano`, numeros: [numero], evidence: null },
            valores: { premio: raffle.premio || raffle.titulo, numero },
          })
        }
        const ganador = purchase && mostrar_nombre ? shortName(purchase.nombre) : ''
        return { numero_ganador: numero, ganador }
      }),
  })
}

/** @throws AppError 422 DATOS_INVALIDOS */
function requireNumber({ digitos, total_numeros }: Raffle, numero: string): void {
  if (numero.length === digitos && Number(numero) < total_numeros) return
  const rule = `numero: son ${digitos} dígitos, hasta el ${String(total_numeros - 1).padStart(digitos, '0')}`
  throw refusal('DATOS_INVALIDOS', { campos: { numero: rule } })
}
