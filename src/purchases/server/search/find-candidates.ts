import { type SelectQueryBuilder, sql } from 'kysely'
import type { MethodKind } from '#payment-methods/methods.ts'
import { dayInCaracas, type Instant, startOfDay } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { PurchaseFilter } from '../../panel-contract.ts'
import { type Meaning, understand } from '../../search-text.ts'
import { alike, endOfDay, means } from './purchase-filter.ts'

/** Place of a purchase in a list, newest first. */
export interface Place {
  creado_en: Instant
  id: number
}

export interface Candidates {
  /** Newest first; among them is every purchase that fits, down to the oldest of them. */
  places: Place[]
  /** Whether older ones were not looked at. */
  more: boolean
}

type Branch = SelectQueryBuilder<Tables, never, Place>

/** Candidates that one request looks at, and beginnings of words that one search follows. */
const MOST = 2_000
const MOST_WORDS = 40
/** Kinds of purchases in one query. */
const TOGETHER = 16
/** After every character that a word may begin with. */
const LAST = '\u{10ffff}'

export function isBefore(a: Place, b: Place): boolean {
  return a.creado_en < b.creado_en || (a.creado_en === b.creado_en && a.id < b.id)
}

/** Purchases that a typed text may mean, older than `after`: found by indexes alone, so some do not fit. */
export async function candidatesOfText(sql: Sql, text: string, after: Place | null): Promise<Candidates> {
  const branches: ((limit: number) => Branch)[] = []
  for (const meaning of understand(text)) branches.push(...(await branchesOf(sql, meaning, after)))
  if (branches.length === 0) return { places: [], more: false }
  const limit = Math.ceil(MOST / branches.length)
  return gather(
    sql,
    branches.map((branch) => branch(limit)),
    limit,
  )
}

/**
 * Purchases that fit a filter without text, older than `after`. Each kind of those that are alike has an index of its own, and
 * the counts say which kinds there are and since when. Kinds that ended before the page begins are not queried.
 * @param size places that are wanted.
 */
export async function candidatesOfKinds(
  sql: Sql,
  filter: PurchaseFilter,
  after: Place | null,
  size: number,
): Promise<Place[]> {
  let counted = sql
    .selectFrom('purchase_counts')
    .select(['rifa_id', 'estado', 'metodo_pago', 'tasa_verificada', 'vendida_por'])
    .select((row) => row.fn.max('dia').as('dia'))
    .where(alike(filter))
    .where('cuantas', '>', 0)
    .groupBy(['rifa_id', 'estado', 'metodo_pago', 'tasa_verificada', 'vendida_por'])
  if (after) counted = counted.where('dia', '<=', dayInCaracas(after.creado_en))
  const kinds = await counted.execute()
  kinds.sort((a, b) => (a.dia < b.dia ? 1 : -1))
  let places: Place[] = []
  for (let first = 0; first < kinds.length; first += TOGETHER) {
    const last = places[size - 1]
    const newest = kinds[first]?.dia
    if (last && newest && last.creado_en >= endOfDay(newest)) break
    const branches = kinds.slice(first, first + TOGETHER).map((kind) => {
      let branch = newestOf(sql, after, size)
        .where('rifa_id', '=', kind.rifa_id)
        .where('estado', '=', kind.estado)
        .where('tasa_verificada', '=', kind.tasa_verificada)
        .where('vendida_por', '=', kind.vendida_por)
      branch =
        kind.metodo_pago === ''
          ? branch.where('metodo_pago', 'is', null)
          : branch.where('metodo_pago', '=', kind.metodo_pago as MethodKind)
      if (filter.desde !== undefined) branch = branch.where('creado_en', '>=', startOfDay(filter.desde))
      if (filter.hasta !== undefined) branch = branch.where('creado_en', '<', endOfDay(filter.hasta))
      return branch as unknown as Branch
    })
    places = newestFirst([...places, ...(await union(sql, branches))])
  }
  return places.slice(0, size)
}

