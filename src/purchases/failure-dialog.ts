import {
  DUPLICATE_PHONE_HELP,
  DUPLICATE_SUFFIX,
  DUPLICATE_TITLE,
  DUPLICATE_UNPARSED,
  SUBMIT_CHECK_DATA,
  SUBMIT_FAILED_TEXT,
  SUBMIT_FAILED_TITLE,
} from './messages.ts'

/** Texts of a dialog about a failed report; `help` is a second paragraph about support. */
export interface FailureText {
  title: string
  text: string
  help: string | null
  /** The unique field that clashed, so that the form can lead there. */
  field: UniqueField | null
}

type UniqueField = 'telefono' | 'cedula' | 'correo' | 'nombre' | 'referencia'

/** Masculine nouns, because the specification's sentence ends in 'registrado'. */
const FIELD_NAMES: Record<UniqueField | 'email', { field: UniqueField; name: string }> = {
  telefono: { field: 'telefono', name: 'El teléfono' },
  cedula: { field: 'cedula', name: 'El número de cédula' },
  email: { field: 'correo', name: 'El correo' },
  correo: { field: 'correo', name: 'El correo' },
  nombre: { field: 'nombre', name: 'El nombre' },
  referencia: { field: 'referencia', name: 'El número de referencia' },
}

/**
 * The error catalogue of the specification's section 8: texts for a person whose report was refused.
 * @param body the answer, from any server: its fields may be missing or of another type.
 */
export function failureDialog(body: { error?: unknown; details?: unknown; codigo?: unknown }): FailureText {
  const error = asText(body.error)
  const details = asText(body.details)
  const duplicate = [details, error].find((text) => /duplicate entry/i.test(text))
  const codigo = asText(body.codigo)
  if (duplicate !== undefined && codigo !== '') {
    const text = `Este pago ya está en tu compra ${codigo}. No hace falta reportarlo otra vez: cierra esta ventana.`
    return { title: 'Ya lo recibimos', text, help: null, field: null }
  }
  if (duplicate !== undefined) return duplicateText(duplicate)
  if (error !== '') return { title: error, text: details || SUBMIT_CHECK_DATA, help: null, field: null }
  return { title: SUBMIT_FAILED_TITLE, text: SUBMIT_FAILED_TEXT, help: null, field: null }
}

/** `Duplicate entry '0412…' for key 'telefono'`; MySQL also says `participantes.telefono` or `telefono_unique`. */
function duplicateText(message: string): FailureText {
  const [, value = '', key = ''] = /duplicate entry '(.*)' for key ['`"]?([\w.`-]+)/is.exec(message) ?? []
  const word = key
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((part): part is keyof typeof FIELD_NAMES => Object.hasOwn(FIELD_NAMES, part))
  if (word === undefined || value === '') {
    return { title: DUPLICATE_TITLE, text: DUPLICATE_UNPARSED, help: null, field: null }
  }
  const { field, name } = FIELD_NAMES[word]
  return {
    title: DUPLICATE_TITLE,
    text: `${name} ${value} ${DUPLICATE_SUFFIX}`,
    help: field === 'telefono' ? DUPLICATE_PHONE_HELP : null,
    field,
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
