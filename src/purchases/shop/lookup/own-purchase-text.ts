import { byMail, mailLeaves } from '#mail/mail-leaves.ts'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { type CalendarDate, dayInCaracas, formatDay, formatInstant, type Instant, parseDay } from '#platform/clock.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import type { IconName } from '#platform/web/icon.tsx'
import type { SiteSettings } from '#site/contract.ts'
import type { OwnPurchase, PurchaseState } from '../../contract.ts'
import { ASKED, payTheRest } from '../../state-names.ts'
import { VARIANTS } from '../../variants.ts'

/** Of a purchase with buyer's data older than the privacy notice allows. */
export const ERASED_TEXT = 'Tus datos personales se borraron: pasó el tiempo que dice el aviso de privacidad.'

/** How the page speaks of each state. */
interface StateText {
  badge: (purchase: OwnPurchase) => string
  icon: IconName
  tone: 'accent' | 'calm' | 'danger'
  title: (purchase: OwnPurchase) => string
  /** @param support whom to write to, after 'escribe'. */
  text: (purchase: OwnPurchase, support: string) => string
  /** On the stub of the ticket, in two lines. */
  stub: (purchase: OwnPurchase) => [string, string]
}

const tickets = ({ cantidad_tickets }: OwnPurchase) => `${cantidad_tickets} boletos`

export const STATE_TEXTS: Record<PurchaseState, StateText> = {
  'en revision': {
    badge: ({ en_espera }) => (en_espera ? 'En lista de espera' : 'En revisión'),
    icon: 'clock',
    tone: 'accent',
    title: ({ en_espera }) => (en_espera ? 'Estás en lista de espera' : 'Estamos verificando tu pago'),
    text: ({ correo, en_espera }) =>
      en_espera
        ? `Ahora no hay boletos libres: estás en lista de espera y no tienes que hacer nada. ${byMail(`Te avisamos a ${correo} cuando los tengas`, 'Los verás aquí cuando los tengas')}; si no alcanzan, te devolvemos el dinero.`
        : `Lo comparamos con el banco${byMail(` y te avisamos a ${correo}. Puedes cerrar esta página; si no ves el correo, revisa tu spam.`, '. Guarda el enlace de esta página y vuelve cuando quieras; también te busca tu cédula en la página de la rifa.')}`,
    stub: ({ numeros, en_espera }) =>
      en_espera ? ['Sin boletos', 'en espera'] : [numeros.length > 0 ? 'Elegidos' : 'Sin números', 'hasta confirmar'],
  },
  confirmado: {
    badge: () => 'Confirmada',
    icon: 'check',
    tone: 'calm',
    title: ({ cantidad_tickets }) => `Tus ${cantidad_tickets} números están listos`,
    text: ({ correo }) =>
      correo !== '' && mailLeaves()
        ? `También los enviamos a ${correo}.`
        : 'Guarda el enlace de esta página para volver a verlos.',
    stub: ({ pasos }) => {
      const at = pasos.filter(({ paso }) => paso === 'confirmado').pop()
      return ['Confirmado', at ? formatDay(dayInCaracas(Date.parse(at.en) as Instant)) : 'pago verificado']
    },
  },
  rechazado: {
    badge: ({ corregible }) => (corregible ? 'Por corregir' : 'Rechazada'),
    icon: 'alert',
    tone: 'danger',
    title: ({ pide, corregible }) =>
      pide && corregible ? `Revisa ${ASKED[pide]} de tu pago` : 'No pudimos validar tu pago',
    text: (purchase, support) => {
      if (purchase.devuelto) return gaveBack(purchase)
      if (purchase.no_encontrado)
        return `Buscamos este pago en nuestras cuentas y no está, así que sus boletos volvieron a la venta. Si pagaste, tu dinero no se pierde: escribe ${support} con tu código y tu comprobante, y lo resuelve una persona.`
      if (purchase.sin_decidir)
        return `No alcanzamos a confirmarlo antes de congelar la lista del sorteo, así que no participas. Si pagaste, tu dinero no se pierde: escribe ${support} con tu código para que te lo devuelvan.`
      const doing = toDo(purchase)
      if (purchase.corregible_hasta !== null) return `${doing}Guardamos tus ${tickets(purchase)} mientras lo corriges.`
      const back = purchase.en_espera
        ? 'Tu pago estaba en lista de espera.'
        : `El tiempo para corregirlo terminó y tus ${tickets(purchase)} volvieron a la venta.`
      return purchase.corregible
        ? `${doing}${back} Si corriges tu reporte, ${purchase.en_espera ? 'vuelve a esperarlos' : 'apartamos otros al azar mientras queden'}.`
        : `${back} La venta de esta rifa también terminó. Si pagaste, tu dinero no se pierde: escribe ${support} con tu código y lo resuelve una persona.`
    },
    stub: ({ corregible }) => ['Sin números', corregible ? 'por corregir' : 'rechazada'],
  },
  anulado: {
    badge: () => 'Anulada',
    icon: 'close',
    tone: 'danger',
    title: () => 'Esta compra fue anulada',
    text: (purchase, support) =>
      `Sus números ya no participan. ${gaveBack(purchase) || `Si pagaste, escribe ${support} con tu código para acordar la devolución.`}`,
    stub: () => ['Sin números', 'anulada'],
  },
}