/** Each branch answers its newest; where one was cut off, nothing older than its last is known to be complete. */
async function gather(sql: Sql, branches: Branch[], limit: number): Promise<Candidates> {
  const found = await union(sql, branches)
  const cut = [...Map.groupBy(found, (place) => place.rama).values()]
    .filter((places) => places.length >= limit)
    .map((places) => newestFirst(places).at(-1) as Place)
  const frontier = newestFirst(cut)[0]
  const places = newestFirst(found)
  return {
    places: frontier ? places.filter((place) => !isBefore(place, frontier)) : places,
    more: frontier !== undefined,
  }
}

async function union(db: Sql, branches: Branch[]): Promise<(Place & { rama: number })[]> {
  const numbered = branches.map((branch, index) =>
    db
      .selectFrom(branch.as('r'))
      .select(['id', 'creado_en'])
      .select(sql<number>`${sql.lit(index)}`.as('rama')),
  )
  const [first, ...rest] = numbered
  if (!first) return []
  return rest.reduce((all, one) => all.unionAll(one), first).execute()
}

/** In order, each once. */
function newestFirst<P extends Place>(places: P[]): P[] {
  const once = new Map(places.map((place) => [place.id, place]))
  return [...once.values()].sort((a, b) => (isBefore(a, b) ? 1 : -1))
}

/** The newest purchases before that place; conditions are added to it. */
export function newestOf(sql: Sql, after: Place | null, limit: number) {
  let query = sql
    .selectFrom('purchases')
    .select(['id', 'creado_en'])
    .orderBy('creado_en', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after)
    query = query.where((row) => row(row.refTuple('creado_en', 'id'), '<', row.tuple(after.creado_en, after.id)))
  return query
}

function newestWith(sql: Sql, palabra: string, after: Place | null, limit: number): Branch {
  let query = sql
    .selectFrom('purchase_words')
    .select(['compra_id as id', 'creado_en'])
    .where('palabra', '=', palabra)
    .orderBy('creado_en', 'desc')
    .orderBy('compra_id', 'desc')
    .limit(limit)
  if (after) {
    query = query.where((row) => row(row.refTuple('creado_en', 'compra_id'), '<', row.tuple(after.creado_en, after.id)))
  }
  return query as unknown as Branch
}

async function branchesOf(sql: Sql, meaning: Meaning, after: Place | null): Promise<((limit: number) => Branch)[]> {
  const one = (add: (query: ReturnType<typeof newestOf>) => unknown) => [
    (limit: number) => add(newestOf(sql, after, limit)) as Branch,
  ]
  switch (meaning.es) {
    case 'monto':
      return [
        ...one((query) => query.where('monto', '=', meaning.monto)),
        ...one((query) => query.where('total', '=', meaning.monto)),
      ]
    case 'telefono':
      return [(limit) => newestWith(sql, meaning.telefono, after, limit)]
    case 'correo':
      return (await wordsFrom(sql, meaning.inicio)).map((word) => (limit) => newestWith(sql, word, after, limit))
    case 'nombre': {
      // The longest word is the rarest, as a rule; the others are checked on its results.
      const [longest] = [...meaning.palabras].sort((a, b) => b.palabra.length - a.palabra.length)
      if (!longest) return []
      const words = longest.inicio ? await wordsFrom(sql, longest.palabra) : [longest.palabra]
      return words.map((word) => (limit) => newestWith(sql, word, after, limit))
    }
    default:
      return one((query) => query.where((row) => means(row, meaning)))
  }
}

/** Words that begin so, each found by one step through the index. */
async function wordsFrom(db: Sql, start: string): Promise<string[]> {
  const end = start + LAST
  const { rows } = await sql<{ palabra: string }>`
    with recursive palabras(palabra) as (
      select min(palabra) from purchase_words where palabra >= ${start} and palabra < ${end}
      union all
      select (select min(next.palabra) from purchase_words next where next.palabra > palabras.palabra and next.palabra < ${end})
      from palabras where palabras.palabra is not null
    )
    select palabra from palabras where palabra is not null limit ${sql.lit(MOST_WORDS)}`.execute(db)
  return rows.map((row) => row.palabra)
}
