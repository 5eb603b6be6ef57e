import { sql as raw } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { raffleState } from '#raffles/contract.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { listReversals } from '../match/reversals.ts'
import { sumMethods } from './read-books.ts'
import { contradiction } from './reckon-books.ts'

/** Reckons the books of every raffle and compares them with each other and with all that is joined. */
export async function auditBooks(sql: Sql): Promise<string[]> {
  const problems: string[] = []
  const reversed = [...(await listReversals(sql)).keys()]
  const joined = new Map<string, number>()
  const left = new Map<string, number>()
  for (const { id } of await listRaffles(sql, raffleState.options)) {
    for (const { titulo, moneda, sums } of await sumMethods(sql, id, reversed)) {
      for (const [name, figures] of Object.entries({ [moneda]: sums.own, 'Bs.': sums.ves, $: sums.usd })) {
        const wrong = contradiction(figures)
        if (wrong) problems.push(`rifa ${id}, ${titulo} en ${name}: ${wrong}`)
      }
      joined.set(moneda, (joined.get(moneda) ?? 0) + sums.joined)
      left.set(moneda, (left.get(moneda) ?? 0) + sums.left)
    }
  }
  const links = await sql
    .selectFrom('movement_links')
    .innerJoin('movements', 'movements.id', 'movement_links.movimiento_id')
    .select(['moneda', raw<number>`cast(sum(movement_links.centimos) as bigint)`.as('centimos')])
    .groupBy('moneda')
    .execute()
  const rest = await sql
    .selectFrom('movements')
    .select(['moneda', raw<number>`cast(sum(centimos - unido - devuelto - ignorado) as bigint)`.as('centimos')])
    .where('unido', '>', 0)
    .where(({ not }) => not(isOneOf(sql, 'id', reversed)))
    .groupBy('moneda')
    .execute()
  return [
    ...problems,
    ...compare(links, joined, (said, is, en) => `las rifas recibieron ${said} céntimos en ${en} y están unidos ${is}`),
    ...compare(rest, left, (said, is, en) => `a las rifas les sobran ${said} céntimos en ${en} y quedan ${is}`),
  ]
}

function compare(
  rows: readonly { moneda: string; centimos: number }[],
  said: ReadonlyMap<string, number>,
  tell: (said: number, is: number, moneda: string) => string,
): string[] {
  return rows.flatMap(({ moneda, centimos }) => {
    const told = said.get(moneda) ?? 0
    return told === Number(centimos) ? [] : [`libros: ${tell(told, Number(centimos), moneda)}`]
  })
}
