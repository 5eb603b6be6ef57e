import type { ChangedWords, MailKind } from '#mail/mail-text.ts'
import { writeMail } from '#mail/server/delivery/write-mail.ts'
import type { NewMail } from '#mail/server/enqueue-mail.ts'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { formatMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import { PURCHASE_PLACEHOLDERS } from '../../panel-contract.ts'
import { purchaseLink } from '../public-origin.ts'
import type { NewPurchase } from '../store.ts'

export const PRIVATE_PAGE =
  'El botón abre tu página privada. No la compartas: quien tenga el enlace puede ver tu compra.'

const SAMPLE: MailKind['muestra'] = {
  datos: [
    ['Compra', 'TB-2BR7H'],
    ['Boletos', '5'],
    ['Monto', 'Bs.\u00a016.785,59'],
    ['Método', 'Pago Móvil'],
    ['Referencia', '004512783390'],
  ],
}

/** 'Recibimos tu reporte de pago': the report, the next steps, and the link to follow it. */
export const RECEIVED: MailKind = {
  clave: 'recibida',
  nombre: 'Recibimos tu reporte de pago',
  cuando: 'Al recibir el reporte de un pago',
  marcadores: PURCHASE_PLACEHOLDERS,
  boton: 'Ver mi compra',
  muestra: SAMPLE,
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
  muestra: SAMPLE,
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
  muestra: SAMPLE,
  textos: {
    asunto: 'Ya hay boletos para tu pago · {rifa}',
    titulo: 'Ya tienes tus boletos',
    cuerpo:
      'Hola, {nombre}. Saliste de la lista de espera de «{rifa}»: guardamos {boletos} boletos para ti.\n\nVamos a comparar tu pago con nuestra cuenta. Todavía no tienes números: te los enviamos a este correo cuando lo confirmemos.',
    pie: PRIVATE_PAGE,
  },
}

/** The mail about a report, in the words of its kind. @param clave its key. @param enviar_desde its turn. */
export function reportMail(
  kind: MailKind,
  { ctx, site, textos, raffle }: { ctx: Ctx; site: SiteSettings; textos: ChangedWords; raffle: Raffle },
  purchase: NewPurchase,
  { clave, creado_en, enviar_desde }: Required<Pick<NewMail, 'clave' | 'creado_en' | 'enviar_desde'>>,
): NewMail {
  const { id, codigo, correo, nombre, monto, monto_moneda, metodo_pago, referencia } = purchase
  const boletos = String(purchase.cantidad_tickets)
  const datos: [string, string][] = [
    ['Compra', codigo],
    ['Boletos', boletos],
  ]
  if (monto !== null) datos.push(['Monto', formatMoney(monto, monto_moneda)])
  if (metodo_pago !== null) datos.push(['Método', METHOD_NAMES[metodo_pago]])
  if (referencia !== '') datos.push(['Referencia', referencia])
  const mail = writeMail(kind, textos, site, {
    valores: { nombre: firstName(nombre), rifa: raffle.titulo, boletos, codigo },
    datos,
    enlace: purchaseLink(ctx, purchase.secreto),
  })
  return { clave, para: correo, para_nombre: nombre, ...mail, compra_id: id, creado_en, enviar_desde }
}

export function firstName(nombre: string): string {
  return nombre.split(' ')[0] ?? nombre
}
