import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addHand, BEGIN, byBeacon, openLed, publishedOf, takeSigned } from '#app/server/testing/led-draw.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { SURE } from '#platform/server/time-guard.ts'
import { readCheckLink } from '#purchases/check-link.ts'
import { remindDue } from './remind.ts'

const YEAR = 365 * 86_400_000

async function mailsOf({ ctx, id }: Shop) {
  const rows = ctx.db.read.selectFrom('outbox').select(['clave', 'compra_id', 'texto', 'asunto'])
  return rows.where('clave', 'like', `sorteo:${id}:recordatorio:%`).orderBy('id').execute()
}

/** Recipients of the first mails, the second and so on. */
async function toldOf(shop: Shop, vez: number) {
  return (await mailsOf(shop)).flatMap(({ clave, compra_id }) =>
    clave.split(':')[3] === String(vez) ? [compra_id] : [],
  )
}

onBothEngines('the mails before a draw', (setup) => {
  test('each purchase gets one with its numbers and the hash of the list, however many processes look', async () => {
    const { shop, bought } = await openLed(setup, [byBeacon()], { sold: 5 })
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    const ids = bought.map(({ id }) => id)
    await remindDue(shop.ctx, 2)
    expect(await toldOf(shop, 0)).toEqual(ids.slice(0, 2))
    for (let look = 0; look < 3; look++) await Promise.all([remindDue(shop.ctx, 2), remindDue(twin, 2)])
    expect(await toldOf(shop, 0)).toEqual(ids)
    const [mail] = await mailsOf(shop)
    const { lista_sha256, regla_sha256, pasos_sha256 } = (await publishedOf(shop)).document
    for (const part of [lista_sha256, regla_sha256, pasos_sha256, ...(bought[0]?.numeros ?? [])]) {
      expect(mail?.texto).toContain(part)
    }
    expect(mail?.texto).toContain('22 de noviembre, 9:00\u00a0a.\u00a0m.')
    const link = /https?:\S+\/verificar#\S+/.exec(mail?.texto ?? '')?.[0] ?? ''
    expect(readCheckLink(new URL(link).hash)).toEqual({
      numeros: bought[0]?.numeros,
      codigo: expect.stringMatching(/^[2-9B-Z]{12}$/),
      regla: regla_sha256,
      lista: lista_sha256,
      pasos: pasos_sha256,
    })
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('the mails before a draw', (setup) => {
  test('a buyer without an address gets none, and nobody once it is time to draw', async () => {
    const { shop, bought, league } = await openLed(setup, [byBeacon()])
    const [first, second] = bought
    await shop.ctx.db.write('prueba', (tx) =>
      tx
        .updateTable('purchases')
        .set({ correo: '' })
        .where('id', '=', first?.id ?? 0)
        .execute(),
    )
    await remindDue(shop.ctx, 2)
    expect(await toldOf(shop, 0)).toEqual([second?.id])
    shop.ctx.clock.set(BEGIN)
    await remindDue(shop.ctx, 2)
    await takeSigned({ shop, league })
    await remindDue(shop.ctx, 2)
    expect(await toldOf(shop, 0)).toEqual([second?.id])
  })

  test('when the draw is moved, everybody gets another', async () => {
    const { shop, bought } = await openLed(setup, [byBeacon()])
    const owner = await addHand(shop, 'Marisela', 'dueno', true)
    await remindDue(shop.ctx)
    const a = '2026-11-22T18:00:00-04:00'
    const moved = await owner.ask('POST', '/aplazar', () => ({
      ...{ de: BEGIN, a, motivo: 'No hay luz.', codigo: owner.code() },
    }))
    expect(moved.statusCode, moved.body).toBe(200)
    for (let look = 0; look < 3; look++) await remindDue(shop.ctx)
    expect(await toldOf(shop, 1)).toEqual(bought.map(({ id }) => id))
    expect((await mailsOf(shop)).at(-1)?.texto).toContain(
      'desde el 22 de noviembre, 6:00\u00a0p.\u00a0m. Se aplazó: antes era el 22 de noviembre, 9:00\u00a0a.\u00a0m. Motivo: No hay luz.',
    )
    expect(await mailsOf(shop)).toHaveLength(6)
  })

  test('a clock that is ahead for a moment ends none of them: that is for good, and waits until the hour is sure', async () => {
    const { shop, bought } = await openLed(setup, [byBeacon()])
    const { ctx } = shop
    await remindDue(ctx, 2)
    ctx.time = { known: () => false, sure: async () => false }
    ctx.clock.advance(YEAR)
    await remindDue(ctx, 2)
    ctx.clock.advance(-YEAR)
    ctx.time = SURE
    for (let look = 0; look < 3; look++) await remindDue(ctx, 2)
    expect(await toldOf(shop, 0)).toEqual(bought.map(({ id }) => id))
    const waiting = ctx.db.read.selectFrom('outbox').select('clave').where('estado', '=', 'pendiente')
    expect(await waiting.where('clave', 'like', '%:recordatorio:%').execute()).toHaveLength(bought.length)
  })

  test('a portion that failed is written again whole', async () => {
    const { shop, bought } = await openLed(setup, [byBeacon()])
    const { ctx } = shop
    let writes = 0
    const broken = {
      ...ctx,
      db: {
        ...ctx.db,
        write: (lane: string, job: Parameters<typeof ctx.db.write>[1]) =>
          ctx.db.write(lane, async (tx) => {
            await job(tx)
            if (writes++ === 0) throw new Error('killed before the commit')
          }),
      },
    } as typeof ctx
    await remindDue(broken)
    expect(await mailsOf(shop)).toEqual([])
    await remindDue(broken)
    expect(await toldOf(shop, 0)).toEqual(bought.map(({ id }) => id))
  })
})
