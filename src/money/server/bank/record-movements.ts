import { sql as raw } from 'kysely'
import { SYSTEM } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { type Account, readAccount } from '#payment-methods/server/read-account.ts'
import { addDays, type CalendarDate, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf, takeIds } from '#platform/server/db/many.ts'
import type { SourceKind, Told, Trust } from '../../movement.ts'
import { movementTail, tailsAgree } from '../../movement-tail.ts'
import { confirmMovement, SILENT, tieOf, wordsOf } from './confirm-movement.ts'
import { EarlierParts, markReadAnew, type Sorted, type Written } from './earlier-parts.ts'
import { KnownIndex } from './known-index.ts'
import {
  FAR,
  findMate,
  findOriginal,
  isBare,
  isDouble,
  isNear,
  isNoticeAgain,
  isTold,
  type Known,
  markNameless,
  nearKey,
  originalOf,
  samePayer,
  used,
} from './same-movement.ts'
import { movementSightings, movements, type StoredMovement, type StoredSighting, UNDECIDED } from './schema.ts'
import {
  forgetLists,
  isCalled,
  isOtherColumn,
  type Numbered,
  namedLater,
  namesKnown,
  noteAgain,
  saidOf,
  sayAnew,
  tellings,
  UNTIED,
} from './sightings.ts'

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

/** The lane in which movements are written: nobody else writes them meanwhile. Two methods may be one account, so it is one for all. */
export const MOVEMENTS_LANE = 'movimientos'

/**
 * Keeps a source's movements of an account. Reported again they add nothing; one that another source reported is one movement with
 * two witnesses (docs/decisions/089-money-that-came-in.md). In `MOVEMENTS_LANE`, some hundreds at a time.
 */
