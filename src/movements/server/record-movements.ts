import { sql as raw } from 'kysely'
import { SYSTEM } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { type Account, readAccount } from '#payment-methods/server/read-account.ts'
import { addDays, type CalendarDate, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf, takeIds } from '#platform/server/db/many.ts'
import type { Movement, SourceKind, Told, Trust } from '../movement.ts'
import { movementTail } from '../movement-tail.ts'
import { type Confirmation, confirmMovement, tieOf } from './confirm-movement.ts'
import { inShape, requireTeller } from './movement-shape.ts'
import type { EarlierParts } from './parts.ts'
import {
  findMate,
  findOriginal,
  isDouble,
  isListed,
  isNoticeAgain,
  type Known,
  markNameless,
  nearKey,
} from './same-movement.ts'
import { movementSightings, movements, type StoredSighting } from './schema.ts'
import { CALLED, forgetLists, namesKnown, nameTold, noteAgain, UNTIED } from './sightings.ts'

const addMovements = insertRows(movements)
const addSightings = insertRows(movementSightings)

/** A source, and its account. */
export interface Word {
  metodo_id: number
  fuente: SourceKind
  /**
   * `webhook` where a bank calls us that is also asked: by its call a payment has another name than in its list, and both are one
   * payment with two witnesses.
   */
  canal?: 'webhook'
  confianza: Trust
  /** SHA-256 of its body, or of its file and map. */
  crudo_sha256: string
  now: Instant
}

/** Result for the reported movements. */
export interface Recorded {
  /** Ids of movements that nobody had reported. */
  nuevos: number[]
  /** Reported by that source before, under the same name. */
  repetidos: number
  /** Known from another source, which this one confirms. */
  conocidos: number
  /** Of the new ones, those that may be another one again: a person looks at them. */
  posibles: number
  /** The source's text of each movement that it had not reported. */
  crudos: Written[]
}

export interface Written {
  movimiento_id: number
  id_banco: string
  crudo: string
}

/** The lane in which movements are written: nobody else writes them meanwhile. Two methods may be one account, so it is one for all. */
export const MOVEMENTS_LANE = 'movimientos'

/**
 * Keeps a source's movements of an account. Reported again they add nothing; one that another source reported is one movement with
 * two witnesses (docs/decisions/089-money-that-came-in.md). In `MOVEMENTS_LANE`, some hundreds at a time.
 */
export async function recordMovements(tx: Sql, word: Word, told: readonly Told[]): Promise<Recorded> {
  const { fuente, confianza, crudo_sha256, now } = word
  const sorted = await sortOut(tx, word, told, (count) => takeIds(tx, 'movements', count))
  const written = sorted.rows.map(({ id }) => id)
  for (const one of sorted.confirmed) written.push(...(await confirmMovement(tx, confianza, one)))
  await addMovements(tx, sorted.rows)
  await forgetLists(tx, sorted.adopted)
  await addSightings(tx, sorted.witnessed)
  if (fuente === 'extracto') await noteAgain(tx, crudo_sha256, sorted.beside)
  if (sorted.rows.length + sorted.confirmed.length > 0) {
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: SYSTEM,
      accion: 'dinero recibido',
      datos: { fuente, nuevos: sorted.rows.length, conocidos: sorted.confirmed.length },
      rows: { movements: [...new Set(written)] },
    })
  }
  return recordedOf(sorted)
}

/**
 * Result of recording, by the same rules; nothing is written.
 * @param earlier parts of the same telling: this one is added to them.
 */
export async function foreseeMovements(
  sql: Sql,
  word: Word,
  told: readonly Told[],
  earlier: EarlierParts,
): Promise<Recorded> {
  // Ids that no row has.
  const sorted = await sortOut(
    sql,
    word,
    told,
    async (count) => Array.from({ length: count }, (_, at) => -1 - at),
    earlier,
  )
  earlier.add(sorted)
  return recordedOf(sorted)
}

interface Sorted {
  rows: Known[]
  witnessed: StoredSighting[]
  confirmed: Confirmation[]
  /** Ids of the known movements that are what it reports, because nobody had said anything of them. */
  adopted: number[]
  /** Ids of the known movements that it reports again. */
  beside: number[]
  repetidos: number
  crudos: Written[]
}

function recordedOf({ rows, confirmed, repetidos, crudos }: Sorted): Recorded {
  const posibles = rows.filter(({ repetida_de }) => repetida_de !== null).length
  return { nuevos: rows.map(({ id }) => id), repetidos, conocidos: confirmed.length, posibles, crudos }
}

