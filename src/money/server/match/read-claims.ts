import { sql as raw } from 'kysely'
import { bankOf, methodsOfAccount } from '#payment-methods/one-account.ts'
import { allMethods } from '#payment-methods/server/store.ts'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { paymentTails } from '#purchases/payment-tails.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { type Claim, dayNumber, type Near, nameWords } from '../../claim.ts'

/** Columns of a purchase that the rules read. */
const COLUMNS = [
  'purchases.id',
  'rifa_id',
  'estado',
  'metodo_id',
  'metodo_pago',
  'monto',
  'monto_moneda',
  'fecha',
  'creado_en',
  'referencia',
  'nombre',
  'cedula',
  'telefono',
  'pagador_banco',
  'pagador_telefono',
  'pagador_cedula',
  'centimos_unicos',
  'cantidad_tickets',
  'total',
  'moneda',
] as const
export type ClaimRow = Pick<Purchase, Exclude<(typeof COLUMNS)[number], 'purchases.id'> | 'id'> & {
  unido: number
  /** When its tickets were held, before which nobody knew its own céntimos. */
  apartado_en: Instant | null
}

/** A constant and no parameter: an engine takes the index of those in review only for what it can see. */
export const IN_REVIEW = raw<Purchase['estado']>`${raw.lit('en revision')}`

/** Sold by hand for cash: that came into no account, also where somebody typed the number of a receipt. */
export function isCash({ metodo_pago, vendida_por }: Pick<Purchase, 'metodo_pago' | 'vendida_por'>): boolean {
  return metodo_pago === null && vendida_por !== ''
}

/** Purchases that were paid into an account, with their amount paid by money that came in. */
export function selectClaims(sql: Sql) {
  return sql
    .selectFrom('purchases')
    .select(COLUMNS)
    .select((row) =>
      row
        .selectFrom('reservations')
        .select('reservations.creado_en')
        .whereRef('reservations.token', '=', 'purchases.apartado')
        .where(raw<boolean>`purchases.centimos_unicos > 0`)
        .as('apartado_en'),
    )
    .select((row) =>
      row
        .selectFrom('movement_links')
        .select(raw<number>`cast(coalesce(sum(centimos), 0) as bigint)`.as('unido'))
        .whereRef('compra_id', '=', 'purchases.id')
        .as('unido'),
    )
    .where('referencia', '<>', '')
    .where((row) => row.or([row('metodo_pago', 'is not', null), row('vendida_por', '=', '')]))
    .$narrowType<{ unido: number; apartado_en: Instant | null }>()
}

export async function listClaimRows(sql: Sql, ids: readonly number[]): Promise<ClaimRow[]> {
  return ids.length === 0
    ? []
    : selectClaims(sql)
        .where(isOneOf(sql, 'purchases.id', ids))
        .orderBy('purchases.id')
        .execute()
}

/** Accounts as reports name them. */
export interface Accounts {
  /** Into which accounts a purchase may have been paid. */
  of(purchase: Pick<Purchase, 'metodo_id' | 'metodo_pago' | 'monto_moneda'>): readonly number[]
  titles: ReadonlyMap<number, string>
  /** An account's name for its owner: its bank, where that tells which. */
  names: ReadonlyMap<number, string>
  /** First four digits of the bank of an account, or empty. */
  bankOf(metodoId: number): string
}

export async function readAccounts(sql: Sql): Promise<Accounts> {
  const methods = await allMethods(sql)
  const byId = new Map(methods.map((method) => [method.id, method]))
  const together = new Map(methods.map((one) => [one.id, methodsOfAccount(methods, one.id)]))
  const kinds = new Map<string, number[]>()
  return {
    of({ metodo_id, metodo_pago, monto_moneda }) {
      const known = metodo_id === null ? undefined : together.get(metodo_id)
      if (known) return known
      const key = `${metodo_pago}|${monto_moneda}`
      const alike =
        kinds.get(key) ??
        methods
          .filter(({ tipo, moneda }) => moneda === monto_moneda && (metodo_pago === null || tipo === metodo_pago))
          .flatMap(({ id }) => together.get(id) ?? [])
      kinds.set(key, alike)
      return alike
    },
    titles: new Map(methods.map(({ id, titulo }) => [id, titulo])),
    names: new Map(
      methods.map(({ id, titulo, banco }) => {
        const others = methods.filter((other) => other.banco === banco && !together.get(id)?.includes(other.id))
        return [id, banco === '' || others.length > 0 ? titulo : banco.replace(/^\d{4} /, '')]
      }),
    ),
    bankOf: (id) => bankOf(byId.get(id)),
  }
}

/** Amount due, of the smallest unit; null when no rate was known. */
export function owedCents({ monto }: { monto: string | null }): number | null {
  return monto === null ? null : Number(monto.replace('.', ''))
}

/** @param nearOf other amounts that may pay it; null where every céntimo counts. */
export function toClaim(row: ClaimRow, accounts: Accounts, nearOf: (row: ClaimRow) => Near | null): Claim {
  const tails = paymentTails(row.referencia, row.metodo_pago)
  const colas = tails.filter(({ firme }) => firme).map(({ cola }) => cola)
  const digits = row.referencia.replace(/\D/g, '').replace(/^0+/, '')
  const owed = owedCents(row)
  const unido = Number(row.unido)
  // A report names a payer other than the buyer, and then a bank names that payer.
  const himself = row.pagador_cedula === '' || row.pagador_cedula === row.cedula
  return {
    id: row.id,
    metodos: accounts.of(row),
    moneda: row.monto_moneda,
    debe: owed === null ? null : Math.max(owed - unido, 0),
    dias: [...new Set([dayNumber(row.fecha), dayNumber(dayInCaracas(row.creado_en))])],
    en: row.creado_en,
    colas,
    posibles: tails.filter(({ firme, cola }) => !firme && !colas.includes(cola)).map(({ cola }) => cola),
    corta: tails.length === 0 && digits.length >= 4 ? digits : '',
    telefonos: [row.pagador_telefono || row.telefono.replace(/^0/, '58')].filter(Boolean),
    documentos: [row.pagador_cedula || row.cedula].filter(Boolean),
    banco: row.pagador_banco,
    nombres: himself ? nameWords(row.nombre) : [],
    unica: row.centimos_unicos > 0,
    dicha: row.apartado_en === null ? null : (Number(row.apartado_en) as Instant),
    empezada: unido > 0,
    cerca: nearOf(row),
  }
}
