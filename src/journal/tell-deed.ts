import { formatMoney, type PayCurrency, parseMoney } from '#platform/money.ts'
import { deedWords } from './deeds.ts'

export interface ToldLine {
  actor: string
  accion: string
  datos: Record<string, unknown>
}

const NOBODY: Record<string, string> = {
  comprador: 'El comprador',
  consola: 'La consola del servidor',
  sistema: 'El sistema',
}

/** The actor, as the beginning of a sentence. */
export function tellActor(actor: string): string {
  return NOBODY[actor] ?? actor
}

/** The deed, without its actor: `cambió el papel de Ana`. */
export function tellDeed({ accion, datos }: ToldLine): string {
  const { hecho } = deedWords(accion)
  const about = aboutWhat(accion, datos)
  return about === null ? hecho : `${hecho} ${about}`
}

/** Object of the deed, from the line's data. */
function aboutWhat(accion: string, datos: Record<string, unknown>): string | null {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const method = (value: unknown) => (isRecord(value) ? text(value['titulo']) : null)
  switch (accion) {
    case 'método de pago cambiado':
      return prefixed('por', method(datos['ahora']))
    case 'método de pago creado':
      return prefixed('', method(datos['ahora']))
    case 'método de pago borrado':
      return prefixed('', method(datos['antes']))
    case 'extracto importado':
      return prefixed('', quoted(text(datos['archivo'])))
    case 'rifa creada':
      return prefixed('', quoted(text(datos['titulo'])))
    case 'confirmación automática cambiada':
    case 'rifa cambiada':
    case 'rifa pausada':
    case 'rifa reanudada':
    case 'rifa cerrada':
    case 'regla del sorteo fijada':
    case 'regla del sorteo quitada':
    case 'cierre aplazado':
    case 'permiso de la rifa cambiado':
    case 'lista congelada':
    case 'sorteo aplazado':
    case 'resultado escrito':
    case 'resultado distinto':
    case 'resultado rechazado':
    case 'resultado confirmado':
    case 'resultado corregido':
    case 'ronda del faro recibida':
    case 'premio sorteado':
    case 'ganador avisado':
    case 'premio reclamado':
    case 'premio entregado':
    case 'premio vencido':
    case 'estado del premio corregido':
    case 'datos de la entrega cambiados':
    case 'rifa sorteada':
    case 'número ganador escrito':
    case 'correcciones terminadas':
    case 'rifa archivada':
    case 'rifa recuperada':
    case 'fuente de dinero agregada':
    case 'fuente de dinero cambiada':
    case 'clave de fuente cambiada':
    case 'imagen de la rifa agregada':
    case 'imagen de la rifa cambiada':
    case 'imagen de la rifa quitada':
    case 'orden de las imágenes cambiado':
      return quoted(text(datos['nombre']))
    case 'segundo factor quitado':
      return prefixed('de', text(datos['nombre']))
    case 'segundo factor fallido':
    case 'código de recuperación usado':
      return prefixed('para', text(datos['para']))
    case 'llave de acceso agregada':
    case 'llave de acceso quitada':
      return quoted(text(datos['llave']))
    case 'texto de correo cambiado':
    case 'texto de correo restablecido':
      return null
    case 'sesiones cerradas':
      return typeof datos['cuantas'] === 'number' ? `(${datos['cuantas']})` : null
    case 'invitación aceptada':
      return prefixed('de', text(datos['invita']))
    case 'nombre cambiado':
      return isRecord(datos['ahora']) ? prefixed('a', text(datos['ahora']['nombre'])) : null
    default:
      return text(datos['codigo']) ?? text(datos['nombre']) ?? text(datos['correo'])
  }
}

function prefixed(word: string, name: string | null): string | null {
  return name === null ? null : `${word} ${name}`.trim()
}

function quoted(name: string | null): string | null {
  return name === null ? null : `«${name}»`
}

/** A field of the line: its old and new value. `antes` is null if only one of them is known. */
export interface ToldField {
  nombre: string
  antes: string | null
  ahora: string
  cambio: boolean
}

/** Fields of a changed thing that no person decides. */
const QUIET = new Set(['id', 'version', 'tipo', 'orden'])

/** Part of the sentence already, or of no use to a person. */
const UNTOLD = new Set([
  'llave',
  'sin_apartado',
  'codigo',
  'nombre',
  'operador_id',
  'invitacion_id',
  'correo_id',
  'id',
  'version',
  'invita',
  'para',
])

/**
 * The line's data, field by field: changes first, with their old values, then the rest.
 * A change is kept as `{antes: {…}, ahora: {…}}` for the whole or `{campo: {antes, ahora}}` for one field.
 */
