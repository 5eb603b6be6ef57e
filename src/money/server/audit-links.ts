import { sql as raw } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'

/** Compares the used amount of every movement with the purchases that it pays, and each link with both of its ends. */
export async function auditLinks(sql: Sql): Promise<string[]> {
  return [...(await auditUsed(sql)), ...(await auditEnds(sql))]
}

/** A movement's used amount is the sum of its links, no more and no less. */
async function auditUsed(sql: Sql): Promise<string[]> {
  const rows = await sql
    .selectFrom('movements')
    .leftJoin('movement_links', 'movement_links.movimiento_id', 'movements.id')
    .select([
      'movements.id',
      'unido',
      raw<number>`cast(coalesce(sum(movement_links.centimos), 0) as bigint)`.as('paga'),
    ])
    .groupBy(['movements.id', 'unido'])
    .having(raw<boolean>`unido <> coalesce(sum(movement_links.centimos), 0)`)
    .orderBy('movements.id')
    .execute()
  return rows.map(({ id, unido, paga }) => `movimiento ${id}: dice que usó ${unido} céntimos y paga ${paga}`)
}

async function auditEnds(sql: Sql): Promise<string[]> {
  const rows = await sql
    .selectFrom('movement_links as l')
    .leftJoin('movements as m', 'm.id', 'l.movimiento_id')
    .leftJoin('purchases as p', 'p.id', 'l.compra_id')
    .select(['l.movimiento_id', 'l.compra_id', 'm.sentido', 'm.moneda', 'p.codigo', 'p.monto_moneda'])
    .where((row) =>
      row.or([
        row('m.sentido', 'is', null),
        row('p.codigo', 'is', null),
        row('m.sentido', '<>', 'credito'),
        row('m.moneda', '<>', row.ref('p.monto_moneda')),
      ]),
    )
    .orderBy('l.movimiento_id')
    .orderBy('l.compra_id')
    .execute()
  return rows.map(({ movimiento_id, compra_id, sentido, moneda, codigo, monto_moneda }) => {
    const link = `movimiento ${movimiento_id} y compra ${codigo ?? compra_id}`
    if (sentido === null || codigo === null) return `${link}: unidos, y uno de los dos no existe`
    if (sentido !== 'credito') return `${link}: unidos, y ese dinero salió`
    return `${link}: unidos, uno en ${moneda} y la otra en ${monto_moneda}`
  })
}
