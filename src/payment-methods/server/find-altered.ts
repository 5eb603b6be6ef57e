import type { Sql } from '#platform/server/db/database.ts'
import { METHOD_DEEDS } from './record-change.ts'
import { FIRST_METHODS } from './schema.ts'
import { allMethods, type MethodRow } from './store.ts'

/** What of a method decides where money goes. Its place in the list and its version do not. */
const SEALED = [
  'tipo',
  'titulo',
  'banco',
  'numero_cuenta',
  'cedula',
  'telefono',
  'email',
  'nombre',
  'instrucciones',
  'moneda',
  'precio_por_boleto',
  'paginas',
] as const
export type SealedMethod = Pick<MethodRow, (typeof SEALED)[number]>

/** The last thing that the journal says of a method. */
export interface MethodRecord {
  en: number
  actor: string
  /** Null when it says that the method was deleted. */
  ahora: SealedMethod | null
}

/** A method whose row is not what the journal says: somebody changed the database, not the panel. */
export interface AlteredMethod {
  id: number
  titulo: string
  /** Null when the row is gone. */
  row: MethodRow | null
  /** Null when the journal knows of no such method. */
  recorded: SealedMethod | null
}

/** The last record of each method by its id. Methods that nobody has touched since the installation have none. */
export async function lastRecords(sql: Sql): Promise<Map<number, MethodRecord>> {
  const lines = await sql
    .selectFrom('journal')
    .select(['en', 'actor', 'datos'])
    .where('ambito', '=', 'sitio')
    .where('accion', 'in', Object.values(METHOD_DEEDS))
    .orderBy('id')
    .execute()
  const records = new Map<number, MethodRecord>()
  for (const { en, actor, datos } of lines) {
    const { id, ahora } = JSON.parse(datos) as { id: number; ahora: SealedMethod | null }
    records.set(id, { en, actor, ahora })
  }
  return records
}

/** What a method should be by its record; as it was installed when it has none, undefined when nobody created it. */
function recordedOf(id: number, record: MethodRecord | undefined): SealedMethod | undefined {
  return record ? (record.ahora ?? undefined) : FIRST_METHODS[id - 1]
}

/** Compares every method with the last line that the journal has of it. Read both as they were at one instant. */
export async function findAltered(sql: Sql): Promise<AlteredMethod[]> {
  const [rows, records] = [await allMethods(sql), await lastRecords(sql)]
  const altered: AlteredMethod[] = []
  for (const row of rows) {
    const recorded = recordedOf(row.id, records.get(row.id))
    if (recorded && SEALED.every((field) => recorded[field] === row[field])) continue
    altered.push({ id: row.id, titulo: recorded?.titulo ?? row.titulo, row, recorded: recorded ?? null })
  }
  const kept = new Set([...FIRST_METHODS.keys()].map((index) => index + 1).concat(...records.keys()))
  for (const id of kept) {
    const recorded = recordedOf(id, records.get(id))
    if (recorded && !rows.some((row) => row.id === id))
      altered.push({ id, titulo: recorded.titulo, row: null, recorded })
  }
  return altered
}

/** For the audit: one sentence for each. */
export async function auditMethods(sql: Sql): Promise<string[]> {
  return (await findAltered(sql)).map(({ id, titulo, row, recorded }) => {
    if (row === null) return `método de pago ${id} (${titulo}): falta, y el diario no dice que se borrara`
    return recorded
      ? `método de pago ${id} (${titulo}): no es lo que dice la última línea del diario`
      : `método de pago ${id} (${titulo}): el diario no sabe de él`
  })
}
