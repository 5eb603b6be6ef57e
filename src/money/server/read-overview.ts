import type { Ctx } from '#platform/server/context.ts'
import type { Reconciliation } from '../contract.ts'
import { readUntil } from './bank/read-until.ts'
import { counted, sums } from './describe.ts'
import { readOpenMoney } from './open-money.ts'
import { readReversed } from './read-reversed.ts'

/** All figures of the screen. */
export async function readOverview(ctx: Ctx): Promise<Reconciliation> {
  const sql = ctx.db.read
  const open = await readOpenMoney(ctx)
  const { titles } = open.all.accounts
  const [counts, read, revertidos] = await Promise.all([
    ctx.snapshots.get('conciliacion:cuentas', async () => ({
      value: await sql
        .selectFrom('movements')
        .select((row) => ['metodo_id', row.fn.countAll<number>().as('cuantos')])
        .groupBy('metodo_id')
        .execute(),
    })),
    readUntil(sql, [...titles.keys()]),
    readReversed(ctx),
  ])
  const movements = new Map(counts.map(({ metodo_id, cuantos }) => [metodo_id, Number(cuantos)]))
  const owed = open.unpaid.flatMap(({ moneda, debe }) => (debe === null ? [] : [{ moneda, centimos: debe }]))
  return {
    revertidos,
    cuentas: [...titles]
      .filter(([id]) => movements.has(id) || read.has(id))
      .map(([metodo_id, titulo]) => {
        const until = read.get(metodo_id)
        return {
          metodo_id,
          titulo,
          leido_hasta: until === undefined ? null : new Date(until).toISOString(),
          movimientos: movements.get(metodo_id) ?? 0,
        }
      }),
    exactas: {
      cantidad: open.exact.length,
      sumas: sums(open.exact.map(({ credit: { moneda, libre } }) => ({ moneda, centimos: libre }))),
      boletos: open.exact.reduce((sum, { claim }) => sum + (open.all.rows.get(claim.id)?.cantidad_tickets ?? 0), 0),
    },
    por_mirar: open.doubtful.length,
    sin_reporte: counted(open.unreported),
    sin_dinero: { cantidad: open.unpaid.length, sumas: sums(owed) },
  }
}