export function tellFields({ accion, datos }: ToldLine): ToldField[] {
  const { antes, ahora, ...rest } = withCurrency(datos)
  const fields: ToldField[] = []
  if (isRecord(antes) || isRecord(ahora)) {
    const before = isRecord(antes) ? withCurrency(antes) : {}
    const now = isRecord(ahora) ? withCurrency(ahora) : {}
    for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
      if (QUIET.has(key)) continue
      fields.push(compare(key, isRecord(antes) ? before[key] : undefined, now[key]))
    }
  } else if (ahora !== undefined) fields.push(compare('valor', antes, ahora))
  for (const [key, value] of Object.entries(rest)) {
    if (UNTOLD.has(key) && !(accion === 'rifa creada' && key === 'nombre')) continue
    if (isRecord(value) && 'antes' in value && 'ahora' in value)
      fields.push(compare(key, value['antes'], value['ahora']))
    else fields.push({ nombre: fieldName(key), antes: null, ahora: tellValue(value), cambio: false })
  }
  return fields
    .filter(({ antes, ahora }) => ahora !== '—' || (antes !== null && antes !== '—'))
    .sort((a, b) => Number(b.cambio) - Number(a.cambio))
}

/** Which field holds the currency of an amount. */
const CURRENCY_OF = { total: 'moneda', precio: 'moneda', monto: 'monto_moneda' } as const

/** Amounts as they are printed, and their currencies no more. */
function withCurrency(datos: Record<string, unknown>): Record<string, unknown> {
  const told = { ...datos }
  for (const [amount, currency] of Object.entries(CURRENCY_OF)) {
    const money = typeof datos[amount] === 'string' ? parseMoney(datos[amount]) : null
    if (money === null || !isCurrency(datos[currency])) continue
    told[amount] = formatMoney(money, datos[currency])
    delete told[currency]
  }
  return told
}

function isCurrency(value: unknown): value is PayCurrency {
  return value === 'VES' || value === 'USD' || value === 'COP'
}

function compare(key: string, before: unknown, now: unknown): ToldField {
  const antes = before === undefined ? null : tellValue(before)
  const ahora = now === undefined ? '—' : tellValue(now)
  return { nombre: fieldName(key), antes, ahora, cambio: antes !== null && antes !== ahora }
}

const FIELD_NAMES: Record<string, string> = {
  cantidad_tickets: 'Boletos',
  pagador_nuevo: 'Quién pagó',
  con: 'Confirmado con',
  cuantas: 'Cuántas',
  descripcion: 'Descripción',
  digitos: 'Cifras',
  email: 'Correo',
  en_revision: 'En revisión',
  gracia_segundos: 'Segundos para corregir',
  imagenes: 'Imágenes',
  maximo: 'Máximo por compra',
  metodo_pago: 'Método',
  metodo_ofrecido: 'Método ofrecido (1 sí, 0 no)',
  sha256: 'Código de control (SHA-256)',
  minimo: 'Mínimo por compra',
  numero_cuenta: 'Cuenta',
  correo_cada: 'Correo cada (minutos)',
  numeros: 'Números',
  paginas: 'Páginas',
  registro_unico: 'Registro único',
  rol: 'Papel',
  segundo_factor: 'Segundo paso',
  seleccion: 'Selección',
  tasa_usd: 'Tasa propia',
  titulo: 'Título',
  tope_sin_verificar: 'Límite de boletos sin confirmar (%)',
  centimos_unicos: 'Céntimos únicos (céntimos)',
  acepta_cercanos: 'Acepta tasa del día y redondeo',
  total_numeros: 'Números en total',
  telefono: 'Teléfono',
  cedula: 'Cédula',
}

/** `metodo_pago` is 'Método', and a field without a name of its own reads as it is written. */
function fieldName(key: string): string {
  const name = FIELD_NAMES[key] ?? key.replaceAll('_', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const VALUES: Record<string, string> = {
  dueno: 'Dueño',
  revisor: 'Revisor',
  lector: 'Lector',
  vendedor: 'Vendedor',
  aplicacion: 'el código de su teléfono',
  recuperacion: 'un código de recuperación',
  llave: 'su llave de acceso',
  ninguno: 'solo la clave',
  clave: 'su clave',
  automatica: 'automática',
}

function tellValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'string') return VALUES[value] ?? value
  if (Array.isArray(value)) return value.map(tellValue).join(', ') || '—'
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, one]) => `${fieldName(key)}: ${tellValue(one)}`)
      .join('; ')
  return String(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
