import { sql as raw } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { raffleState } from '#raffles/contract.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { sumMethods } from './read-books.ts'
import { contradiction } from './reckon-books.ts'

/** Reckons the books of every raffle and compares them with each other and with all that is joined. */
export async function auditBooks(sql: Sql): Promise<string[]> {
  const problems: string[] = []
  const received = new Map<string, number>()
  for (const { id } of await listRaffles(sql, raffleState.options)) {
    for (const { titulo, moneda, sums } of await sumMethods(sql, id)) {
      for (const [name, figures] of Object.entries({ [moneda]: sums.own, 'Bs.': sums.ves, $: sums.usd })) {
        const wrong = contradiction(figures)
        if (wrong) problems.push(`rifa ${id}, ${titulo} en ${name}: ${wrong}`)
      }
      received.set(moneda, (received.get(moneda) ?? 0) + sums.joined)
    }
  }
  const links = await sql
    .selectFrom('movement_links')
    .innerJoin('movements', 'movements.id', 'movement_links.movimiento_id')
    .select(['moneda', raw<number>`cast(sum(movement_links.centimos) as bigint)`.as('centimos')])
    .groupBy('moneda')
    .execute()
  for (const { moneda, centimos } of links) {
    const said = received.get(moneda) ?? 0
    if (said !== Number(centimos)) {
      problems.push(`libros: las rifas recibieron ${said} céntimos en ${moneda} y están unidos ${centimos}`)
    }
  }
  return problems
}
