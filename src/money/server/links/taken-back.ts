import type { Deed } from '#journal/deeds.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'

const REFUSED: readonly Deed[] = ['aprobación deshecha', 'compra rechazada', 'compra rechazada por falsa']
const PARTED: Deed = 'dinero separado'

/** Decisions on some purchases that people undid. No rule repeats them, whoever looks and however often. */
export interface TakenBack {
  /** Purchases that a person rejected, or whose approval one undid: a person approves them, if anybody. */
  undone: ReadonlySet<number>
  /** Whether that money was parted from that purchase, by itself or with its approval. */
  isParted(compra_id: number, movimiento_id: number): boolean
}

/** From the journal, of which nothing is lost: it holds over restarts, and for earlier decisions too. */
export async function readTakenBack(sql: Sql, compras: readonly number[]): Promise<TakenBack> {
  const rows = await sql
    .selectFrom('journal')
    .select(['compra_id', 'accion', 'datos'])
    .where(isOneOf(sql, 'compra_id', compras))
    .where('accion', 'in', [...REFUSED, PARTED])
    .execute()
  const parted = new Set(rows.map(({ compra_id, datos }) => `${compra_id}|${JSON.parse(datos).movimiento}`))
  return {
    undone: new Set(
      rows.flatMap(({ compra_id, accion }) =>
        REFUSED.includes(accion as Deed) && compra_id !== null ? [compra_id] : [],
      ),
    ),
    isParted: (compra_id, movimiento_id) => parted.has(`${compra_id}|${movimiento_id}`),
  }
}
