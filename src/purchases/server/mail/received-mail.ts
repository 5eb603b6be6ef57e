import type { ChangedWords, MailKind } from '#mail/mail-text.ts'
import { type WordedMail, writeMail } from '#mail/server/delivery/write-mail.ts'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { formatMoney, type Money, type PayCurrency } from '#platform/money.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import { PURCHASE_PLACEHOLDERS } from '../../panel-contract.ts'
import type { Report } from '../report/read-report.ts'

export const PRIVATE_PAGE =
  'El botón abre tu página privada. No la compartas: quien tenga el enlace puede ver tu compra.'

/** 'Recibimos tu reporte de pago': the report, the next steps, and the link to follow it. */
export const RECEIVED: MailKind = {
  clave: 'recibida',
  nombre: 'Recibimos tu reporte de pago',
  cuando: 'Al recibir el reporte de un pago',
  marcadores: PURCHASE_PLACEHOLDERS,
  boton: 'Ver mi compra',
  muestra: {
    datos: [
      ['Compra', 'TB-2BR7H'],
      ['Boletos', '5'],
      ['Monto', 'Bs.\u00a016.785,59'],
      ['Método', 'Pago Móvil'],
      ['Referencia', '004512783390'],
    ],
  },
  textos: {
    asunto: 'Recibimos tu reporte de pago · {rifa}',
    titulo: 'Recibimos tu reporte de pago',
    cuerpo:
      'Hola, {nombre}. Gracias por participar en «{rifa}».\n\nVamos a comparar tu pago con nuestra cuenta. Todavía no tienes números: te los enviamos a este correo cuando lo confirmemos.',
    pie: PRIVATE_PAGE,
  },
}

/** The same where there were no tickets for it. */
export const RECEIVED_WAITING: MailKind = {
  clave: 'recibida-en-espera',
  nombre: 'Recibimos tu reporte de pago: estás en lista de espera',
  cuando: 'Al recibir el reporte de un pago que tiene que esperar sus boletos',
  marcadores: PURCHASE_PLACEHOLDERS,
  boton: 'Ver mi compra',
  ...(RECEIVED.muestra ? { muestra: RECEIVED.muestra } : {}),
  textos: {
    asunto: 'Recibimos tu reporte de pago: estás en lista de espera · {rifa}',
    titulo: 'Estás en lista de espera',
    cuerpo:
      'Hola, {nombre}. Recibimos tu reporte para «{rifa}» y en este momento no quedan boletos libres. Estás en lista de espera: apenas haya te los guardamos y te avisamos. No tienes que hacer nada.\n\nVamos a comparar tu pago con nuestra cuenta. Si los boletos no alcanzan, te devolvemos el dinero.',
    pie: PRIVATE_PAGE,
  },
}

/** The payment waited for tickets, and has them now. */
export const SERVED: MailKind = {
  clave: 'boletos-encontrados',
  nombre: 'Ya hay boletos para un pago que los esperaba',
  cuando: 'Cuando un pago en espera toma sus boletos, antes de que alguien lo verifique',
  marcadores: PURCHASE_PLACEHOLDERS,
  boton: 'Ver mi compra',
  ...(RECEIVED.muestra ? { muestra: RECEIVED.muestra } : {}),
  textos: {
    asunto: 'Ya hay boletos para tu pago · {rifa}',
    titulo: 'Ya tienes tus boletos',
    cuerpo:
      'Hola, {nombre}. Saliste de la lista de espera de «{rifa}»: guardamos {boletos} boletos para ti.\n\nVamos a comparar tu pago con nuestra cuenta. Todavía no tienes números: te los enviamos a este correo cuando lo confirmemos.',
    pie: PRIVATE_PAGE,
  },
}

export function servedMail(about: Omit<Parameters<typeof receivedMail>[0], 'en_espera'>): WordedMail {
  return writeReceived(SERVED, about)
}

export function receivedMail(about: {
  site: SiteSettings
  textos: ChangedWords
  raffle: Raffle
  report: Pick<Report, 'nombre' | 'cantidad_tickets' | 'referencia' | 'metodo_pago'>
  codigo: string
  owed: { monto: Money | null; monto_moneda: PayCurrency }
  enlace: string
  en_espera: boolean
}): WordedMail {
  return writeReceived(about.en_espera ? RECEIVED_WAITING : RECEIVED, about)
}

function writeReceived(kind: MailKind, about: Omit<Parameters<typeof receivedMail>[0], 'en_espera'>): WordedMail {
  const { site, textos, raffle, report, codigo, owed, enlace } = about
  const boletos = String(report.cantidad_tickets)
  return writeMail(kind, textos, site, {
    valores: { nombre: firstName(report.nombre), rifa: raffle.titulo, boletos, codigo },
    datos: [
      ['Compra', codigo],
      ['Boletos', boletos],
      ...(owed.monto === null ? [] : [['Monto', formatMoney(owed.monto, owed.monto_moneda)] as [string, string]]),
      ...(report.metodo_pago === null ? [] : [['Método', METHOD_NAMES[report.metodo_pago]] as [string, string]]),
      ...(report.referencia === '' ? [] : [['Referencia', report.referencia] as [string, string]]),
    ],
    enlace,
  })
}

export function firstName(nombre: string): string {
  return nombre.split(' ')[0] ?? nombre
}