type Step = OwnPurchase['pasos'][number]

/** An earlier report had another reference; only the one that counts is known here. */
function reportText({ pasos, metodo_pago, referencia }: OwnPurchase, step: Step): string {
  if (step !== pasos.filter(({ paso }) => paso === 'reportado' || paso === 'corregido').at(-1)) return ''
  // Only cash has none, and erased purchases.
  if (referencia === '') return metodo_pago ? METHOD_NAMES[metodo_pago] : 'En efectivo'
  return [metodo_pago && METHOD_NAMES[metodo_pago], `referencia ${referencia}`].filter(Boolean).join(', ')
}

/** Title and text of each step of the timeline. */
export const STEP_TEXTS: Record<Step['paso'], [title: string, text: (purchase: OwnPurchase, step: Step) => string]> = {
  apartado: ['Boletos apartados', tickets],
  reportado: ['Pago reportado', reportText],
  corregido: ['Reporte corregido', reportText],
  confirmado: ['Pago verificado', () => 'Dimos por bueno tu pago'],
  rechazado: ['Pago no validado', () => ''],
  anulado: ['Compra anulada', () => ''],
}

/** `Te devolvimos Bs. 6.714,24 el 27 de noviembre.`; empty while nobody has. */
function gaveBack({ devuelto, monto_moneda }: OwnPurchase): string {
  if (!devuelto) return ''
  const sum = owedText({ monto: devuelto.monto, monto_moneda }) || 'tu dinero'
  return `Te devolvimos ${sum} el ${formatDay(dayInCaracas(Date.parse(devuelto.en) as Instant))}.`
}

/** The correction asked for, as the mail says it. */
function toDo({ pide }: OwnPurchase): string {
  if (!pide) return ''
  if (pide === 'resto') return `${payTheRest('en esta página')} `
  return `Corrige ${ASKED[pide]} y envíalo otra vez: no tienes que pagar de nuevo. `
}

/** `2 días y 3 horas`, `23 horas y 12 minutos`, `9 minutos`, `menos de un minuto`. @param left milliseconds. */
export function timeLeftText(left: number): string {
  const minutes = Math.floor(left / 60_000)
  if (minutes < 1) return 'menos de un minuto'
  const parts = [count(Math.floor(minutes / 1440), 'día'), count(Math.floor(minutes / 60) % 24, 'hora')]
  if (minutes < 1440) parts.push(count(minutes % 60, 'minuto'))
  return parts.filter((part) => part !== '').join(' y ')
}

function count(number: number, word: string): string {
  return number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 's'}`
}

/** Amount due, as it is printed; empty when it was not known. */
export function owedText({ monto, monto_moneda }: Pick<OwnPurchase, 'monto' | 'monto_moneda'>): string {
  const amount = parseMoney(monto ?? '')
  return amount === null ? '' : formatMoney(amount, monto_moneda)
}

/** The postponement, with the old and the new day; empty without one. */
export function postponedText({ aplazado }: Pick<OwnPurchase, 'aplazado'>): string {
  if (!aplazado) return ''
  const { que, motivo } = aplazado
  const [before, now] = [aplazado.antes, aplazado.ahora].map((at) => formatInstant(Date.parse(at) as Instant))
  const moved =
    que === 'cierre'
      ? `Las ventas cerraban el ${before} Ahora cierran el ${now} El sorteo se mueve con ellas.`
      : `Era el ${before} Ahora es desde el ${now}`
  return `El sorteo se aplazó. ${moved} Motivo: ${motivo.replace(/\.$/, '')}.`
}

/** The day of the draw as far as it is known: a postponed one is not on the day that the raffle names. */
export function drawDay({
  fecha_sorteo,
  aplazado,
}: Pick<OwnPurchase, 'fecha_sorteo' | 'aplazado'>): CalendarDate | null {
  if (aplazado?.que === 'cierre') return null
  return aplazado ? dayInCaracas(Date.parse(aplazado.ahora) as Instant) : parseDay(fecha_sorteo)
}

/** `Sorteo: 19 de diciembre`; without a date, the text of that raffle's page instead. */
export function drawText(
  purchase: Pick<OwnPurchase, 'fecha_sorteo' | 'con_regla' | 'rifa_id' | 'aplazado'>,
  { rifa_a }: Pick<SiteSettings, 'rifa_a'>,
): string {
  const { con_regla, rifa_id } = purchase
  const day = drawDay(purchase)
  if (!day && con_regla) return 'Sorteo: según la regla de la rifa'
  return `Sorteo: ${day ? formatDay(day) : VARIANTS[rifa_id === rifa_a ? 'A' : 'B'].dateFallback}`
}
