import { renderMail } from '#mail/server/render.ts'
import { formatDay, formatInstant, type Instant, parseDay } from '#platform/clock.ts'
import { firstName, type MailBody } from '#purchases/server/received-mail.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { AskedFor } from '../contract.ts'

interface About {
  site: SiteSettings
  raffle: Raffle
  purchase: Purchase
  enlace: string
}

const PRIVATE_PAGE = 'El botón abre tu página privada. No la compartas: quien tenga el enlace puede ver tu compra.'

/** The numbers, once the payment is confirmed. */
export function confirmedMail({ site, raffle, purchase, enlace }: About, numeros: string[]): MailBody {
  const day = parseDay(raffle.fecha)
  return {
    asunto: `Tus números · ${raffle.titulo}`,
    ...renderMail({
      sitio: site.nombre,
      color: site.color,
      titulo: 'Pago confirmado: estos son tus números',
      parrafos: [
        `Hola, ${firstName(purchase.nombre)}. Confirmamos tu pago y ya participas en «${raffle.titulo}».`,
        day
          ? `El sorteo es el ${formatDay(day)}. ¡Suerte!`
          : 'Te avisamos cuando se fije la fecha del sorteo. ¡Suerte!',
      ],
      numeros,
      datos: [
        ['Compra', purchase.codigo],
        ['Boletos', String(purchase.cantidad_tickets)],
      ],
      boton: { texto: 'Ver mis números', enlace },
      pie: `También los puedes consultar con tu cédula en la página de la rifa. ${PRIVATE_PAGE}`,
    }),
  }
}

const CORRECTIONS: Record<AskedFor, string> = {
  referencia: 'la referencia',
  comprobante: 'el comprobante',
  ambos: 'la referencia y el comprobante',
}

/** Why it was rejected and what to do; `pide` when only something is missing; `hasta` is how long the tickets wait, null when they are on sale again. */
export function rejectedMail(
  { site, raffle, purchase, enlace }: About,
  motivo: string,
  hasta: Instant | null,
  pide?: AskedFor,
): MailBody {
  const what = CORRECTIONS[pide ?? 'ambos']
  const title = pide === undefined ? 'No pudimos confirmar tu pago' : `Revisa ${what} de tu pago`
  return {
    asunto: `${title} · ${raffle.titulo}`,
    ...renderMail({
      sitio: site.nombre,
      color: site.color,
      titulo: title,
      parrafos: [
        `Hola, ${firstName(purchase.nombre)}. Revisamos el pago que reportaste para «${raffle.titulo}» y ${pide === undefined ? 'no lo pudimos confirmar' : 'todavía no lo podemos confirmar'}.`,
        `Motivo: ${motivo}`,
        hasta === null
          ? `Si pagaste, corrige ${pide === undefined ? 'la referencia o el comprobante' : what} en tu página privada y envíalo otra vez. Apartamos tus boletos de nuevo si todavía quedan.`
          : `Guardamos tus boletos hasta el ${formatInstant(hasta)} Corrige ${pide === undefined ? 'la referencia o el comprobante' : what} en tu página privada y envíalo otra vez: no tienes que pagar de nuevo.`,
      ],
      datos: [
        ['Compra', purchase.codigo],
        ['Referencia', purchase.referencia],
      ],
      boton: { texto: 'Corregir y enviar de nuevo', enlace },
      pie: PRIVATE_PAGE,
    }),
  }
}

/** A confirmed purchase was undone by the owner. */
export function annulledMail({ site, raffle, purchase, enlace }: About, motivo: string): MailBody {
  return {
    asunto: `Tu compra fue anulada · ${raffle.titulo}`,
    ...renderMail({
      sitio: site.nombre,
      color: site.color,
      titulo: 'Tu compra fue anulada',
      parrafos: [
        `Hola, ${firstName(purchase.nombre)}. Anulamos tu compra de «${raffle.titulo}» y sus números ya no participan.`,
        `Motivo: ${motivo}`,
        'Si crees que es un error, responde por WhatsApp al soporte de la página e indica el código de tu compra.',
      ],
      datos: [['Compra', purchase.codigo]],
      boton: { texto: 'Ver mi compra', enlace },
      pie: PRIVATE_PAGE,
    }),
  }
}
