import { type Meaning, understand } from '../search-text.ts'

const NAMES: Record<Meaning['es'], string> = {
  codigo: 'código de compra',
  correo: 'correo',
  cedula: 'cédula',
  telefono: 'teléfono',
  numero: 'número de boleto',
  referencia: 'referencia',
  nombre: 'nombre',
}

/** What the field takes a text for: `Buscando como cédula, número de boleto o referencia.` */
export function understoodAs(text: string): string {
  const meanings = understand(text)
  if (text.trim().length === 1 && meanings.some(({ es }) => es === 'nombre')) return 'Con dos letras busca el comienzo.'
  const names = [...new Set(meanings.map(({ es }) => NAMES[es]))]
  const last = names.pop()
  if (last === undefined) return 'Escribe letras o números.'
  return `Buscando como ${names.length === 0 ? last : `${names.join(', ')} o ${last}`}.`
}

/** The cédula that a text is with its letter, `V-12.345.678`, or null: then the list is a person's. */
export function understoodCedula(text: string | undefined): string | null {
  if (text === undefined || !/^\s*[ve]/i.test(text)) return null
  const [only] = understand(text).flatMap((meaning) => (meaning.es === 'cedula' ? meaning.cedulas : []))
  return only ?? null
}
