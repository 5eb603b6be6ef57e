import { byMail } from '#mail/mail-leaves.ts'

/** What comes after the report. */
export function afterReport(): string {
  const numbers = byMail(
    'Tus números llegan por correo al confirmarlo.',
    'Guarda el enlace que te damos al enviarlo: ahí, y con tu cédula, ves tus números.',
  )
  return `Un operador revisa tu pago. ${numbers}`
}
