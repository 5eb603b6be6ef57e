/** What the popup 'CÓMO REALIZAR UNA COMPRA' says. */
export const STEPS = [
  { title: 'Elige cuántos boletos', text: 'De 2 a 100 por compra.' },
  { title: 'Revisa el monto y elige cómo pagar', text: 'Apartamos tus boletos por 10 minutos.' },
  { title: 'Paga el monto exacto', text: 'Copia los datos en la app de tu banco.' },
  { title: 'Reporta el pago', text: 'Escribe la referencia y sube el comprobante.' },
  { title: 'Recibe tus números', text: 'Por correo, al confirmar el pago.' },
] as const

export const TERMS = [
  { title: 'Mayores de 18 años', text: 'Solo pueden comprar personas mayores de edad.' },
  { title: 'Residentes en Venezuela', text: 'Las compras son solo para personas residentes en Venezuela.' },
  {
    title: 'Confirmación por correo',
    text: 'Al confirmar tu pago te enviamos un correo con la confirmación de la compra y tus números.',
  },
  { title: 'Paga el monto exacto', text: 'Con otro monto no podemos validar la operación.' },
  {
    title: 'Si no podemos confirmar el pago',
    text: 'Te escribimos el motivo y puedes corregir los datos. Si no los corriges a tiempo, los boletos vuelven a la venta.',
  },
] as const

/** What is kept of a buyer, why, and for how long: the privacy notice. */
export const PRIVACY = [
  {
    title: 'Qué guardamos',
    text: 'Tu nombre, cédula, teléfono, correo, la referencia y la fecha de tu pago, y el comprobante que subes.',
  },
  {
    title: 'Para qué',
    text: 'Para verificar tu pago, asignarte tus números, avisarte por correo y encontrarte si ganas. Para nada más.',
  },
  {
    title: 'Quién lo ve',
    text: 'Solo el equipo que revisa los pagos. Quien consulta una cédula en «Verificar Ticket» ve números, nunca datos personales. Del ganador publicamos el primer nombre y la inicial.',
  },
  {
    title: 'Cuánto tiempo',
    text: 'Mientras dure la rifa y el tiempo que la ley exige guardar los registros del sorteo.',
  },
  {
    title: 'En tu teléfono',
    text: 'Lo que escribes en el formulario queda solo en esta sesión del navegador, para que no lo pierdas si se corta la conexión. El comprobante no se guarda en el teléfono.',
  },
] as const