async function sortOut(
  tx: Sql,
  word: Word,
  tells: readonly Told[],
  ids: (count: number) => Promise<number[]>,
  earlier?: EarlierParts,
): Promise<Sorted> {
  requireTeller(word)
  const { metodo_id, fuente, confianza, now } = word
  const account = await readAccount(tx, metodo_id)
  const told = tells.map((one) => ({ ...inShape(one), id_banco: nameTold(word, one.id_banco) }))
  const before = await namesKnown(tx, word, account, told)
  const fresh = new Map<string, Told>()
  for (const one of told) if (!before.has(one.id_banco) && !earlier?.has(one.id_banco)) fresh.set(one.id_banco, one)
  const [repetidos, beside] = [told.length - fresh.size, [...new Set(before.values())]]
  const sorted: Sorted = { rows: [], witnessed: [], confirmed: [], adopted: [], beside, repetidos, crudos: [] }
  const witness = ({ id_banco, crudo, referencia }: Told, movimiento_id: number, tied: boolean): void => {
    const crudo_sha256 = (tied ? '' : UNTIED) + word.crudo_sha256
    sorted.witnessed.push({ metodo_id, fuente, id_banco, movimiento_id, crudo_sha256, referencia, visto_en: now })
    if (crudo !== undefined) sorted.crudos.push({ movimiento_id, id_banco, crudo })
  }
  if (fresh.size === 0) return sorted

  const near = await knownNear(tx, word, account, [...fresh.values()], new Set(before.values()), earlier)
  const added: { row: Known; same: Known[] }[] = []
  const free = await ids(fresh.size)
  const alike = (one: Told) => {
    const kept = near.get(nearKey(one)) ?? []
    const mine = { ...plain(one), ...movementTail(one.referencia, one.tipo) }
    return { kept, mine, same: earlier ? [...kept, ...earlier.beside(one)] : kept }
  }
  const isNotice = fuente === 'aviso' || fuente === 'zelle'
  const again = word.canal ? undefined : isNotice ? isNoticeAgain : isListed
  const mates = new Map<Told, Known>()
  // No row takes what another row of its list names by its reference, or else by its payer.
  for (const least of [3, 2, 1])
    for (const one of fresh.values()) {
      if (mates.has(one)) continue
      const { mine, same } = alike(one)
      // One that its source lists twice is no second payment.
      if (least < 3 && again === isListed && same.some((known) => isListed(mine, known))) continue
      const mate = findMate(mine, same, account.banco, least)
      if (!mate) continue
      mate.told = true
      mate.numeros.push(one.referencia)
      mates.set(one, mate)
    }
  for (const one of fresh.values()) {
    const { kept, mine, same } = alike(one)
    const mate = mates.get(one)
    if (mate) {
      const tie = tieOf(mate, mine)
      witness(one, mate.id, tie !== null)
      if (tie === 'adopted' && confianza !== 'aviso') sorted.adopted.push(mate.id)
      sorted.confirmed.push({ mate, mine, tie, others: same.filter((other) => isDouble(mine, mate, other)) })
      continue
    }
    const id = free[sorted.rows.length] as number
    const repetida_de = findOriginal(mine, same, again)
    const kind = { confianza, unido: 0, cola_avisada: '', ...UNDECIDED, told: true } as const
    const row: Known = { id, metodo_id, ...mine, repetida_de, visto_en: now, ...kind, numeros: [one.referencia] }
    sorted.rows.push(row)
    added.push({ row, same })
    witness(one, id, true)
    near.set(nearKey(one), [...kept, row])
  }
  markNameless(added, account.banco)
  return sorted
}

/** Columns of a movement that nobody has decided about. */
export const UNDECIDED = {
  devuelto: 0,
  ignorado: 0,
  estado: 'abierto',
  razon: '',
  decidido_por: '',
  decidido_por_id: null,
  decidido_en: null,
} as const

/**
 * Movements of the same amount a day before or after any of them, or under the same reference some days further, and whether this source
 * has reported each.
 * @param here ids of those that it reports now under the same name.
 */
async function knownNear(
  tx: Sql,
  { fuente, canal, crudo_sha256 }: Word,
  { metodos }: Account,
  told: readonly Told[],
  here: ReadonlySet<number>,
  earlier: EarlierParts | undefined,
): Promise<Map<string, Known[]>> {
  const days = told.map(({ dia }) => dia).sort() as [CalendarDate, ...CalendarDate[]]
  const amounts = new Set(told.map(({ centimos }) => centimos))
  const ends = new Set(told.map(({ referencia, tipo }) => movementTail(referencia, tipo).fin))
  const numbers = new Set(told.map(({ referencia }) => referencia))
  const alike = tx
    .selectFrom('movements')
    .selectAll('movements')
    .select((row) => {
      const told = row.selectFrom('movement_sightings').whereRef('movimiento_id', '=', 'movements.id')
      const own = told
        .where('fuente', '=', fuente)
        .select(raw<string | null>`string_agg(referencia, '|')`.as('numeros'))
      return [
        own.where('id_banco', canal === undefined ? 'not like' : 'like', `${CALLED}%`).as('numeros'),
        own.where('crudo_sha256', 'not like', `%${crudo_sha256}%`).as('elsewhere'),
      ]
    })
    .where('metodo_id', 'in', metodos)
    .orderBy('id')
  const near = await alike
    .where(isOneOf(tx, 'centimos', [...amounts]))
    .where('dia', '>=', addDays(days[0], -1))
    .where('dia', '<=', addDays(days.at(-1) as CalendarDate, 1))
    .execute()
  // By its ends alone, of which few are alike: amounts and days are of thousands.
  const far = await alike
    .where(isOneOf(tx, 'fin', [...ends]))
    .where(raw<boolean>`fin <> ''`)
    .execute()
  const named = tx.selectFrom('movement_sightings').select('movimiento_id').where(raw<boolean>`referencia <> ''`)
  const listed = await alike.where('id', 'in', named.where(isOneOf(tx, 'referencia', [...numbers]))).execute()
  const found = new Map([...near, ...far, ...listed].map((one) => [one.id, one]))
  return Map.groupBy(
    [...found.values()].map(
      ({ elsewhere, numeros, ...one }): Known =>
        earlier?.heard(one.id) ?? {
          ...one,
          told: numeros !== null,
          numeros: numeros?.split('|') ?? [],
          otra_hoja: elsewhere !== null && (fuente === 'extracto' || fuente === 'aviso') && !here.has(one.id),
        },
    ),
    nearKey,
  )
}

function plain({ id_banco: _, crudo: __, ...movement }: Told): Movement {
  return movement
}
