import type { Selectable } from 'kysely'
import { moneyOfCents } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { ClaimedPurchase, Reconciliation, ShownMovement } from '../contract.ts'
import { type SourceKind, TRUST } from '../movement.ts'
import { freeCents } from './bank/spend-movement.ts'
import type { Accounts } from './match/read-claims.ts'
import { listGone } from './match/read-credits.ts'

export type MovementRow = Selectable<Tables['movements']>

/** Amounts by currency, of which there is at least one. */
export function sums(amounts: Iterable<{ moneda: 'VES' | 'USD' | 'COP'; centimos: number }>) {
  const found = new Map<'VES' | 'USD' | 'COP', bigint>()
  for (const { moneda, centimos } of amounts) found.set(moneda, (found.get(moneda) ?? 0n) + BigInt(centimos))
  return [...found].map(([moneda, cents]) => ({ moneda, monto: moneyOfCents(cents) }))
}

/** Number of lines, and the sum of the money that is there: possible repetitions and what the bank took back are counted apart. */
export function counted(
  lines: readonly { moneda: 'VES' | 'USD' | 'COP'; centimos: number; repetida: boolean; revertida: boolean }[],
): Reconciliation['sin_reporte'] {
  const there = lines.filter(({ revertida }) => !revertida)
  const once = there.filter(({ repetida }) => !repetida)
  const [repetidas, revertidas] = [there.length - once.length, lines.length - there.length]
  return { cantidad: lines.length, sumas: sums(once), repetidas, revertidas }
}

/** Movements as the panel shows them, by id. */
export async function showMovements(
  sql: Sql,
  accounts: Accounts,
  ids: readonly number[],
): Promise<Map<number, ShownMovement>> {
  if (ids.length === 0) return new Map()
  const [rows, sightings, held] = await Promise.all([
    sql
      .selectFrom('movements')
      .selectAll()
      .where(isOneOf(sql, 'id', ids))
      .execute(),
    sql
      .selectFrom('movement_sightings')
      .select(['movimiento_id', 'fuente'])
      .where(isOneOf(sql, 'movimiento_id', ids))
      .execute(),
    listHeld(sql, { movimientos: ids }),
  ])
  const told = Map.groupBy(sightings, ({ movimiento_id }) => movimiento_id)
  const dead = Map.groupBy(held, ({ movimiento_id }) => movimiento_id)
  const came = rows.filter(({ sentido }) => sentido === 'credito')
  const gone = await listGone(sql, came, accounts)
  return new Map(
    rows.map((row) => [
      row.id,
      describeMovement(row, {
        cuenta: accounts.titles.get(row.metodo_id) ?? '',
        llego_a: accounts.names.get(row.metodo_id) ?? '',
        revertido: gone.has(row.id),
        fuentes: [...new Set((told.get(row.id) ?? []).map(({ fuente }) => fuente))].sort(bestFirst),
        held: dead.get(row.id) ?? [],
      }),
    ]),
  )
}

/** A statement and a notice are worth less than the bank's own word (TRUST). */
function bestFirst(a: SourceKind, b: SourceKind): number {
  const worth = (kind: SourceKind) =>
    kind === 'aviso' || kind === 'a_mano'
      ? TRUST.indexOf('aviso')
      : kind === 'extracto'
        ? TRUST.indexOf('extracto')
        : TRUST.indexOf('banco')
  return worth(b) - worth(a) || (a < b ? -1 : 1)
}

/** Part of a movement that a rejected or annulled purchase holds: it is to be returned. */
export type Held = Awaited<ReturnType<typeof listHeld>>[number]

/** Of these; of all without. */
export function listHeld(sql: Sql, of: { movimientos?: readonly number[]; compras?: readonly number[] } = {}) {
  let query = sql
    .selectFrom('movement_links')
    .innerJoin('purchases', 'purchases.id', 'movement_links.compra_id')
    .innerJoin('movements', 'movements.id', 'movement_links.movimiento_id')
    .select(['movimiento_id', 'compra_id', 'rifa_id', 'codigo', 'movements.metodo_id'])
    .select(['movement_links.centimos', 'purchases.estado', 'movements.dia', 'movements.moneda'])
    .where('purchases.estado', 'in', ['rechazado', 'anulado'])
    .orderBy('compra_id')
  if (of.movimientos) query = query.where(isOneOf(sql, 'movimiento_id', of.movimientos))
  if (of.compras) query = query.where(isOneOf(sql, 'compra_id', of.compras))
  return query.execute()
}

function describeMovement(
  row: MovementRow,
  { held, ...told }: Pick<ShownMovement, 'cuenta' | 'llego_a' | 'fuentes' | 'revertido'> & { held: readonly Held[] },
): ShownMovement {
  const { id, metodo_id, sentido, tipo, moneda, dia, confianza, repetida_de, estado, razon } = row
  const { referencia, banco_origen, telefono_origen, documento_origen, nombre_origen, concepto } = row
  return {
    id,
    metodo_id,
    ...told,
    sentido,
    tipo,
    monto: moneyOfCents(row.centimos),
    moneda,
    libre: moneyOfCents(freeCents(row)),
    devuelto: moneyOfCents(row.devuelto),
    ignorado: moneyOfCents(row.ignorado),
    dia,
    en: row.en === null ? null : new Date(row.en).toISOString(),
    referencia,
    banco_origen,
    telefono_origen,
    documento_origen,
    nombre_origen,
    concepto,
    confianza,
    repetida_de,
    estado,
    razon,
    por_devolver: (told.revertido ? [] : held).map(({ compra_id, codigo, centimos, estado }) => ({
      compra_id,
      codigo,
      monto: moneyOfCents(centimos),
      estado: estado === 'anulado' ? 'anulado' : 'rechazado',
    })),
  }
}

/** Reports as these screens show them, by id. */
export async function showPurchases(sql: Sql, ids: readonly number[]): Promise<Map<number, ClaimedPurchase>> {
  if (ids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('purchases')
    .innerJoin('raffles', 'raffles.id', 'purchases.rifa_id')
    .select(['purchases.id', 'codigo', 'purchases.estado', 'purchases.version', 'nombre', 'telefono'])
    .select(['rifa_id', 'titulo as rifa', 'cantidad_tickets', 'monto', 'monto_moneda', 'referencia'])
    .select(['purchases.fecha', 'en_revision_desde'])
    .where(isOneOf(sql, 'purchases.id', ids))
    .execute()
  return new Map(
    rows.map((row) => [row.id, { ...row, en_revision_desde: new Date(row.en_revision_desde).toISOString() }]),
  )
}
