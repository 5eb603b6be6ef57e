import { sql as raw } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { accountOf, listAccounts } from './account-of.ts'

/**
 * Commissions of banks on the money of a raffle, by purchase. A commission has the reference of the payment (movements.md, 1.4). Of money
 * that pays several purchases it is the first one's, so that each counts once among all raffles, at the rate of that one.
 */
export async function listFees(sql: Sql, raffleId: number): Promise<Map<number, number>> {
  const accounts = await listAccounts(sql)
  const rows = await sql
    .selectFrom((from) =>
      from
        .selectFrom('movements as d')
        .innerJoin('movements as c', (join) =>
          join
            .onRef('c.fin', '=', 'd.fin')
            .on(accountOf('c.metodo_id', accounts), '=', accountOf('d.metodo_id', accounts))
            .onRef('c.cola', '=', 'd.cola')
            .onRef('c.moneda', '=', 'd.moneda')
            .on('c.sentido', '=', 'credito'),
        )
        .innerJoin('movement_links as l', 'l.movimiento_id', 'c.id')
        .select(['d.id', 'd.centimos'])
        .select((row) => row.fn.min('l.compra_id').as('compra_id'))
        .where('d.sentido', '=', 'debito')
        .where('d.repetida_de', 'is', null)
        // In the form of the ends' index.
        .where(raw<boolean>`d.fin <> '' and c.fin <> ''`)
        .whereRef('d.centimos', '<', 'c.centimos')
        .groupBy(['d.id', 'd.centimos'])
        .as('fee'),
    )
    .innerJoin('purchases as p', 'p.id', 'fee.compra_id')
    .select(['p.id', raw<number>`cast(sum(fee.centimos) as bigint)`.as('centimos')])
    .where('p.rifa_id', '=', raffleId)
    .groupBy('p.id')
    .execute()
  return new Map(rows.map(({ id, centimos }) => [id, Number(centimos)]))
}
