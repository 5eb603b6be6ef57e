import type { ChangedWords, MailKind, MailWords } from '#mail/mail-text.ts'
import { type WordedMail, type WrittenMail, writeMail } from '#mail/server/delivery/write-mail.ts'
import type { NewMail } from '#mail/server/enqueue-mail.ts'
import { readChangedWords } from '#mail/server/texts/mail-texts.ts'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { formatMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { PURCHASE_PLACEHOLDERS } from '../../panel-contract.ts'
import { purchaseLink } from '../public-origin.ts'
import type { NewPurchase } from '../store.ts'

export const PRIVATE_PAGE =
  'El botón abre tu página privada. No la compartas: quien tenga el enlace puede ver tu compra.'

/** Words of a kind of mail about a purchase. */
type Words = Pick<MailKind, 'clave' | 'nombre' | 'cuando' | 'muestra'> &
  Partial<Pick<MailKind, 'marcadores' | 'boton'> & MailWords> &
  Pick<MailWords, 'titulo' | 'cuerpo'>

/** A kind of mail about a purchase: its subject is its title, and its button leads to the private page. */
export function purchaseMail({
  titulo,
  asunto = `${titulo} · {rifa}`,
  cuerpo,
  pie = PRIVATE_PAGE,
  marcadores = [],
  boton = 'Ver mi compra',
  ...kind
}: Words): MailKind {
  const textos = { asunto, titulo, cuerpo, pie }
  return { ...kind, marcadores: [...PURCHASE_PLACEHOLDERS, ...marcadores], boton, textos }
}

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
export const RECEIVED = purchaseMail({
  clave: 'recibida',
  nombre: 'Recibimos tu reporte de pago',
  cuando: 'Al recibir el reporte de un pago',
  muestra: SAMPLE,
  titulo: 'Recibimos tu reporte de pago',
  cuerpo:
    'Hola, {nombre}. Gracias por participar en «{rifa}».\n\nVamos a comparar tu pago con nuestra cuenta. Todavía no tienes números: te los enviamos a este correo cuando lo confirmemos.',
})

/** The same where there were no tickets for it. */
export const RECEIVED_WAITING = purchaseMail({
  clave: 'recibida-en-espera',
  nombre: 'Recibimos tu reporte de pago: estás en lista de espera',
  cuando: 'Al recibir el reporte de un pago que tiene que esperar sus boletos',
  muestra: SAMPLE,
  asunto: 'Recibimos tu reporte de pago: estás en lista de espera · {rifa}',
  titulo: 'Estás en lista de espera',
  cuerpo:
    'Hola, {nombre}. Recibimos tu reporte para «{rifa}» y en este momento no quedan boletos libres. Estás en lista de espera: apenas haya te los guardamos y te avisamos. No tienes que hacer nada.\n\nVamos a comparar tu pago con nuestra cuenta. Si los boletos no alcanzan, te devolvemos el dinero.',
})

/** The payment waited for tickets, and has them now. */
export const SERVED = purchaseMail({
  clave: 'boletos-encontrados',
  nombre: 'Ya hay boletos para un pago que los esperaba',
  cuando: 'Cuando un pago en espera toma sus boletos, antes de que alguien lo verifique',
  muestra: SAMPLE,
  asunto: 'Ya hay boletos para tu pago · {rifa}',
  titulo: 'Ya tienes tus boletos',
  cuerpo:
    'Hola, {nombre}. Saliste de la lista de espera de «{rifa}»: guardamos {boletos} boletos para ti.\n\nVamos a comparar tu pago con nuestra cuenta. Todavía no tienes números: te los enviamos a este correo cuando lo confirmemos.',
})

/** Who writes, and in which words. */
export interface Sender {
  ctx: Ctx
  site: SiteSettings
  /** The operator's own words of the mails, if any. */
  textos: ChangedWords
}

/** Read before any lock. */
export async function readSender(ctx: Ctx): Promise<Sender> {
  const [site, textos] = await Promise.all([readSite(ctx), readChangedWords(ctx)])
  return { ctx, site, textos }
}

/** The subject of a mail. */
export interface About extends Sender {
  raffle: Raffle
  purchase: NewPurchase
}

/** A mail of that kind about a purchase. @param shown more values than every such mail has, and what it shows. */
export function writeAbout(
  kind: MailKind,
  { ctx, site, textos, raffle, purchase }: About,
  { valores, ...shown }: Partial<WrittenMail>,
): WordedMail {
  const { nombre, codigo, cantidad_tickets, secreto } = purchase
  const boletos = String(cantidad_tickets)
  return writeMail(kind, textos, site, {
    valores: { nombre: firstName(nombre), rifa: raffle.titulo, boletos, codigo, ...valores },
    ...shown,
    enlace: purchaseLink(ctx, secreto),
  })
}

/** The mail about a report, in the words of its kind. @param at its key and its turn. */
export function reportMail(
  kind: MailKind,
  about: About,
  at: Required<Pick<NewMail, 'clave' | 'creado_en' | 'enviar_desde'>>,
): NewMail {
  const { id, codigo, correo, nombre, monto, monto_moneda, metodo_pago, referencia, cantidad_tickets } = about.purchase
  const datos: [string, string][] = [
    ['Compra', codigo],
    ['Boletos', String(cantidad_tickets)],
  ]
  if (monto !== null) datos.push(['Monto', formatMoney(monto, monto_moneda)])
  if (metodo_pago !== null) datos.push(['Método', METHOD_NAMES[metodo_pago]])
  if (referencia !== '') datos.push(['Referencia', referencia])
  return { para: correo, para_nombre: nombre, ...writeAbout(kind, about, { datos }), compra_id: id, ...at }
}

export function firstName(nombre: string): string {
  return nombre.split(' ')[0] ?? nombre
}
