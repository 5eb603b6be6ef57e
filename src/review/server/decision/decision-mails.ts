import type { ChangedWords, MailKind } from '#mail/mail-text.ts'
import { type WordedMail, writeMail } from '#mail/server/delivery/write-mail.ts'
import { formatDay, formatInstant, type Instant, parseDay } from '#platform/clock.ts'
import type { AskedFor } from '#purchases/contract.ts'
import { firstName } from '#purchases/server/mail/received-mail.ts'
import type { MailedEvidence } from '#purchases/server/owner-code.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { ASKED, payTheRest } from '#purchases/state-names.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import { ANNULLED, CONFIRMED, CORRECTION, DROPPED, FAKE, REJECTED } from './mail-kinds.ts'

interface About {
  site: SiteSettings
  /** The operator's own words, if any. */
  textos: ChangedWords
  raffle: Raffle
  purchase: Purchase
  enlace: string
}

function valuesOf({ raffle, purchase }: About) {
  return {
    nombre: firstName(purchase.nombre),
    rifa: raffle.titulo,
    boletos: String(purchase.cantidad_tickets),
    codigo: purchase.codigo,
  }
}

/** The numbers, once the payment is confirmed, and the data to check their draw. */
export function confirmedMail(about: About & { prueba: MailedEvidence | null }, numeros: string[]): WordedMail {
  const { site, textos, raffle, purchase, enlace, prueba } = about
  const day = parseDay(raffle.fecha)
  const unsaid = prueba
    ? 'La fecha del sorteo depende de la venta: la regla está en la página de la rifa.'
    : 'Te avisamos cuando se fije la fecha del sorteo.'
  const sorteo = day ? `El sorteo es el ${formatDay(day)}.` : unsaid
  return writeMail(CONFIRMED, textos, site, {
    valores: { ...valuesOf(about), sorteo },
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
    enlace,
    ...(prueba && { otro: { texto: 'Verificar el sorteo', enlace: prueba.comprobar(numeros) } }),
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
function reportedMail(kind: MailKind, about: About, more: Record<string, string> = {}): WordedMail {
  const { site, textos, purchase, enlace } = about
  return writeMail(kind, textos, site, {
    valores: { ...valuesOf(about), ...more },
    datos: [
      ['Compra', purchase.codigo],
      ['Referencia', purchase.referencia],
    ],
    enlace,
  })
}

/** A number sold may end the sale at any moment, and the list is frozen so many hours later. */
function ifItEndsBefore({ cierra_con, cerrada_en, revision_horas }: Raffle): string {
  if (cierra_con === null || cerrada_en !== null) return ''
  return ` Si las ventas cierran antes, hazlo en las ${revision_horas} horas que siguen al cierre.`
}

/** No such payment was found, and its buyer is only asked to write after a real payment. */
export function fakeMail(about: About): WordedMail {
  return reportedMail(FAKE, about)
}

/** Nobody decided it before the list of the draw was frozen. */
export function droppedMail(about: About): WordedMail {
  return reportedMail(DROPPED, about)
}

/** A confirmed purchase was undone by the owner. */
export function annulledMail(about: About, motivo: string): WordedMail {
  const { site, textos, purchase, enlace } = about
  return writeMail(ANNULLED, textos, site, {
    valores: { ...valuesOf(about), motivo },
    datos: [['Compra', purchase.codigo]],
    enlace,
  })
}
