import { byMail } from '#mail/mail-leaves.ts'
import type { Clause, SiteSettings } from './contract.ts'

/** Steps in the popup 'CÓMO REALIZAR UNA COMPRA', under 'Participación'. */
const ownSteps = (): readonly Clause[] => [
  { titulo: 'Elige cuántos boletos', texto: 'De 2 a 100 por compra.' },
  { titulo: 'Revisa el monto y elige cómo pagar', texto: 'Tienes 10 minutos para pagar con calma.' },
  { titulo: 'Paga el monto exacto', texto: 'Copia los datos en la app de tu banco.' },
  { titulo: 'Reporta el pago', texto: 'Escribe la referencia y sube el comprobante.' },
  {
    titulo: 'Recibe tus números',
    texto: byMail('Por correo, cuando confirmemos tu pago.', 'En el enlace de tu compra, cuando confirmemos tu pago.'),
  },
]

/** And under 'Términos'. */
const ownTerms = (): readonly Clause[] => [
  { titulo: 'Mayores de 18 años', texto: 'Solo pueden comprar personas mayores de edad.' },
  { titulo: 'Residentes en Venezuela', texto: 'Las compras son solo para personas residentes en Venezuela.' },
  {
    titulo: byMail('Confirmación por correo', 'Confirmación de la compra'),
    texto: byMail(
      'Cuando confirmemos tu pago te enviamos un correo con tus números.',
      'Cuando confirmemos tu pago ves tus números en el enlace de tu compra, y con tu cédula.',
    ),
  },
  { titulo: 'Paga el monto exacto', texto: 'Con otro monto no podemos validar la operación.' },
  {
    titulo: 'Si no podemos confirmar el pago',
    texto:
      byMail('Te escribimos el motivo', 'Te decimos el motivo en el enlace de tu compra') +
      ' y puedes corregir los datos. Si no los corriges a tiempo, los boletos vuelven a la venta.',
  },
]

/** Promises of an operator, each a point of the terms by this name; nothing while it is empty. */
export const PROMISES = {
  devoluciones: 'Devoluciones',
  plazo_premios: 'Plazo para reclamar un premio',
  reclamos: 'Reclamos',
} as const
export const PROMISE_NAMES = Object.keys(PROMISES) as (keyof typeof PROMISES)[]

/** The operator's own steps, or ours. */
export function participationSteps(site: Pick<SiteSettings, 'participacion'>): readonly Clause[] {
  return site.participacion.length > 0 ? site.participacion : ownSteps()
}

/** The operator's own terms, or ours, followed by their further promises. */
export function terms(site: Pick<SiteSettings, 'terminos' | keyof typeof PROMISES>): readonly Clause[] {
  const own = site.terminos.length > 0 ? site.terminos : ownTerms()
  const promised = PROMISE_NAMES.filter((name) => site[name] !== '')
  return [...own, ...promised.map((name) => ({ titulo: PROMISES[name], texto: site[name] }))]
}

/** Stored data of a buyer, its purpose, and its retention: the privacy notice. */
export function privacyNotice(site: Pick<SiteSettings, 'conservacion'>): readonly Clause[] {
  return [
    {
      titulo: 'Qué guardamos',
      texto:
        'Tu nombre, cédula, teléfono, correo, la referencia y la fecha de tu pago, y el comprobante que subes. Mientras apartas boletos o esperas la revisión, también una marca de tu conexión, sin su dirección, para que nadie acapare los boletos.',
    },
    {
      titulo: 'Para qué',
      texto: `Para verificar tu pago, asignarte tus números, avisarte${byMail(' por correo')} y encontrarte si ganas. Para nada más.`,
    },
    {
      titulo: 'Quién lo ve',
      texto:
        'Solo el equipo que revisa los pagos. Quien consulta una cédula en «Verificar Ticket» ve números, nunca datos personales. Del ganador publicamos el primer nombre y la inicial.',
    },
    {
      titulo: 'Cuánto tiempo',
      texto: `Mientras dure la rifa y ${site.conservacion} después del sorteo, para responder reclamos y cumplir la ley; los de un premio sin entregar, hasta que se entregue. Después se borran: quedan los números, los montos y lo publicado.`,
    },
    {
      titulo: 'En tu teléfono',
      texto:
        'Lo que escribes en el formulario queda solo en esta sesión del navegador, para que no lo pierdas si se corta la conexión. El comprobante espera en el teléfono mientras tus boletos están apartados, y luego se borra. Tus datos para otra compra se guardan solo si lo pides, y los olvidas cuando quieras.',
    },
  ]
}
