import { expect, test } from 'vitest'
import { atClose, buy, openRuled, raffleOf, tick } from '#app/server/testing/ruled-shop.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import type { Instant } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { headLine, ticketLine } from '../../list.ts'
import { climb, linesOf, rootOf } from '../../tree.ts'
import { sha256 } from '../sha256.ts'
import { insertList, insertPieces } from '../store.ts'
import { PAGE } from './compose-list.ts'

/** A frozen list of so many numbers, every third of all, as a shop with a million of them keeps it. */
async function keep(shop: Shop, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, at) => String(at * 3).padStart(6, '0'))
  const lines = numbers.map((numero) => ticketLine({ numero, codigo: '23456789BCDF' }))
  const texts = [
    headLine({ rifa: shop.id, regla: 'ab'.repeat(32), cierre: '2026-11-21T20:00:00-04:00', cuenta: count }),
  ]
  for (let from = 0; from < count; from += PAGE) texts.push(lines.slice(from, from + PAGE).join(''))
  const raiz = await rootOf(linesOf(texts.join('')), sha256)
  const now = shop.ctx.clock.now() as Instant
  await shop.ctx.db.write(`rifa:${shop.id}`, async (tx) => {
    await insertList(tx, {
      rifa_id: shop.id,
      cierre: now,
      congelada_en: now,
      sha256: 'cd'.repeat(32),
      cuenta: count,
      raiz,
    })
    await insertPieces(
      tx,
      texts.map((texto, orden) => ({ rifa_id: shop.id, orden, texto })),
    )
  })
  return numbers
}

const ask = (shop: Shop, numero: string) => shop.app.inject(`/api/rifas/${shop.id}/sorteo/lista/${numero}`)

onBothEngines('the way of one number of a long list', (setup) => {
  test.each([1, 255, 256, 257, 4_099])('leads to the root that is published, of %i numbers', async (count) => {
    const shop = await openRuled(setup, {}, { total_numeros: 100_000, digitos: 6 })
    const numbers = await keep(shop, count)
    const raiz = await rootOf(
      numbers.map((numero) => `${numero},23456789BCDF`),
      sha256,
    )
    const places = [0, 1, 254, 255, 256, 511, 1_999, 2_000, 2_047, 2_048, count - 2, count - 1]
    for (const place of new Set(places.filter((one) => one >= 0 && one < count))) {
      const numero = numbers[place] as string
      const answer = await ask(shop, numero)
      expect(answer.statusCode, answer.body).toBe(200)
      const { camino, ...line } = answer.json()
      expect(line).toEqual({ numero, codigo: '23456789BCDF' })
      expect(await climb(`${numero},23456789BCDF`, camino, sha256), `${place} of ${count}`).toBe(raiz)
    }
    for (const absent of ['000001', '999999']) expect((await ask(shop, absent)).statusCode).toBe(404)
    const { headers } = await ask(shop, numbers[0] as string)
    const again = await shop.app.inject({
      url: `/api/rifas/${shop.id}/sorteo/lista/${numbers[0]}`,
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
  })

  test('of a list that somebody changed nothing is sent as if it were in it', async () => {
    const shop = await openRuled(setup, {}, { total_numeros: 100_000, digitos: 6 })
    const numbers = await keep(shop, 600)
    expect((await ask(shop, numbers[300] as string)).statusCode).toBe(200)
    await shop.ctx.db.write(`rifa:${shop.id}`, async (tx) => {
      const piece = tx.updateTable('draw_list_pieces').where('rifa_id', '=', shop.id).where('orden', '=', 1)
      const lines = numbers.map((numero) => ticketLine({ numero, codigo: '23456789BCDF' }))
      lines[300] = ticketLine({ numero: numbers[300] as string, codigo: 'XXXXXXXXXXXX' })
      await piece.set({ texto: lines.join('') }).execute()
    })
    const changed = await ask(shop, numbers[300] as string)
    expect([changed.statusCode, changed.json().code]).toEqual([500, 'LISTA_ALTERADA'])
  })

  test('a list that a phone reads whole has none', async () => {
    const shop = await openRuled(setup)
    const { numeros } = await buy(shop)
    expect((await ask(shop, numeros[0] as string)).statusCode).toBe(404)
    atClose(shop, 12 * 3_600_000)
    await tick(shop)
    expect((await raffleOf(shop)).congelada_en).not.toBe(null)
    expect((await ask(shop, numeros[0] as string)).statusCode).toBe(404)
  })
})
