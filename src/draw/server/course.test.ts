import { expect, test } from 'vitest'
import { byBeacon, openLed, publishedOf } from '#app/server/testing/led-draw.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { keptTickets } from './course.ts'
import { linesOf } from './testing/sample-draw.ts'

onBothEngines('a list of many pages', (setup) => {
  test('answers from where it is kept as if it were read whole', async () => {
    const { shop } = await openLed(setup, [byBeacon()], { sold: 8 })
    const { ctx, id: rifa_id } = shop
    const lines = linesOf((await publishedOf(shop)).list)
    // As if a page had three lines.
    await ctx.db.write('prueba', async (tx) => {
      await tx.deleteFrom('draw_list_pieces').where('orden', '>', 0).execute()
      const pages = Array.from({ length: Math.ceil(lines.length / 3) }, (_, at) => lines.slice(at * 3, at * 3 + 3))
      const rows = pages.map((page, at) => ({
        rifa_id,
        orden: at + 1,
        texto: page.map((line) => `${line}\n`).join(''),
      }))
      await tx.insertInto('draw_list_pieces').values(rows).execute()
    })
    const kept = keptTickets(ctx.db.read, rifa_id, lines.length, 3)
    const sold = new Map(lines.map((line, place) => [line.slice(0, 2), place]))
    for (const [place, line] of lines.entries()) {
      const [numero = '', codigo = ''] = line.split(',')
      expect(await kept.at(place)).toEqual({ numero, codigo })
      const own = lines.flatMap((other, at) => (other.endsWith(codigo) ? [at] : []))
      expect(await kept.placesOf(codigo)).toEqual(own)
    }
    for (let number = 0; number < 100; number++) {
      const numero = String(number).padStart(2, '0')
      expect(await kept.placeOf(numero), numero).toBe(sold.get(numero) ?? null)
    }
    expect(await keptTickets(ctx.db.read, rifa_id, 0, 3).placeOf('00')).toBe(null)
  })
})
