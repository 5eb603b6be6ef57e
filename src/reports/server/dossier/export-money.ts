import { sql as raw } from 'kysely'
import { listReversals } from '#money/server/match/reversals.ts'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Column } from '../../cell.ts'
import { pagesOf } from '../pages.ts'

const PAGE = 500

const sum = (cents: number) => moneyOfCents(BigInt(cents))

type Movement = Awaited<ReturnType<typeof movementsAfter>>[number]
type Link = Awaited<ReturnType<typeof linksAfter>>[number] & { revertido: number }

export const MOVEMENT_COLUMNS: readonly Column<Movement>[] = [
  { titulo: 'Movimiento', ancho: 12, cell: ({ id }) => ({ cuenta: id }) },
  { titulo: 'Cuenta', ancho: 24, cell: ({ titulo }) => ({ texto: titulo }) },
  { titulo: 'Día', ancho: 12, cell: ({ dia }) => ({ dia: dia as CalendarDate }) },
  { titulo: 'Monto', ancho: 14, cell: ({ centimos }) => ({ monto: sum(centimos) }) },
  { titulo: 'Moneda', ancho: 9, cell: ({ moneda }) => ({ texto: moneda }) },
  { titulo: 'Usado', ancho: 14, cell: ({ unido }) => ({ monto: sum(unido) }) },
  { titulo: 'Devuelto', ancho: 14, cell: ({ devuelto }) => ({ monto: sum(devuelto) }) },
  { titulo: 'Ignorado', ancho: 14, cell: ({ ignorado }) => ({ monto: sum(ignorado) }) },
  { titulo: 'Referencia', ancho: 18, cell: ({ referencia }) => ({ texto: referencia }) },
  { titulo: 'Banco de origen', ancho: 14, cell: ({ banco_origen }) => ({ texto: banco_origen }) },
  { titulo: 'Teléfono', ancho: 14, cell: ({ telefono_origen }) => ({ texto: telefono_origen }) },
  { titulo: 'Documento', ancho: 14, cell: ({ documento_origen }) => ({ texto: documento_origen }) },
  { titulo: 'Nombre', ancho: 28, cell: ({ nombre_origen }) => ({ texto: nombre_origen }) },
  { titulo: 'Concepto', ancho: 40, cell: ({ concepto }) => ({ texto: concepto }) },
  { titulo: 'Palabra de', ancho: 12, cell: ({ confianza }) => ({ texto: confianza }) },
]

export const LINK_COLUMNS: readonly Column<Link>[] = [
  { titulo: 'Movimiento', ancho: 12, cell: ({ movimiento_id }) => ({ cuenta: movimiento_id }) },
  { titulo: 'Compra', ancho: 14, cell: ({ codigo }) => ({ texto: codigo }) },
  { titulo: 'Monto', ancho: 14, cell: ({ centimos }) => ({ monto: sum(centimos) }) },
  { titulo: 'Sobra', ancho: 14, cell: ({ sobra }) => ({ monto: sum(sobra) }) },
  { titulo: 'Se lo llevó el banco', ancho: 14, cell: ({ revertido }) => ({ monto: sum(revertido) }) },
  { titulo: 'Moneda', ancho: 9, cell: ({ moneda }) => ({ texto: moneda }) },
  { titulo: 'Unido por', ancho: 12, cell: ({ por }) => ({ texto: por }) },
  { titulo: 'Regla', ancho: 16, cell: ({ regla }) => ({ texto: regla }) },
  { titulo: 'Quién', ancho: 20, cell: ({ quien }) => ({ texto: quien }) },
  { titulo: 'Cuándo', ancho: 17, cell: ({ en }) => ({ momento: en as Instant }) },
]

/** Money that pays purchases of a raffle, each movement once, by its id. */
export function exportMovements(sql: Sql, raffleId: number): AsyncGenerator<Movement[]> {
  return pagesOf(0, async (after) => {
    const rows = await movementsAfter(sql, raffleId, after)
    return { rows, next: rows.at(-1)?.id ?? null }
  })
}

function movementsAfter(sql: Sql, raffleId: number, after: number) {
  return sql
    .selectFrom('movements')
    .innerJoin('payment_methods', 'payment_methods.id', 'movements.metodo_id')
    .select(['movements.id', 'payment_methods.titulo', 'dia', 'centimos', 'movements.moneda', 'unido'])
    .select(['devuelto', 'ignorado', 'referencia', 'banco_origen', 'telefono_origen', 'documento_origen'])
    .select(['nombre_origen', 'concepto', 'confianza'])
    .where('movements.id', '>', after)
    .where('movements.id', 'in', (row) =>
      row
        .selectFrom('movement_links')
        .innerJoin('purchases', 'purchases.id', 'movement_links.compra_id')
        .select('movimiento_id')
        .where('rifa_id', '=', raffleId),
    )
    .orderBy('movements.id')
    .limit(PAGE)
    .execute()
}

/** Links of movements to purchases, by the purchase's id, and the other amounts, as the books count them. */
export async function* exportLinks(sql: Sql, raffleId: number): AsyncGenerator<Link[]> {
  const reversed = await listReversals(sql)
  yield* pagesOf({ compra_id: 0, movimiento_id: 0 }, async (after) => {
    const page = await linksAfter(sql, raffleId, after)
    const rows = page.map((link) =>
      reversed.has(link.movimiento_id)
        ? { ...link, sobra: 0, revertido: link.centimos }
        : { ...link, sobra: Number(link.sobra), revertido: 0 },
    )
    return { rows, next: page.at(-1) ?? null }
  })
}

/** The rest of a movement is listed with the first purchase that it pays. */
function linksAfter(sql: Sql, raffleId: number, after: { compra_id: number; movimiento_id: number }) {
  return sql
    .selectFrom('movement_links')
    .innerJoin('purchases', 'purchases.id', 'movement_links.compra_id')
    .innerJoin('movements', 'movements.id', 'movement_links.movimiento_id')
    .select(['compra_id', 'movimiento_id', 'codigo', 'movement_links.centimos', 'movements.moneda', 'por'])
    .select(['regla', 'quien', 'movement_links.en'])
    .select(
      raw<number>`case when exists (select 1 from movement_links f where f.movimiento_id = movement_links.movimiento_id and f.compra_id < movement_links.compra_id) then 0 else movements.centimos - unido - devuelto - ignorado end`.as(
        'sobra',
      ),
    )
    .where('rifa_id', '=', raffleId)
    .where(({ or, and, eb }) =>
      or([
        eb('compra_id', '>', after.compra_id),
        and([eb('compra_id', '=', after.compra_id), eb('movimiento_id', '>', after.movimiento_id)]),
      ]),
    )
    .orderBy('compra_id')
    .orderBy('movimiento_id')
    .limit(PAGE)
    .execute()
}
