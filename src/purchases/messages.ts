/** Texts of the specification's sections 5 and 8 that the purchase uses, to the letter: their accents are not corrected. */
export const REFERENCE_REQUIRED = 'Por favor, ingresa el Numero de Referencia.'
export const DATE_REQUIRED = 'Por favor, selecciona la fecha de pago.'
export const PROOF_REQUIRED = 'Por favor, sube el comprobante de pago.'
export const PROOF_INVALID_TYPE = 'Formato no válido. Sube JPG, PNG o PDF.'
export const PROOF_TOO_LARGE = 'El archivo excede el límite de 5MB'

export const DUPLICATE_TITLE = 'Registro duplicado'
export const DUPLICATE_SUFFIX = 'ya esta registrado en esta rifa.'
export const DUPLICATE_UNPARSED = 'El dato ingresado ya esta registrado en esta rifa.'
export const DUPLICATE_PHONE_HELP = 'Ya participaste antes? Si tienes dudas, contacta a nuestro soporte'
/** Ours, for texts of a duplicate without a next step. */
export const DUPLICATE_NEXT =
  'Si ya reportaste tu pago, mira tu compra en Verificar Ticket. Si no fuiste tú, escribe a soporte.'
export const SUBMIT_CHECK_DATA = 'Por favor, verifica los datos e intenta nuevamente.'
export const SUBMIT_FAILED_TITLE = 'Error al registrar'
export const SUBMIT_FAILED_TEXT = 'Hubo un problema al procesar tu registro.'
export const UNDERSTOOD = 'Entendido'

/** Our own texts for the rules of section 5 that come without one. A seller reads them about a buyer, so they name no owner. */
export const NAME_INVALID = 'Escribe el nombre y el apellido.'
export const NAME_LETTERS = 'El nombre lleva solo letras, sin números ni signos.'
export const CEDULA_INVALID = 'La cédula lleva de 5 a 9 dígitos.'
export const CEDULA_KIND = 'Solo cédulas V o E: participan personas residentes en Venezuela.'
export const PHONE_INVALID = 'El teléfono debe empezar por 04 y tener 11 dígitos.'
export const PHONE_ABROAD =
  'Ese número es de otro país. Escribe uno de Venezuela, como 04121234567; si no tienes, el de un familiar.'
export const EMAIL_INVALID = 'Escribe tu correo completo, como nombre@gmail.com.'
export const PAYER_INVALID = {
  pagador_banco: 'Elige el banco de la lista.',
  pagador_telefono: PHONE_INVALID,
  pagador_cedula: 'Escribe la cédula o el RIF de quien pagó, como V-12.345.678.',
}
export const REFERENCE_INVALID = 'La referencia lleva solo letras y números, 40 como máximo.'
export const REFERENCE_SHORT = 'La referencia tiene 4 dígitos o más: cópiala completa de tu comprobante.'
export const PROOF_UNREADABLE = 'No pudimos leer ese archivo. Elígelo otra vez.'
export const DATE_INVALID = 'Elige una fecha de los últimos 7 días.'
