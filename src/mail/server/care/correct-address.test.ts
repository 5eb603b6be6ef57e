import { expect, test } from 'vitest'
import { purchaseRow } from '#app/server/testing/buyer.ts'
import { openDesk } from '#app/server/testing/desk.ts'
import { pay } from '#app/server/testing/ruled-shop.ts'
import { report } from '#app/server/testing/shop.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { deliverDue } from '../delivery/deliver.ts'
import type { Transport } from '../delivery/transport.ts'
import { AS_WRITTEN } from '../testing/at-server.ts'
import { readMails } from '../testing/read-mails.ts'

const DEAD = 'carla@ejmplo.test'
const NOBODY = Object.assign(new Error('550'), {
  code: 'EENVELOPE',
  command: 'RCPT TO',
  permanent: true,
  responseCode: 550,
  response: '550 5.1.1 user unknown',
})

onSqlite('an address corrected where its mail failed', (setup) => {
  async function open(raffle = {}) {
    const shop = await openDesk(setup, raffle)
    const taken: string[] = []
    const transport: Transport = {
      from: { name: '', address: 'rifas@ejemplo.test' },
      async send({ to, subject }) {
        if (to.address === DEAD) throw NOBODY
        taken.push(`${subject.split(' · ')[0]}: ${to.address}`)
      },
      close() {},
    }
    const deliver = () => deliverDue(shop.ctx, transport, new AbortController().signal, AS_WRITTEN)
    const { id } = (await report(shop, { correo: DEAD })).json()
    await deliver()
    const get = async (path: string) => (await shop.get(path)).json()
    const correct = async (para: string) => (await shop.post('/correos/1/corregir', { para })).json()
    return { shop, taken, deliver, id, get, correct }
  }

  test('is the buyer’s from then on: the next mail goes there too, once, with a line in the history', async () => {
    const { shop, taken, deliver, id, get, correct } = await open()
    for (let time = 0; time < 2; time++) {
      expect(await correct('carla@ejemplo.test')).toMatchObject({ para: 'carla@ejemplo.test', reenvios: 1 })
    }
    await deliver()
    await shop.post(`/compras/${id}/aprobar`, { version: 1 })
    shop.ctx.clock.advance(20_000)
    await deliver()
    const OWNERS = 'Cambiaron los datos de un comprador de «Moto 200 cc»: duena@ejemplo.test'
    expect(taken.filter((mail) => mail !== OWNERS)).toEqual([
      'Recibimos tu reporte de pago: carla@ejemplo.test',
      'Tus números: carla@ejemplo.test',
    ])
    expect(taken).toContain(OWNERS)
    expect((await get('/compras?buscar=carla%40ejemplo.test')).compras).toHaveLength(1)
    expect((await get('/compras?buscar=carla%40ejmplo.test')).compras).toEqual([])
    const { historia } = await get(`/compras/${id}/ficha`)
    const told = historia.filter((line: { accion: string }) => line.accion === 'dirección de correo corregida')
    const datos = { correos: [1], antes: 'c…a@ejmplo.test', ahora: 'c…a@ejemplo.test' }
    expect(told).toMatchObject([{ actor: 'Marisela', datos }])
  })

  test('leaves a purchase alone that was given another address meanwhile', async () => {
    const { shop, id, correct } = await open()
    await setColumns(shop.ctx, 'purchases', { correo: 'otra@ejemplo.test' }, { id })
    expect(await correct('carla@ejemplo.test')).toMatchObject({ para: 'carla@ejemplo.test', estado: 'pendiente' })
    expect((await purchaseRow(shop, id)).correo).toBe('otra@ejemplo.test')
  })

  test('keeps the rules of the form and of taking part once', async () => {
    const { shop, id, correct } = await open({ registro_unico: true })
    await pay(shop, { correo: 'carmen@ejemplo.test' })
    expect(await correct('carmen@ejemplo.test')).toMatchObject({ code: 'REGISTRO_DUPLICADO' })
    expect((await correct('carla@ejemplo.t3')).campos).toHaveProperty('para')
    expect((await purchaseRow(shop, id)).correo).toBe(DEAD)
    expect((await readMails(shop.ctx))[0]).toMatchObject({ para: DEAD, estado: 'fallido' })
  })
})
