import { formatDatedInstant, type Instant, parseDay } from '#platform/clock.ts'
import { formatAmount, formatMoney, type Money, moneyOfCents, type PayCurrency, parseMoney } from '#platform/money.ts'
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

/** Objects of deeds: the word before the name, or a quote around it, and where the line has the name. */
const OBJECTS: Record<string, readonly [word?: string, ...path: string[]]> = {
  'método de pago cambiado': ['por', 'ahora', 'titulo'],
  'método de pago creado': ['', 'ahora', 'titulo'],
  'método de pago borrado': ['', 'antes', 'titulo'],
  'extracto importado': ['«»', 'archivo'],
  'segundo factor quitado': ['de', 'nombre'],
  'segundo factor fallido': ['para', 'para'],
  'código de recuperación usado': ['para', 'para'],
  'llave de acceso agregada': ['«»', 'llave'],
  'llave de acceso quitada': ['«»', 'llave'],
  'texto de correo cambiado': [],
  'texto de correo restablecido': [],
  'invitación aceptada': ['de', 'invita'],
  'nombre cambiado': ['a', 'ahora', 'nombre'],
}

/** Object of the deed, from the line's data. */
function aboutWhat(accion: string, datos: Record<string, unknown>): string | null {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  if (Object.hasOwn(OBJECTS, accion)) {
    const [word, ...path] = OBJECTS[accion] ?? []
    const name = text(path.reduce<unknown>((value, field) => (isRecord(value) ? value[field] : null), datos))
    return word === '«»' || name === null ? quoted(name) : `${word} ${name}`.trim()
  }
  const named = ['rifas', 'cobros'].includes(deedWords(accion).asunto) ? quoted : text
  return text(datos['codigo']) ?? named(text(datos['nombre'] ?? datos['titulo'])) ?? text(datos['correo'])
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

/** Part of the sentence already, or of no use to a person, as what ends in `_id`. */
const UNTOLD = new Set(['llave', 'sin_apartado', 'codigo', 'nombre', 'invita', 'para', 'formas', 'cadenas'])

/**
 * The line's data, field by field: changes first, with their old values, then the rest.
 * A change is kept as `{antes: {…}, ahora: {…}}` for the whole or `{campo: {antes, ahora}}` for one field.
 */
export function tellFields({ datos }: Pick<ToldLine, 'datos'>): ToldField[] {
  const { antes, ahora, ...rest } = withCurrency(datos)
  const fields: ToldField[] = []
  // A rate's line has what is new beside `antes`.
  const now = isRecord(ahora) ? withCurrency(ahora) : ahora === undefined && isRecord(antes) ? rest : {}
  if (isRecord(antes) || isRecord(ahora)) {
    const before = isRecord(antes) ? withCurrency(antes) : {}
    for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
      if (QUIET.has(key) || (now === rest && !(key in before && key in rest))) continue
      fields.push(compare(key, isRecord(antes) ? before[key] : undefined, now[key]))
      if (rest[key] === now[key]) delete rest[key]
    }
  } else if (ahora !== undefined) fields.push(compare('valor', antes, ahora))
  for (const [key, value] of Object.entries(rest)) {
    if (QUIET.has(key) || UNTOLD.has(key) || key.endsWith('_id')) continue
    if (isRecord(value) && 'antes' in value && 'ahora' in value)
      fields.push(compare(key, value['antes'], value['ahora']))
    else fields.push({ nombre: fieldName(key), antes: null, ahora: tellValue(value, key), cambio: false })
  }
  return fields
    .filter(({ antes, ahora }) => ahora !== '—' || (antes !== null && antes !== '—'))
    .sort((a, b) => Number(b.cambio) - Number(a.cambio))
}

/** Amounts have their currency in a field of their own, `monto_moneda`, or in `moneda`. */
const AMOUNTS = ['total', 'precio', 'precio_por_boleto', 'monto', 'centimos']

/** Amounts as they are printed, and their currencies no more. */
function withCurrency(datos: Record<string, unknown>): Record<string, unknown> {
  const told = { ...datos }
  for (const amount of AMOUNTS) {
    const value = datos[amount]
    const money = typeof value === 'number' ? moneyOfCents(BigInt(value)) : parseMoney(String(value))
    const name = [`${amount}_moneda`, 'moneda'].find((one) => ['VES', 'USD', 'COP'].includes(String(datos[one])))
    if (money === null || name === undefined) continue
    told[amount] = formatMoney(money, datos[name] as PayCurrency)
    delete told[name]
  }
  return told
}

