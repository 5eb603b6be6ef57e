import { renderMail } from '#mail/server/render.ts'
import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { formatMoney, type Money, type PayCurrency } from '#platform/money.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { Report } from './read-report.ts'

export interface MailBody {
  asunto: string
  texto: string
  html: string
}

/** 'Recibimos tu pago': what was reported, what happens now, and the link to follow it. */
export function receivedMail(about: {
  site: SiteSettings
  raffle: Raffle
  report: Pick<Report, 'nombre' | 'cantidad_tickets' | 'referencia' | 'metodo_pago'>
  codigo: string
  owed: { monto: Money | null; monto_moneda: PayCurrency }
  enlace: string
}): MailBody {
  const { site, raffle, report, codigo, owed } = about
  return {
    asunto: `Recibimos tu pago · ${raffle.titulo}`,
    ...renderMail({
      sitio: site.nombre,
      color: site.color,
      titulo: 'Recibimos tu pago',
      parrafos: [
        `Hola, ${firstName(report.nombre)}. Gracias por participar en «${raffle.titulo}».`,
        'Una persona va a comparar tu pago con la cuenta. Cuando lo confirme te llegan tus números a este correo.',
      ],
      datos: [
        ['Compra', codigo],
        ['Boletos', String(report.cantidad_tickets)],
        ...(owed.monto === null ? [] : [['Monto', formatMoney(owed.monto, owed.monto_moneda)] as [string, string]]),
        ...(report.metodo_pago === null ? [] : [['Método', METHOD_TITLES[report.metodo_pago]] as [string, string]]),
        ['Referencia', report.referencia],
      ],
      boton: { texto: 'Ver mi compra', enlace: about.enlace },
      pie: 'El botón abre tu página privada. No la compartas: quien tenga el enlace puede ver tu compra.',
    }),
  }
}

export function firstName(nombre: string): string {
  return nombre.split(' ')[0] ?? nombre
}
