import type { Placeholder } from '#mail/mail-text.ts'
import { PRIVATE_PAGE, purchaseMail } from '#purchases/server/mail/received-mail.ts'

const REASON: Placeholder = {
  nombre: 'motivo',
  dice: 'Por qué, como lo escribió quien decidió',
  ejemplo: 'La referencia no aparece en la cuenta.',
  obligatorio: true,
}

const DEADLINE: Placeholder = {
  nombre: 'plazo',
  dice: 'Qué puede hacer y hasta cuándo esperan sus boletos',
  ejemplo:
    'Guardamos tus boletos hasta el 20 de noviembre, 10:41 a. m. Si pagaste, corrige la referencia o el comprobante en tu página privada y envíalo otra vez. No vuelvas a pagar lo que ya pagaste.',
  obligatorio: true,
}

const REPORTED = {
  datos: [
    ['Compra', 'TB-2BR7H'],
    ['Referencia', '004512783390'],
  ],
} as const

/** The numbers, once the payment is confirmed. */
export const CONFIRMED = purchaseMail({
  clave: 'confirmada',
  nombre: 'Pago confirmado',
  cuando: 'Al aprobar un pago, con los números',
  marcadores: [
    { nombre: 'sorteo', dice: 'Cuándo es el sorteo, en una frase', ejemplo: 'El sorteo es el 19 de diciembre.' },
  ],
  boton: 'Ver mis números',
  muestra: {
    numeros: ['0042', '0117', '4821', '7390', '9005'],
    datos: [
      ['Compra', 'TB-2BR7H'],
      ['Boletos', '5'],
    ],
  },
  asunto: 'Tus números · {rifa}',
  titulo: 'Pago confirmado: estos son tus números',
  cuerpo: 'Hola, {nombre}. Confirmamos tu pago y ya participas en «{rifa}».\n\n{sorteo} ¡Suerte!',
  pie: `También los puedes consultar con tu cédula en la página de la rifa. ${PRIVATE_PAGE}`,
})

/** The reason of the rejection and the next step. */
export const REJECTED = purchaseMail({
  clave: 'rechazada',
  nombre: 'Pago no confirmado',
  cuando: 'Al rechazar un pago',
  marcadores: [REASON, DEADLINE],
  boton: 'Corregir y enviar de nuevo',
  muestra: REPORTED,
  titulo: 'No pudimos confirmar tu pago',
  cuerpo:
    'Hola, {nombre}. Revisamos el pago que reportaste para «{rifa}» y no lo pudimos confirmar.\n\nMotivo: {motivo}\n\n{plazo}',
})

/** Something is missing, and the payment may be right. */
export const CORRECTION = purchaseMail({
  clave: 'correccion',
  nombre: 'Falta corregir algo',
  cuando: 'Al pedir una corrección',
  marcadores: [REASON, DEADLINE, { nombre: 'que', dice: 'Qué debe corregir', ejemplo: 'el comprobante' }],
  boton: 'Corregir y enviar de nuevo',
  muestra: REPORTED,
  titulo: 'Revisa {que} de tu pago',
  cuerpo:
    'Hola, {nombre}. Revisamos el pago que reportaste para «{rifa}» y todavía no lo podemos confirmar.\n\nMotivo: {motivo}\n\n{plazo}',
})

/** It was rejected as a fake: short, and with a way out for buyers who did pay. */
export const FAKE = purchaseMail({
  clave: 'no_encontrado',
  nombre: 'Pago que no existe',
  cuando: 'Al rechazar un pago como falso',
  muestra: REPORTED,
  titulo: 'No encontramos tu pago',
  cuerpo:
    'Hola, {nombre}. Buscamos en nuestras cuentas el pago que se reportó a tu nombre para «{rifa}» y no está. Sus boletos volvieron a la venta.\n\nSi pagaste, escribe {soporte} con el código {codigo} y tu comprobante: lo resuelve una persona. Si no reportaste nada, no tienes que hacer nada.',
})

/** A confirmed purchase was undone by the owner. */
export const ANNULLED = purchaseMail({
  clave: 'anulada',
  nombre: 'Compra anulada',
  cuando: 'Al anular una compra confirmada',
  marcadores: [REASON],
  muestra: { datos: [['Compra', 'TB-2BR7H']] },
  titulo: 'Tu compra fue anulada',
  cuerpo:
    'Hola, {nombre}. Anulamos tu compra de «{rifa}» y sus números ya no participan.\n\nMotivo: {motivo}\n\nSi pagaste y no te hemos devuelto el dinero, o crees que es un error, escribe {soporte} con el código {codigo}.',
})

/** Nobody decided in time, and the list of the draw is frozen. */
export const DROPPED = purchaseMail({
  clave: 'fuera_de_la_lista',
  nombre: 'Pago sin confirmar al sortear',
  cuando: 'Al congelar la lista de un sorteo con el pago todavía en revisión',
  muestra: REPORTED,
  titulo: 'Tu pago no alcanzó a entrar en el sorteo',
  cuerpo:
    'Hola, {nombre}. El pago que reportaste para «{rifa}» no se pudo confirmar antes de congelar la lista del sorteo, así que no participas.\n\nSi pagaste, pide que te devuelvan tu dinero: escribe {soporte} con el código {codigo} y tu comprobante.',
})
