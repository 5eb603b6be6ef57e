import { expect, test } from 'vitest'
import { judgeSpace } from '#platform/server/installation/space.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { lookAt, noteCopy, openWellShop } from '../testing/well-shop.ts'

const MB = 1024 ** 2
const GB = 1024 * MB
const HOUR = 3_600_000

onSqlite('findings of Estado', (setup) => {
  test('of the disk: how much is left, before it is too late and when it nearly is', async () => {
    const ctx = await openWellShop(setup)
    const left = async (free: number) => {
      ctx.space = async () => judgeSpace(free, 20 * GB)
      return lookAt(ctx, 'disco')
    }
    expect(await left(10 * GB)).toMatchObject({ nivel: 'bien', texto: 'Quedan 10 GB libres de 20 GB.' })
    expect(await left(700 * MB)).toMatchObject({
      nivel: 'atento',
      texto: 'Quedan 700 MB libres de 20 GB. Cuando se acabe, nadie podrá reportar un pago.',
      que_hacer: expect.stringContaining('amplíe el disco'),
      detalle: expect.stringContaining(ctx.config.dataDir),
    })
    expect(await left(50 * MB)).toMatchObject({ nivel: 'grave', texto: expect.stringContaining('Quedan 50 MB') })
  })

  test('of the copies: none yet, one, one that lacks files, one that failed since, and none for two days', async () => {
    const ctx = await openWellShop(setup)
    const copied = (estado: 'hecho' | 'fallido', detalle = '') => noteCopy(ctx, estado, detalle)
    expect(await lookAt(ctx, 'respaldo')).toMatchObject({
      nivel: 'bien',
      texto: expect.stringMatching(/^Todavía no hay ningún respaldo\./),
    })
    ctx.clock.advance(49 * HOUR)
    expect(await lookAt(ctx, 'respaldo')).toMatchObject({
      nivel: 'grave',
      texto: 'Todavía no hay ningún respaldo.',
      que_hacer: expect.stringContaining('por qué no se hace'),
    })
    await copied('hecho')
    expect(await lookAt(ctx, 'respaldo')).toMatchObject({
      nivel: 'bien',
      texto: expect.stringMatching(/^El último es del .*\d{4}.*\. Van al mismo lugar que la tienda/),
      detalle: '38 MB en /mnt/disco/respaldos.',
    })
    await copied('hecho', 'compra 7: foto.jpg.')
    expect(await lookAt(ctx, 'respaldo')).toMatchObject({
      nivel: 'atento',
      texto: expect.stringContaining('Le faltan archivos: compra 7: foto.jpg.'),
    })
    await copied('fallido', 'No queda espacio en el disco.')
    expect(await lookAt(ctx, 'respaldo')).toMatchObject({
      nivel: 'atento',
      texto: expect.stringContaining('El que se intentó después no se hizo.'),
      que_hacer: 'No queda espacio en el disco.',
    })
    ctx.clock.advance(49 * HOUR)
    expect(await lookAt(ctx, 'respaldo')).toMatchObject({
      nivel: 'grave',
      texto: expect.stringMatching(/^El último es del /),
      que_hacer: 'No queda espacio en el disco.',
    })
  })
})
