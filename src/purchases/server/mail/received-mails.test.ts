import { expect, test } from 'vitest'
import { paysAnew } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

const DAY = 86_400_000

/** Reports another payment by the mail of somebody who may know nothing of it. */
const write = async (shop: Shop, correo: string) => (await paysAnew(shop, { correo })).id

const mails = async ({ ctx }: Shop, correo: string) => (await readMails(ctx)).filter(({ para }) => para === correo)

onSqlite("'Recibimos tu reporte de pago'", (setup) => {
  test('reaches one address three times in any day, however often a stranger types it; the others wait their turn', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const start = shop.ctx.clock.now()
    for (let time = 0; time < 10; time++) await write(shop, 'otra@ejemplo.test')
    await write(shop, 'carla@ejemplo.test')
    const days = (await mails(shop, 'otra@ejemplo.test')).map(({ proximo_en }) => (proximo_en - start) / DAY)
    expect(days).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3])
    expect((await mails(shop, 'carla@ejemplo.test'))[0]?.proximo_en).toBe(start)
    shop.ctx.clock.advance(5 * DAY)
    await write(shop, 'otra@ejemplo.test')
    expect((await mails(shop, 'otra@ejemplo.test')).at(-1)?.proximo_en).toBe(shop.ctx.clock.now())
  })

  test('reaches one mailbox three times, however its address is written', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const start = shop.ctx.clock.now()
    const turns: number[] = []
    const one = ['ana.mora@gmail.com', 'a.n.a.mora+1@gmail.com', 'ANAMORA@googlemail.com', 'anamora+2@Gmail.com']
    for (const address of one) {
      await write(shop, address)
      const row = (await readMails(shop.ctx)).at(-1)
      // The mail goes to the address as the buyer wrote it.
      expect(row?.para.toLowerCase()).toBe(address.toLowerCase())
      turns.push(((row?.proximo_en ?? 0) - start) / DAY)
    }
    // At another host dots tell people apart.
    const several = ['ana.mora', 'anamora', 'ana.mora+a', 'ana.mora+b', 'ana.mora+c']
    for (const name of several) await write(shop, `${name}@ejemplo.test`)
    expect(turns).toEqual([0, 0, 0, 1])
    const later = (await readMails(shop.ctx)).filter(({ proximo_en }) => proximo_en > start).map(({ para }) => para)
    expect(later.filter((para) => para.endsWith('@ejemplo.test'))).toEqual(['ana.mora+c@ejemplo.test'])
  })

  test('one that waits its turn is taken back when the purchase is decided and sends its own; one that may have left stays', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const ids: number[] = []
    for (let time = 0; time < 4; time++) ids.push(await write(shop, 'carla@ejemplo.test'))
    for (const id of ids) await judge.approve(shop, id, 1)
    const found = await mails(shop, 'carla@ejemplo.test')
    const received = found.filter(({ clave }) => clave.startsWith('recibida:'))
    expect(received.map(({ estado }) => estado)).toEqual(['pendiente', 'pendiente', 'pendiente', 'cancelado'])
    const decided = found.filter(({ clave }) => clave.includes(':decision:'))
    expect(decided.map(({ estado }) => estado)).toEqual(['pendiente', 'pendiente', 'pendiente', 'pendiente'])
  })

  test('from a connection that reports very often they wait an hour, whomever they are for', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const start = shop.ctx.clock.now()
    const turns: number[] = []
    for (let time = 0; time < 62; time++) {
      await write(shop, `persona${time}@ejemplo.test`)
      turns.push(((await mails(shop, `persona${time}@ejemplo.test`))[0]?.proximo_en ?? 0) - start)
    }
    expect(turns.filter((turn) => turn === 0)).toHaveLength(60)
    expect(turns.slice(60)).toEqual([3_600_000, 3_600_000])
    shop.ctx.clock.advance(3_600_000)
    await write(shop, 'carla@ejemplo.test')
    expect((await mails(shop, 'carla@ejemplo.test'))[0]?.proximo_en).toBe(shop.ctx.clock.now())
  })
})
