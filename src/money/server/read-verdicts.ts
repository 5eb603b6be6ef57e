import type { Instant } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { ShownMovement, Verdict } from '../contract.ts'
import { tellWhy } from '../tell-why.ts'
import { RULES } from '../verdict.ts'
import { readUntil } from './bank/read-until.ts'
import { showMovements } from './describe.ts'
import { acceptedCents, type Link, listLinks } from './links/link-store.ts'
import { matchAround, type Neighbourhood } from './match/neighbourhood.ts'
import { type Accounts, type ClaimRow, listClaimRows, owedCents } from './match/read-claims.ts'

/** The sources' verdicts on some reports, by id, from their surroundings alone. */
export async function readVerdicts(ctx: Ctx, ids: readonly number[]): Promise<Record<string, Verdict>> {
  const sql = ctx.db.read
  const [around, rows] = await Promise.all([matchAround(sql, ids), listClaimRows(sql, ids)])
  return Object.fromEntries(await tellVerdicts(sql, around, rows))
}

/** Of those reports, from the matching. */
export async function tellVerdicts(
  sql: Sql,
  around: Neighbourhood,
  rows: readonly ClaimRow[],
): Promise<Map<number, Verdict>> {
  const ids = rows.map(({ id }) => id)
  const links = Map.groupBy(await listLinks(sql, ids), ({ compra_id }) => compra_id)
  const accounts = [...new Set(rows.flatMap((row) => around.accounts.of(row)))]
  const named = [
    ...ids.flatMap((id) => around.matching.of(id)?.credits ?? []).map(({ id }) => id),
    ...[...links.values()].flat().map(({ movimiento_id }) => movimiento_id),
  ]
  const [shown, read, silent] = await Promise.all([
    showMovements(sql, around.accounts, [...new Set(named)]),
    readUntil(sql, accounts),
    listSilent(sql, accounts),
  ])
  return new Map(
    rows.map((row) => {
      const own = links.get(row.id)
      if (own) return [row.id, tellJoined(row, own, shown)]
      return [row.id, tellFound(around, row.id, shown) ?? tellUnseen(around.accounts, row, read, silent)]
    }),
  )
}

/** Missing and excess amounts: of the link itself, and the rest of money that pays it. Money that the bank took back pays nothing. */
function tellJoined(row: ClaimRow, links: readonly Link[], shown: Map<number, ShownMovement>): Verdict {
  const paid = links
    .filter(({ movimiento_id }) => shown.get(movimiento_id)?.revertido !== true)
    .reduce((sum, { centimos }) => sum + centimos, 0)
  const owed = acceptedCents(links) ?? owedCents(row)
  const movimientos = links.flatMap(({ movimiento_id, centimos, por, regla, quien, en }) => {
    const movimiento = shown.get(movimiento_id)
    if (!movimiento) return []
    const rule = RULES.find((one) => one === regla) ?? ('' as const)
    return [{ movimiento, monto: moneyOfCents(centimos), por, regla: rule, quien, en: new Date(en).toISOString() }]
  })
  const left = movimientos
    .filter(({ movimiento: { estado, revertido } }) => estado === 'abierto' && !revertido)
    .reduce((sum, { movimiento: { libre } }) => sum + Number(libre.replace('.', '')), 0)
  return { veredicto: 'unido', movimientos, ...difference(owed === null ? null : paid + left - owed) }
}

/** @param more excess over the amount due, of the smallest unit; null when nobody knows the amount due. */
export function difference(more: number | null): { falta: string | null; sobra: string | null } {
  return {
    falta: more !== null && more < 0 ? moneyOfCents(-more) : null,
    sobra: more !== null && more > 0 ? moneyOfCents(more) : null,
  }
}

function tellFound(around: Neighbourhood, id: number, shown: Map<number, ShownMovement>): Verdict | null {
  const found = around.matching.of(id)
  const claim = around.claims.get(id)
  if (!found || !claim) return null
  const candidatos = found.credits.flatMap((credit) => {
    const movimiento = shown.get(credit.id)
    return movimiento ? [{ movimiento, razones: tellWhy(claim, credit, found.rivals) }] : []
  })
  const [first] = candidatos
  if (!first) return null
  if (!found.pair) return { veredicto: 'ambiguo', candidatos }
  const { regla, exacta, credit } = found.pair
  if (regla !== 'otro_monto') return { veredicto: 'encontrado', regla, exacta, ...first }
  return {
    veredicto: 'monto_distinto',
    ...difference(claim.debe === null ? null : credit.libre - claim.debe),
    ...first,
  }
}

type Silent = Awaited<ReturnType<typeof listSilent>>[number]

/** Sources of those accounts that are asked and do not answer; a notice that nobody can read is no silence of a bank. */
function listSilent(sql: Sql, accounts: readonly number[]) {
  return sql
    .selectFrom('movement_sources')
    .select(['metodo_id', 'causa', 'proximo_en'])
    .where('activa', '=', 1)
    .where('via', '=', 'lectura')
    .where('causa', 'is not', null)
    .where(isOneOf(sql, 'metodo_id', accounts))
    .execute()
}

/**
 * Until when the money for a report is known: of one account by its furthest read method; of several accounts by the least
 * read one. Null where nobody reads.
 */
export function knownUntil(
  accounts: Accounts,
  row: Pick<ClaimRow, 'metodo_id' | 'metodo_pago' | 'monto_moneda'>,
  read: ReadonlyMap<number, Instant>,
): number | null {
  const methods = accounts.of(row)
  const seen = methods.flatMap((metodo_id) => {
    const together = accounts.of({ ...row, metodo_id }).filter((id) => methods.includes(id))
    const known = together.flatMap((id) => read.get(id) ?? [])
    return known.length === 0 ? [] : Math.max(...known)
  })
  return seen.length === 0 ? null : Math.min(...seen)
}

function tellUnseen(
  accounts: Accounts,
  row: ClaimRow,
  read: ReadonlyMap<number, Instant>,
  silent: readonly Silent[],
): Verdict {
  const methods = accounts.of(row)
  const until = knownUntil(accounts, row, read)
  const leido_hasta = until === null ? null : new Date(until).toISOString()
  const mute = silent.find(({ metodo_id }) => methods.includes(metodo_id))
  if (!mute?.causa) return { veredicto: 'no_visto', leido_hasta }
  return {
    veredicto: 'sin_respuesta',
    causa: mute.causa,
    reintentar_en: mute.proximo_en === null ? null : new Date(mute.proximo_en).toISOString(),
    leido_hasta,
  }
}
