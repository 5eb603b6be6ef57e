import type { Updateable } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { namesOf } from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Pile } from '../numbers/free-pile.ts'
import { freedNumbers, NUMBER_STATE, reservations, stock as stockTable, type Ticket, tickets } from '../schema.ts'
import type { Reservation, Stock } from '../store.ts'

interface Changes {
  /** Rows as they were; null for those that were made. */
  changed: ReadonlyMap<object, Reservation | null>
  pile: Pile
  /** Numbers that may have another owner, by the id of the one before. */
  moved: ReadonlyMap<string, number | null>
  ownerOf(numero: string): Reservation | null
}

const addReservations = insertRows(reservations)
const addTickets = insertRows(tickets)
const addFreed = insertRows(freedNumbers, 'on conflict (rifa_id, numero) do update set version = excluded.version')

type Counters = Omit<Stock, 'total_numeros' | 'version'>

const { total_numeros: _, version: __, ...COUNTERS } = namesOf(stockTable)
const writeCounters = prepared<Counters>(COUNTERS)((sql, { rifa_id, ...counters }) =>
  sql.updateTable('stock').set(counters).where('rifa_id', '=', rifa_id),
)

const markNumbers = prepared<{ ids: number[]; version: number; estado: Ticket['estado'] }>({
  ids: true,
  version: true,
  estado: true,
})((sql, { ids, version, estado }) =>
  sql
    .updateTable('tickets')
    .set({ estado, version })
    .where(isOneOf(sql, 'reserva_id', ids)),
)

/** Writes the commands' changes to the tickets of a raffle, by table, sent together. */
export async function saveRows(tx: Sql, stock: Stock, { changed, pile, moved, ownerOf }: Changes): Promise<void> {
  const { rifa_id, version } = stock
  const made: Reservation[] = []
  const alike = new Map<string, { changes: Updateable<Tables['reservations']>; ids: number[] }>()
  const marked = new Map<Ticket['estado'], number[]>()
  for (const [object, before] of changed) {
    if (object === stock) continue
    const row = object as Reservation
    if (before === null) {
      made.push(row)
      continue
    }
    const changes = changesOf(before, row)
    const key = JSON.stringify(changes)
    if (key !== '{}') add(alike, key, { changes, ids: [] }).ids.push(row.id)
    const estado = NUMBER_STATE[row.estado]
    const owned = before.elegidos === 1 || before.estado === 'confirmado'
    if (owned && estado && before.estado !== row.estado) add(marked, estado, []).push(row.id)
  }
  const owned = [...moved].map(([numero, was]) => ({ numero, was, owner: ownerOf(numero) }))
  const changing = owned.filter(({ was, owner }) => was !== (owner?.id ?? null))
  const gone = changing.filter(({ was }) => was !== null).map(({ numero }) => numero)
  const freed = changing.filter(({ was, owner }) => was !== null && owner === null)
  const come = changing.flatMap(({ numero, owner }) => {
    const estado = owner && NUMBER_STATE[owner.estado]
    return estado ? [{ rifa_id, numero, estado, reserva_id: owner.id, version }] : []
  })
  const lose = tx.deleteFrom('tickets').where('rifa_id', '=', rifa_id)
  await Promise.all([
    addReservations(tx, made),
    ...[...alike.values()].map(({ changes, ids }) => updateAlike(tx, changes, ids)),
    writeCounters(tx, stock),
    pile.save(tx, rifa_id),
    gone.length > 0 && lose.where(isOneOf(tx, 'numero', gone)).execute(),
    addFreed(
      tx,
      freed.map(({ numero }) => ({ rifa_id, numero, version })),
    ),
    ...[...marked].map(([estado, ids]) => markNumbers(tx, { estado, ids, version })),
    addTickets(tx, come),
  ])
}

function add<Key, Value>(map: Map<Key, Value>, key: Key, empty: Value): Value {
  const value = map.get(key) ?? empty
  map.set(key, value)
  return value
}

/** Only changed columns: another writer's changes meanwhile, without the raffle's lock, stay. */
function changesOf(before: Reservation, row: Reservation): Updateable<Tables['reservations']> {
  const columns = Object.keys(row) as (keyof Reservation)[]
  return Object.fromEntries(columns.filter((name) => before[name] !== row[name]).map((name) => [name, row[name]]))
}

type Update = (sql: Sql, values: Updateable<Tables['reservations']> & { ids: number[] }) => Promise<unknown>
const updates = new Map<string, Update>()

/** The same changes of many reservations. The changed columns are one of a few sets, each compiled once. */
function updateAlike(tx: Sql, changes: Updateable<Tables['reservations']>, ids: number[]): Promise<unknown> {
  const names = [...Object.keys(changes), 'ids']
  const update = updates.get(names.join()) ?? updating(names)
  updates.set(names.join(), update)
  return update(tx, { ...changes, ids })
}

function updating(names: readonly string[]): Update {
  const given = Object.fromEntries(names.map((name) => [name, true])) as never
  return prepared<Updateable<Tables['reservations']> & { ids: number[] }>(given)((sql, { ids, ...columns }) =>
    sql
      .updateTable('reservations')
      .set(columns)
      .where(isOneOf(sql, 'id', ids)),
  )
}