export async function recordMovements(tx: Sql, word: Word, told: readonly Told[]): Promise<Recorded> {
  const { fuente, confianza, crudo_sha256, now } = word
  const sorted = await sortOut(tx, word, told, (count) => takeIds(tx, 'movements', count))
  const [{ confirmed }, written] = [sorted, sorted.rows.map(({ id }) => id)]
  for (const one of [...confirmed, ...sorted.later]) written.push(...(await confirmMovement(tx, confianza, one)))
  await addMovements(tx, sorted.rows)
  await forgetLists(tx, sorted.adopted)
  await addSightings(tx, sorted.witnessed)
  await sayAnew(tx, word, sorted.later)
  if (fuente === 'extracto') await noteAgain(tx, crudo_sha256, sorted.beside)
  if (written.length + confirmed.length > 0) {
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: SYSTEM,
      accion: 'dinero recibido',
      datos: { fuente, nuevos: sorted.rows.length, conocidos: confirmed.length },
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
  const free = 2 ** 50 + earlier.names.size
  const ids = async (count: number) => Array.from({ length: count }, (_, at) => free + at)
  const sorted = await sortOut(sql, word, told, ids, earlier)
  earlier.add(sorted, word.confianza)
  return recordedOf(sorted)
}

function recordedOf({ rows, confirmed, repetidos, crudos }: Sorted): Recorded {
  const posibles = rows.filter(({ repetida_de }) => repetida_de !== null).length
  return { nuevos: rows.map(({ id }) => id), repetidos, conocidos: confirmed.length, posibles, crudos }
}

/** Sources that tell each payment by itself. */
const NOTICES: readonly SourceKind[] = ['aviso', 'zelle']

async function sortOut(
  tx: Sql,
  word: Word,
  tells: readonly Told[],
  ids: (count: number) => Promise<number[]>,
  earlier = new EarlierParts(),
): Promise<Sorted> {
  const { metodo_id, fuente, confianza, now } = word
  const account = await readAccount(tx, metodo_id)
  const told = tellings(word, tells)
  const before = await namesKnown(tx, word, account, told)
  const fresh = new Map<string, Numbered>()
  for (const one of told)
    if (!before.has(one.id_banco) && !earlier.names.has(one.id_banco)) fresh.set(one.id_banco, one)
  const [repetidos, beside] = [told.length - fresh.size, [...new Set(before.values())]]
  const later = await namedLater(tx, word, account, told)
  const sorted: Sorted = { rows: [], witnessed: [], confirmed: [], later, adopted: [], beside, repetidos, crudos: [] }
  const witness = (one: Numbered, movimiento_id: number, tied: boolean): void => {
    const { id_banco, crudo } = one
    const said = { ...saidOf(one), crudo_sha256: (tied ? '' : UNTIED) + word.crudo_sha256 }
    sorted.witnessed.push({ metodo_id, fuente, id_banco, movimiento_id, ...said, visto_en: now })
    if (crudo !== undefined) sorted.crudos.push({ movimiento_id, id_banco, crudo })
  }
  for (const id of beside) earlier.here.add(id)
  if (fresh.size === 0) return sorted

  const near = await knownNear(tx, word, account, [...fresh.values()], earlier)
  // By the number that both have first, and where nothing else tells them apart.
  const credits = [...fresh.values()].filter(({ sentido }) => sentido === 'credito')
  const isItsCredit = (one: Numbered, known: Numbered | Known) =>
    one.centimos === known.centimos &&
    ['dichos' in known ? known.dichos : [], known].flat().some((said) => isNear(one, said)) &&
    tailsAgree(one.cola, known.cola) &&
    samePayer(one, known) !== false
  const takesBack = (one: Numbered) =>
    [...near.tied({ ...one, sentido: 'credito' }), ...credits].some((known) => isItsCredit(one, known))
  for (const [name, one] of fresh) if (one.deshace && !takesBack(one)) fresh.delete(name)
  const free = await ids(fresh.size)
  const isNotice = NOTICES.includes(fuente)
  const lista = !isNotice && word.canal === undefined
  const mates = new Map<Numbered, Known>()
  // No row takes what another row of its list names by its reference, or else by its payer, or has on its own day.
  for (const [least, days] of [4, 3, 2, 1].flatMap((least) => [0, 1].map((days) => [least, days] as const)))
    for (const one of fresh.values()) {
      if (mates.has(one)) continue
      const same = near.tied(one)
      // A call takes no row that may repeat another, unless it names it.
      const isOpen = ({ repetida_de }: Known) => least === 4 || !word.canal || repetida_de === null
      const mate = findMate(one, [same, least === 1 ? near.free(one) : []], isOpen, account.banco, least, days)
      if (!mate) continue
      // One that is told again is no second payment, unless this is the movement that it repeats, or that repeats it from now on.
      const isOther = (known: Known) => originalOf(known) !== mate.id && !(isBare(known) && isDouble(one, mate, known))
      if (least < 4 && same.some((known) => isOther(known) && isTold(one, known, lista))) continue
      mate.told = true
      mate.dichos.push({ ...one, propio: true, lista })
      near.keep(mate)
      mates.set(one, mate)
    }
  for (const one of fresh.values()) {
    const mate = mates.get(one)
    const same = isNotice && !mate ? near.of(one) : near.tied(one)
    if (mate) {
      const tie = tieOf(mate, one)
      witness(one, mate.id, tie !== null)
      if (tie === 'adopted' && confianza !== 'aviso') sorted.adopted.push(mate.id)
      // Nobody named its payer, and the list that does has it again. Or its number was cut, and the cut one pays somebody.
      const isFirst = (known: Known) =>
        (isBare(mate) && known.id < mate.id && isTold(one, known, lista)) ||
        (tie !== null && mate.repetida_de === null && isDouble(one, mate, known, true))
      const first = used(mate) === 0 && same.find(isFirst)
      const others = tie === null ? [] : same.filter((other) => isDouble(one, mate, other))
      sorted.confirmed.push({ mate, mine: one, tie, others, repite: first ? originalOf(first) : null })
      continue
    }
    const id = free[sorted.rows.length] as number
    const again = (known: Known) => isTold(one, known, lista) || (isNotice && isNoticeAgain(one, known))
    const kind = { confianza, unido: 0, cola_avisada: '', ...UNDECIDED, told: true } as const
    const said = { repetida_de: findOriginal(one, same, again), dichos: [{ ...one, propio: true, lista }] }
    const row: Known = { id, metodo_id, ...one, ...kind, ...said, visto_en: now }
    sorted.rows.push(row)
    witness(one, id, true)
    near.keep(row)
  }
  markNameless(sorted.rows, near, account.banco)
  markReadAnew(sorted, near.all)
  return sorted
}

/**
 * Movements of the same amount a day before or after any of them, or under the same reference some days further, and whether this source
 * has reported each.
 */
async function knownNear(tx: Sql, word: Word, account: Account, told: readonly Numbered[], earlier: EarlierParts) {
  const { fuente, canal, crudo_sha256 } = word
  const [file] = /^[^.]+\./.exec(crudo_sha256) ?? []
  const days = told.map(({ dia }) => dia).sort() as [CalendarDate, ...CalendarDate[]]
  const amounts = new Set(told.map(({ centimos }) => centimos))
  const ends = [...new Set(told.flatMap((one) => [one.fin, movementTail(one.referencia_otra, one.tipo).fin]))]
  const [first, last] = [days[0], days.at(-1) as CalendarDate]
  const alike = tx.selectFrom('movements').selectAll().where('metodo_id', 'in', account.metodos).orderBy('id')
  const payers = (name: 'telefono_origen' | 'documento_origen') =>
    isOneOf(tx, name, told.map((one) => one[name]).filter(Boolean))
  // The same bytes by another column of the day: it may be days from the one before.
  const imports = tx
    .selectFrom('statement_imports')
    .select('id')
    .where('sha256', '=', file?.slice(0, -1) ?? '')
  const readBefore = (await imports.where('terminado_en', 'is not', null).limit(1).executeTakeFirst()) !== undefined
  const near = await alike
    .where(isOneOf(tx, 'centimos', [...amounts]))
    .where('dia', '>=', addDays(first, -FAR))
    .where('dia', '<=', addDays(last, FAR))
    .where((row) =>
      row.or([
        row.and([row('dia', '>=', addDays(first, -1)), row('dia', '<=', addDays(last, 1))]),
        ...(readBefore ? [row.lit(true)] : []),
        ...[payers('telefono_origen'), payers('documento_origen')],
      ]),
    )
    .execute()
  // By the ends of all that was told of it, of which few are alike: amounts and days are of thousands.
  const sightings = tx.selectFrom('movement_sightings')
  const far = await Promise.all(
    (['fin', 'fin_otra'] as const).map((end) => {
      const ended = sightings.select('movimiento_id').where(isOneOf(tx, end, ends))
      return alike.where('id', 'in', ended.where(raw<boolean>`${raw.ref(end)} <> ''`)).execute()
    }),
  )
  const found = new Map([...near, ...far.flat()].map((one) => [one.id, one]))
  const all = await sightings
    .select(['movimiento_id', 'fuente', 'id_banco', 'crudo_sha256', 'cola', 'dicho'])
    .where(isOneOf(tx, 'movimiento_id', [...found.keys()]))
    .execute()
  const by = Map.groupBy(all, ({ movimiento_id }) => movimiento_id)
  const isOwn = (one: Pick<StoredSighting, 'fuente' | 'id_banco'>) =>
    one.fuente === fuente && isCalled(one.id_banco) === (canal !== undefined)
  const equalsOf = (one: StoredMovement) => `${one.dia} ${nearKey(one)}`
  const decided = new Set([...found.values()].filter(used).map(equalsOf))
  const known = [...found.values()].map((one) => {
    const tellings = (by.get(one.id) ?? []).filter((each) => each.fuente !== 'aviso' || fuente === 'aviso')
    const elsewhere = tellings.some((each) => isOwn(each) && !each.crudo_sha256.includes(crudo_sha256))
    const otra_hoja = elsewhere && canal === undefined && fuente !== 'zelle' && !earlier.here.has(one.id)
    // Of one before a telling kept its words they are the movement's.
    const dichos = tellings.map((each) => {
      const lista = !NOTICES.includes(each.fuente) && !isCalled(each.id_banco)
      const words = each.dicho === '' ? one : { tipo: one.tipo, moneda: one.moneda, ...JSON.parse(each.dicho) }
      return { ...words, cola: each.cola, lista, propio: isOwn(each) }
    })
    // A person chose other columns for the same file: its rows are told anew, unless one of those equals pays somebody already.
    const isReadOtherwise = ({ crudo_sha256: read }: Pick<StoredSighting, 'crudo_sha256'>) =>
      file !== undefined && read.includes(file) && !read.includes(crudo_sha256)
    const own = tellings.filter(isOwn)
    const leida = own.some(isReadOtherwise)
      ? 'mismos'
      : own.some((each) => isOtherColumn(crudo_sha256, each))
        ? 'otros'
        : undefined
    const told = decided.has(equalsOf(one)) ? own.length > 0 : own.some((each) => !isReadOtherwise(each))
    const said = { told, otra_hoja, dichos, leida } as const
    const kept = earlier.mates.get(one.id) ?? Object.assign(one, said)
    // Beside the bank's own word only a notice named that payer, and it may be false.
    const isNoted = fuente !== 'aviso' && kept.cola_avisada !== '' && kept.dichos.every(isBare)
    return isNoted ? Object.assign(kept, SILENT, ...kept.dichos.map(wordsOf)) : kept
  })
  known.push(...earlier.rows.filter(({ centimos }) => amounts.has(centimos)))
  return new KnownIndex(known, told, account.banco, NOTICES.includes(fuente))
}
