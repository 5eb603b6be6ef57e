import { byMail } from '#mail/mail-leaves.ts'
import type { PurchaseDetail } from './panel-contract.ts'
import { ASKED, payTheRest } from './state-names.ts'

type About = Pick<PurchaseDetail, 'nombre' | 'codigo' | 'rifa_titulo' | 'estado' | 'numeros' | 'motivo' | 'correo'> &
  Partial<Pick<PurchaseDetail, 'falsa' | 'pide'>>

/** An operator's message about the state of a purchase, which the operator may edit. Never the private link: chats are forwarded. */
export function whatsappText(purchase: About, site: string): string {
  return `${opening(purchase.nombre, site, purchase.codigo, purchase.rifa_titulo)} ${standing(purchase)}`
}

function opening(name: string, site: string, code: string, raffle: string): string {
  const [first = ''] = name.split(' ')
  return `Hola ${first}, te escribimos de ${site} por tu compra ${code} de «${raffle}».`
}

/**
 * An operator's question about a payment that nobody sees in the account, or not all of it.
 * @param owed `Bs. 6.042,81`
 * @param left the missing part, where a part has come.
 */
export function whatsappMissing(
  report: { nombre: string; codigo: string; rifa: string; referencia: string },
  { owed, left, site }: { owed: string; left: string | null; site: string },
): string {
  const named = report.referencia === '' ? '' : ` con la referencia ${report.referencia}`
  const asks =
    left === null
      ? ' y aún no lo vemos en la cuenta. ¿Nos mandas por aquí el comprobante completo, o la referencia correcta?'
      : `: en la cuenta vemos una parte y faltan ${left}. ¿Nos mandas por aquí el comprobante de lo que falta, o lo pagas y nos das su referencia?`
  return `${opening(report.nombre, site, report.codigo, report.rifa)} Reportaste un pago de ${owed}${named}${asks} Tus boletos siguen apartados mientras lo revisamos.`
}

/** An operator's message to a buyer without mail: the postponement, or the way to the numbers. @param news as a sentence; empty without any */
export function whatsappNews(
  about: { nombre: string; codigo: string; rifa: string },
  news: string,
  site: string,
): string {
  return `${opening(about.nombre, site, about.codigo, about.rifa)} ${news === '' ? 'Tus números los ves' : `${news.replace(/(?<![.!?])$/, '.')} Tus números no cambian: los ves`} con tu cédula en nuestra página.`
}

/** An operator's question to a buyer with money due after a purchase fell. @param sum `Bs. 6.042,81` */
export function whatsappRefund(
  owed: { nombre: string; codigo: string; rifa: string },
  sum: string,
  site: string,
): string {
  return `${opening(owed.nombre, site, owed.codigo, owed.rifa)} Vamos a devolverte ${sum}. ¿A qué cuenta te lo enviamos? Mándanos banco, teléfono y cédula, o tu correo si pagaste en dólares.`
}

function standing({ estado, numeros, correo, falsa, pide, ...given }: About): string {
  // Somebody typed it, often without its stop.
  const motivo = given.motivo.trim().replace(/[^.!?]$/, '$&.')
  switch (estado) {
    case 'en revision':
      return `Recibimos tu reporte y estamos verificando el pago. Cuando lo confirmemos te enviamos tus números ${correo === '' ? 'por aquí' : byMail('por correo', 'por aquí')}.`
    case 'confirmado':
      return `Tu pago está confirmado. ${numeros.length === 1 ? 'Tu número es' : 'Tus números son'}: ${numeros.join(', ')}.`
    case 'rechazado':
      if (falsa) return `${motivo} Si pagaste, mándanos tu comprobante por aquí y lo buscamos.`
      if (pide)
        return `Te pedimos que corrijas ${ASKED[pide]}: ${motivo} ${pide === 'resto' ? payTheRest('en tu página privada') : 'Hazlo en tu página privada. No tienes que pagar de nuevo.'}`
      return `No pudimos confirmar tu pago: ${motivo}${correo === '' ? '' : byMail(' Puedes corregirlo con el enlace que te llegó por correo.', ' Puedes corregirlo con el enlace de tu compra.')}`
    case 'anulado':
      return `Tu compra fue anulada: ${motivo}`
  }
}

/** The chat with that mobile number, with the text typed already. */
export function whatsappTo(telefono: string, text: string): string {
  return `https://wa.me/58${telefono.slice(1)}?text=${encodeURIComponent(text)}`
}
