import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY, dayInCaracas, type Instant } from '#platform/clock.ts'
import { type Money, times } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf, isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Quote } from '#tickets/contract.ts'
import { paymentTails, windowsOf } from '../payment-tails.ts'

const PAGE = 1_000

/** Compares every purchase with its reservation, its quote, its proof and its payment. */
export async function auditPurchases(ctx: Ctx, sql: Sql): Promise<string[]> {
  const problems: string[] = []
  for (let last = 0; ; ) {
    const page = await readPage(sql, last)
    const ofPage = isOneOf(sql, 'compra_id', idsOf(page))
    const [claims, windows] = await Promise.all([
      sql.selectFrom('confirmed_references').selectAll().where(ofPage).execute(),
      sql.selectFrom('payment_windows').selectAll().where(ofPage).execute(),
    ])
    const claimed = Map.groupBy(claims, ({ compra_id }) => compra_id)
    const found = Map.groupBy(windows, ({ compra_id }) => compra_id)
    for (const row of page) {
      const say = (problem: string) => problems.push(`compra ${row.codigo}: ${problem}`)
      auditReservation(row, say)
      auditQuote(row, say)
      if (row.comprobante !== '' && !(await ctx.files.has(row.comprobante))) say('falta el archivo del comprobante')
      auditPayment(row, claimed.get(row.id) ?? [], found.get(row.id) ?? [], say)
    }
    const end = page.at(-1)
    if (!end || page.length < PAGE) return [...problems, ...(await auditStrayWindows(sql))]
    last = end.id
  }
}

/** The windows of a payment by which others are found are of a purchase that there is. */
async function auditStrayWindows(sql: Sql): Promise<string[]> {
  const strays = await sql
    .selectFrom('payment_windows')
    .leftJoin('purchases', 'purchases.id', 'payment_windows.compra_id')
    .select('payment_windows.compra_id')
    .distinct()
    .where('purchases.id', 'is', null)
    .orderBy('payment_windows.compra_id')
    .execute()
  return strays.map(({ compra_id }) => `un pago se busca por la compra ${compra_id}, que no hay`)
}

type Row = Awaited<ReturnType<typeof readPage>>[number]

function readPage(sql: Sql, after: number) {
  return sql
    .selectFrom('purchases')
    .innerJoin('reservations', 'reservations.id', 'purchases.reserva_id')
    .select(['purchases.id', 'purchases.codigo', 'purchases.estado', 'purchases.rifa_id'])
    .select(['purchases.cantidad_tickets', 'purchases.total', 'purchases.comprobante'])
    .select(['purchases.referencia', 'purchases.metodo_pago', 'reservations.estado as reserva'])
    .select(['reservations.vence_en', 'reservations.rifa_id as reserva_de', 'reservations.cantidad'])
    .select(['reservations.cotizacion'])
    .where('purchases.id', '>', after)
    .orderBy('purchases.id')
    .limit(PAGE)
    .execute()
}

function auditReservation(row: Row, say: (problem: string) => void): void {
  if (row.cantidad !== row.cantidad_tickets)
    say(`compró ${row.cantidad_tickets} boletos y su reserva es de ${row.cantidad}`)
  if (row.reserva_de !== row.rifa_id) say(`es de la rifa ${row.rifa_id} y su reserva de la ${row.reserva_de}`)
  const agrees = {
    'en revision': (row.reserva === 'en revision' || row.reserva === 'en espera') && row.vence_en === null,
    confirmado: row.reserva === 'confirmado',
    rechazado:
      (row.reserva === 'en revision' && row.vence_en !== null) ||
      row.reserva === 'vencido' ||
      row.reserva === 'falso' ||
      row.reserva === 'liberado',
    anulado: row.reserva === 'liberado',
  }[row.estado]
  if (!agrees) say(`está ${row.estado} y su reserva ${row.reserva}`)
}

function auditQuote(row: Row, say: (problem: string) => void): void {
  const quote = JSON.parse(row.cotizacion) as Quote
  const total = times(quote.precio as Money, row.cantidad_tickets)
  if (row.total !== total || quote.total !== total) say(`su total es ${row.total} y debe ser ${total}`)
}

