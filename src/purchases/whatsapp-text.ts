import type { PurchaseState } from './contract.ts'

interface About {
  nombre: string
  codigo: string
  rifa_titulo: string
  estado: PurchaseState
  numeros: string[]
  motivo: string
  /** Rejected as a fake: it is not corrected any more. */
  falsa?: boolean
  /** Empty when a sale by hand left none. */
  correo: string
}

/** What an operator writes to a buyer, for him to change: how his purchase stands. Never his private link: chats are forwarded. */
export function whatsappText(purchase: About, site: string): string {
  const [first = ''] = purchase.nombre.split(' ')
  return `Hola ${first}, te escribimos de ${site} por tu compra ${purchase.codigo} de «${purchase.rifa_titulo}». ${standing(purchase)}`
}

function standing({ estado, numeros, motivo, correo, falsa }: About): string {
  switch (estado) {
    case 'en revision':
      return (
        'Recibimos tu reporte y estamos verificando el pago. Al confirmarlo te enviamos tus números por ' +
        (correo === '' ? 'aquí.' : 'correo.')
      )
    case 'confirmado':
      return `Tu pago está confirmado. ${numeros.length === 1 ? 'Tu número es' : 'Tus números son'}: ${numeros.join(', ')}.`
    case 'rechazado':
      if (falsa) return `${motivo} Si pagaste, mándanos tu comprobante por aquí y lo buscamos.`
      return `No pudimos confirmar tu pago: ${motivo}${correo === '' ? '' : ' Puedes corregirlo con el enlace que te llegó por correo.'}`
    case 'anulado':
      return `Tu compra fue anulada: ${motivo}`
  }
}

/** The chat with that mobile number, with the text typed already. */
export function whatsappTo(telefono: string, text: string): string {
  return `https://wa.me/58${telefono.slice(1)}?text=${encodeURIComponent(text)}`
}
