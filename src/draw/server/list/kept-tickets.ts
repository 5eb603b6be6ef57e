import { setImmediate } from 'node:timers/promises'
import type { Sql } from '#platform/server/db/database.ts'
import type { Ticket, Tickets } from '../../list.ts'
import { findPiece } from '../store.ts'
import { PAGE } from './compose-list.ts'

/**
 * A frozen list in the database, read as a draw needs it: a few pieces of a million numbers, and all of them only if a person may win just once.
 * @param count of its numbers.
 */
export function keptTickets(sql: Sql, rifaId: number, count: number, perPage = PAGE): Tickets {
  const pages = Math.ceil(count / perPage)
  async function page(at: number): Promise<string> {
    // The list's first line comes before the first page.
    const texto = await findPiece(sql, rifaId, at + 1)
    if (texto === null) throw new Error('a frozen list is shorter than it says')
    // The embedded database answers immediately, and others want to be served too.
    await setImmediate()
    return texto
  }
  return {
    count,
    async at(place): Promise<Ticket> {
      const line = (await page(Math.floor(place / perPage))).split('\n')[place % perPage]
      const [numero = '', codigo = ''] = line?.split(',') ?? []
      return { numero, codigo }
    },
    async placeOf(numero) {
      // The last page that does not begin after it: each number has as many digits, so that their texts compare as they do.
      let [from, to] = [0, pages - 1]
      while (from < to) {
        const middle = Math.ceil((from + to) / 2)
        if ((await page(middle)).slice(0, numero.length) > numero) to = middle - 1
        else from = middle
      }
      const lines = pages === 0 ? [] : (await page(from)).split('\n')
      const place = lines.findIndex((line) => line.startsWith(`${numero},`))
      return place < 0 ? null : from * perPage + place
    },
    async placesOf(codigo) {
      const places: number[] = []
      for (let at = 0; at < pages; at++) {
        const texto = await page(at)
        if (!texto.includes(`,${codigo}\n`)) continue
        for (const [place, line] of texto.split('\n').entries()) {
          if (line.endsWith(`,${codigo}`)) places.push(at * perPage + place)
        }
      }
      return places
    },
  }
}