/** A confirmed purchase has its payment and no other, an unconfirmed one has none, and each is found by all readings of its reference. */
function auditPayment(
  row: Row,
  claims: readonly Tables['confirmed_references'][],
  windows: readonly Tables['payment_windows'][],
  say: (problem: string) => void,
): void {
  const tails = paymentTails(row.referencia, row.metodo_pago)
  const confirmada = row.estado === 'confirmado' ? 1 : 0
  const wanted = confirmada === 1 ? tails.filter(({ firme }) => firme).map(({ cola }) => cola) : []
  const has = claims.map(({ cola }) => cola)
  if (wanted.some((cola) => !has.includes(cola))) say('su referencia no está entre las confirmadas')
  if (has.some((cola) => !wanted.includes(cola))) say('una referencia confirmada no es la suya')
  const found = windows.map(({ ventana }) => ventana).sort()
  const whole = JSON.stringify(found) === JSON.stringify(windowsOf(tails))
  if (!whole || windows.some((window) => window.confirmada !== confirmada))
    say('otra compra con su mismo pago no se encontraría')
}

/** Caracas is behind UTC by that; a day of its calendar begins so much later. */
const BEHIND = 4 * 3_600_000

type Kind = Tables['purchase_counts']

/** Compares the counts of each day with the purchases that they count. */
export async function auditCounts(db: Sql): Promise<string[]> {
  const { rows } = await sql<Omit<Kind, 'dia'> & { numero: number }>`
    select rifa_id, estado, coalesce(metodo_pago, '') as metodo_pago, tasa_verificada, vendida_por, moneda,
      (creado_en - ${sql.lit(BEHIND)}) / ${sql.lit(DAY)} as numero, count(*) as cuantas,
      sum(cast(replace(total, '.', '') as bigint)) as centimos
    from purchases group by 1, 2, 3, 4, 5, 6, 7`.execute(db)
  const real = new Map(
    rows.map(({ numero, ...kind }) => {
      const dia = dayInCaracas((Number(numero) * DAY + BEHIND) as Instant)
      return [keyOf({ ...kind, dia }), `${kind.cuantas} por ${kind.centimos}`]
    }),
  )
  const problems: string[] = []
  for (const kind of await countsOf(db)) {
    const key = keyOf(kind)
    const counted = `${kind.cuantas} por ${kind.centimos}`
    if (real.get(key) !== counted) problems.push(`cuentas de ${key}: dicen ${counted} y hay ${real.get(key) ?? '0'}`)
    real.delete(key)
  }
  for (const [key, there] of real) problems.push(`cuentas de ${key}: no dicen nada y hay ${there}`)
  return problems
}

/** Those that count something: money without a purchase too. */
function countsOf(db: Sql): Promise<Kind[]> {
  return db
    .selectFrom('purchase_counts')
    .selectAll()
    .where((row) => row.or([row('cuantas', '!=', 0), row('centimos', '!=', 0)]))
    .execute()
}

function keyOf(kind: Omit<Kind, 'cuantas' | 'centimos'>): string {
  const { rifa_id, estado, metodo_pago, tasa_verificada, vendida_por, moneda, dia } = kind
  return [`rifa ${rifa_id}`, estado, metodo_pago, tasa_verificada, vendida_por, moneda, dia].join(', ')
}

const PROOFS_AT_ONCE = 200

/** Reads every proof and compares its bytes with the data stored when it arrived. */
export async function auditProofs(ctx: Pick<Ctx, 'files'>, sql: Sql): Promise<string[]> {
  const problems: string[] = []
  for (let last = ''; ; ) {
    const page = await sql
      .selectFrom('proofs')
      .select(['id', 'sha256', 'bytes'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PROOFS_AT_ONCE)
      .execute()
    for (const { id, sha256, bytes } of page) {
      const file = await ctx.files.open(id)
      if (!file) continue
      const hash = createHash('sha256')
      for await (const part of file.stream) hash.update(part as Buffer)
      if (file.size !== bytes) problems.push(`proofs ${id}: bytes dice ${bytes} y el archivo tiene ${file.size}`)
      if (hash.digest('hex') !== sha256) problems.push(`proofs ${id}: el archivo no es el que llegó`)
    }
    const end = page.at(-1)
    if (!end || page.length < PROOFS_AT_ONCE) return problems
    last = end.id
  }
}
