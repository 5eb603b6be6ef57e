import type { MailKind } from '#mail/mail-text.ts'
import type { WordedMail } from '#mail/server/delivery/write-mail.ts'
import { formatDay, formatInstant, type Instant, parseDay } from '#platform/clock.ts'
import type { AskedFor } from '#purchases/contract.ts'
import { type About, writeAbout } from '#purchases/server/mail/received-mail.ts'
import { evidenceFor } from '#purchases/server/owner-code.ts'
import { checkOffer } from '#purchases/server/public-origin.ts'
import { ASKED, payTheRest } from '#purchases/state-names.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { ANNULLED, CONFIRMED, CORRECTION, REJECTED } from './mail-kinds.ts'

/** The numbers, once the payment is confirmed, and the data to check their draw. */
export function confirmedMail(about: About, numeros: string[]): WordedMail {
  const { ctx, raffle, purchase } = about
  const prueba = evidenceFor(ctx, raffle, purchase)
  const day = parseDay(raffle.fecha)
  const unsaid = prueba
    ? 'La fecha del sorteo depende de la venta: la regla está en la página de la rifa.'
    : 'Te avisamos cuando se fije la fecha del sorteo.'
  const sorteo = day ? `El sorteo es el ${formatDay(day)}.` : unsaid
  return writeAbout(CONFIRMED, about, {
    valores: { sorteo },
    numeros,
    datos: [
      ['Compra', purchase.codigo],
      ['Boletos', String(purchase.cantidad_tickets)],
      ...(prueba
        ? ([
            ['Tu código en la lista', prueba.codigo],
            ['Código de control de la regla', prueba.regla],
          ] as const)
        : []),
    ],
    ...(prueba && checkOffer(ctx, raffle.id, { ...prueba, numeros })),
  })
}

/**
 * The reason of the rejection and the next step; `pide` when only something is missing.
 * @param hasta how long the tickets wait, null when they are on sale again, 'waited' when it never had any.
 */
export function rejectedMail(
  about: About,
  motivo: string,
  hasta: Instant | 'waited' | null,
  pide?: AskedFor,
): WordedMail {
  const que = pide === undefined ? 'la referencia o el comprobante' : ASKED[pide]
  const again =
    pide === 'resto'
      ? payTheRest('en tu página privada')
      : `Si pagaste, corrige ${que} en tu página privada y envíalo otra vez.`
  // A refused buyer is not told whether to pay: the payment may have been too small.
  const kept =
    pide === undefined
      ? `${again} No vuelvas a pagar lo que ya pagaste.`
      : pide === 'resto'
        ? again
        : `Corrige ${que} en tu página privada y envíalo otra vez: no tienes que pagar de nuevo.`
  const plazo =
    hasta === 'waited'
      ? `${again} Vuelves a la lista de espera; si los boletos no alcanzan, te devolvemos el dinero.`
      : hasta === null
        ? `${again} Apartamos tus boletos de nuevo si todavía quedan.`
        : `Guardamos tus boletos hasta el ${formatInstant(hasta)} ${kept}${ifItEndsBefore(about.raffle)}`
  return reportedMail(pide === undefined ? REJECTED : CORRECTION, about, { motivo, plazo, que })
}

/** A mail that names the report by its code and its reference. */
export function reportedMail(kind: MailKind, about: About, valores: Record<string, string> = {}): WordedMail {
  const { codigo, referencia } = about.purchase
  const datos = [
    ['Compra', codigo],
    ['Referencia', referencia],
  ] as const
  return writeAbout(kind, about, { valores, datos })
}

/** A number sold may end the sale at any moment, and the list is frozen so many hours later. */
function ifItEndsBefore({ cierra_con, cerrada_en, revision_horas }: Raffle): string {
  if (cierra_con === null || cerrada_en !== null) return ''
  return ` Si las ventas cierran antes, hazlo en las ${revision_horas} horas que siguen al cierre.`
}

/** A confirmed purchase was undone by the owner. */
export function annulledMail(about: About, motivo: string): WordedMail {
  return writeAbout(ANNULLED, about, { valores: { motivo }, datos: [['Compra', about.purchase.codigo]] })
}