function compare(key: string, before: unknown, now: unknown): ToldField {
  const antes = before === undefined ? null : tellValue(before, key)
  const ahora = now === undefined ? '—' : tellValue(now, key)
  return { nombre: fieldName(key), antes, ahora, cambio: antes !== null && antes !== ahora }
}

const FIELD_NAMES: Record<string, string> = {
  a_quienes: 'A quiénes',
  al_dia: 'Correos al día',
  alt: 'Descripción',
  cantidad_tickets: 'Boletos',
  centimos: 'Monto',
  autorizacion: 'Autorización',
  credito: 'Crédito',
  pagador_nuevo: 'Quién pagó',
  con: 'Confirmado con',
  cuantas: 'Cuántas',
  cuantos: 'Cuántos',
  descripcion: 'Descripción',
  dia: 'Día',
  digitos: 'Dígitos',
  email: 'Correo',
  en_revision: 'En revisión',
  gracia_segundos: 'Horas para corregir',
  imagenes: 'Imágenes',
  leidos: 'Leídos',
  rif: 'RIF',
  maximo: 'Máximo por compra',
  metodo_pago: 'Método',
  metodo_ofrecido: 'Método ofrecido',
  sha256: 'Código de control (SHA-256)',
  minimo: 'Mínimo por compra',
  numero: 'Número',
  numero_cuenta: 'Cuenta',
  numero_ganador: 'Número ganador',
  correo_cada: 'Correo cada (minutos)',
  numeros: 'Números',
  paginas: 'Páginas',
  publica: 'Dirección pública',
  registro_unico: 'Una compra por persona',
  rifa_a: 'Rifa de /rifa',
  rifa_b: 'Rifa de /rifa1',
  rol: 'Papel',
  segundo_factor: 'Segundo paso',
  seleccion: 'Selección',
  tasa_usd: 'Tasa propia',
  titulo: 'Título',
  tope_sin_verificar: 'Límite de boletos sin confirmar (%)',
  centimos_unicos: 'Céntimos únicos',
  acepta_cercanos: 'Acepta tasa del día y redondeo',
  total_numeros: 'Números en total',
  telefono: 'Teléfono',
  whatsapp: 'WhatsApp',
  via: 'Vía',
  fecha_valor: 'Vale el',
  cedula: 'Cédula',
}

/** `metodo_pago` is 'Método', and a field without a name of its own reads as it is written. */
export function fieldName(key: string): string {
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
  dia: 'día',
  por_avisar: 'por avisar',
  bcv_euro: 'BCV euro',
  bcv_dolar: 'BCV dólar',
  VES: 'bolívares',
  USD: 'dólares',
  COP: 'pesos colombianos',
  A: '/rifa',
  B: '/rifa1',
  'A,B': '/rifa, /rifa1',
}

/** Numbers that mean more than a count, by their field. */
const NUMBERS: Record<string, (value: number) => string> = {
  metodo_ofrecido: (value) => tellValue(value === 1),
  centimos_unicos: (value) => formatMoney(moneyOfCents(BigInt(value)), 'VES'),
  gracia_segundos: (value) => String(Math.round(value / 360) / 10).replace('.', ','),
  boletos_hasta: (value) => formatDatedInstant(value as Instant),
}

function tellValue(value: unknown, key = ''): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'number') return NUMBERS[key]?.(value) ?? String(value)
  if (typeof value === 'string') return VALUES[value] ?? tellText(value)
  if (Array.isArray(value)) return value.map((one) => tellValue(one)).join(', ') || '—'
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, one]) => `${fieldName(name)}: ${tellValue(one, name)}`)
      .join('; ')
  return String(value)
}

/** Days, instants and decimals as people write them here, and nothing of JSON; other text as it is. */
function tellText(text: string): string {
  if (text.startsWith('{"')) return '—'
  if (/^\d+\.\d{2,}$/.test(text)) return formatAmount(text.replace(/(\.\d\d\d*?)0+$/, '$1') as Money)
  if (parseDay(text)) return text.split('-').reverse().join('/')
  return /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|-04:00)$/.test(text)
    ? formatDatedInstant(Date.parse(text) as Instant)
    : text.replaceAll('<br />', '\n')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
