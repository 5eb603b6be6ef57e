import { afterEach, expect, test } from 'vitest'
import { correct as correctWith } from '#app/server/testing/buyer.ts'
import { openDesk } from '#app/server/testing/desk.ts'
import { report, type Shop } from '#app/server/testing/shop.ts'
import { deliverDue } from '#mail/server/delivery/deliver.ts'
import type { Message } from '#mail/server/delivery/message.ts'
import type { Transport } from '#mail/server/delivery/transport.ts'
import { AS_WRITTEN } from '#mail/server/testing/at-server.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

const NEVER = new AbortController().signal
const MOTIVO = 'El pago ya fue usado en otra compra.'

/** A mail server that notes the subjects that it took, and can be made slow or refuse. */
function openServer() {
  const taken: string[] = []
  let wait: Promise<unknown> = Promise.resolve()
  let broken = false
  const transport: Transport = {
    from: { name: 'Rifas La Ceiba', address: 'rifas@ejemplo.test' },
    async send(message: Message) {
      await wait
      if (broken) throw new Error('connection lost')
      taken.push(message.subject)
    },
    close() {},
  }
  return {
    taken,
    transport,
    /** Mails are not taken until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      wait = promise
      return resolve
    },
    /** The next ones are taken at once again. */
    answer() {
      wait = Promise.resolve()
    },
    setBroken(is: boolean) {
      broken = is
    },
  }
}

onSqlite('mails of decisions that no longer hold', (setup) => {
  const held: (() => void)[] = []
  afterEach(() => {
    for (const release of held.splice(0)) release()
  })

  async function open() {
    const shop = await openDesk(setup)
    const server = openServer()
    const deliver = () => deliverDue(shop.ctx, server.transport, NEVER, AS_WRITTEN)
    const { id, secreto } = (await report(shop)).json()
    await deliver()
    const post = async (path: string, payload: object) => (await shop.post(path, payload)).json()
    const decide = async (deed: string, version: number, more: object = {}) => {
      const answer = await post(`/compras/${id}/${deed}`, { version, ...more })
      expect(answer.estado, JSON.stringify(answer)).toBeDefined()
    }
    /** Mails leave, and their server has not taken them yet. */
    const leave = async () => {
      shop.ctx.clock.advance(20_000)
      const release = server.hold()
      held.push(release)
      const leaving = deliver()
      await expect.poll(() => isLeaving(shop)).toBe(true)
      return { release, leaving }
    }
    return { shop, server, leave, deliver, id, secreto, post, decide }
  }

  const mails = async ({ ctx }: Shop) => {
    const rows = await ctx.db.read.selectFrom('outbox').select(['id', 'asunto', 'estado']).orderBy('id').execute()
    return rows.map(({ asunto, estado }) => `${asunto.split(' · ')[0]}: ${estado}`)
  }

  /** The buyer sends another reference on the private page. */
  async function correct(shop: Shop, secreto: string): Promise<void> {
    const answer = await correctWith(shop, { secreto, referencia: '998877665544' })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  }

  /** What happens to the mail with the numbers before the annulment. @returns what happens after it. */
  type Fate = (its: Awaited<ReturnType<typeof open>>) => Promise<(() => unknown) | undefined>
  test.each<[string, 'enviado' | 'cancelado', Fate]>([
    ['that has not left is never told', 'cancelado', async () => undefined],
    [
      'that failed while the mail server was down is never told',
      'cancelado',
      async ({ shop, server, deliver }) => {
        shop.ctx.clock.advance(20_000)
        server.setBroken(true)
        await deliver()
        return () => server.setBroken(false)
      },
    ],
    [
      'that is just leaving arrives before the annulment',
      'enviado',
      async ({ leave, deliver }) => {
        const { release, leaving } = await leave()
        return async () => {
          expect(await deliver()).toBe(0)
          release()
          await leaving
        }
      },
    ],
    [
      'that is just leaving and fails is not tried again',
      'cancelado',
      async ({ leave, server }) => {
        const { release, leaving } = await leave()
        return async () => {
          server.setBroken(true)
          release()
          await leaving
          server.setBroken(false)
        }
      },
    ],
    [
      'whose sender died is given up',
      'cancelado',
      async ({ leave, server }) => {
        await leave()
        return () => server.answer()
      },
    ],
  ])('approved and annulled: a mail %s', async (_, left, fate) => {
    const its = await open()
    const { shop, server, deliver, decide, post } = its
    await decide('aprobar', 1)
    const after = await fate(its)
    await decide('anular', 2, { motivo: MOTIVO })
    await after?.()
    shop.ctx.clock.advance(30 * 60_000)
    for (let round = 0; round < 2; round++) await deliver()
    const sent = left === 'enviado' ? ['Tus números · Moto 200 cc'] : []
    expect(server.taken.slice(1)).toEqual([...sent, 'Tu compra fue anulada · Moto 200 cc'])
    expect(await mails(shop)).toEqual([
      'Recibimos tu reporte de pago: enviado',
      `Tus números: ${left}`,
      'Tu compra fue anulada: enviado',
    ])
    const code = left === 'enviado' ? 'CORREO_SUPERADO' : 'CORREO_CANCELADO'
    expect(await post('/correos/2/reenviar', { reenvios: 0 })).toMatchObject({ code })
    expect(await post('/correos/reintentar', {})).toEqual({ reenviados: 0 })
  })

  test('a correction takes the rejection back; the receipt stays', async () => {
    const { shop, server, deliver, decide, secreto } = await open()
    await decide('rechazar', 1, { motivo: 'El comprobante no se puede leer.' })
    await correct(shop, secreto)
    shop.ctx.clock.advance(60_000)
    await deliver()
    expect(server.taken).toEqual(['Recibimos tu reporte de pago · Moto 200 cc'])
    expect(await mails(shop)).toEqual([
      'Recibimos tu reporte de pago: enviado',
      'No pudimos confirmar tu pago: cancelado',
    ])
  })

  test('a rejection that left is not sent again after the correction; a new address gets only mails that still hold', async () => {
    const { shop, server, deliver, decide, secreto, id, post } = await open()
    await decide('rechazar', 1, { motivo: 'El comprobante no se puede leer.' })
    shop.ctx.clock.advance(20_000)
    await deliver()
    await correct(shop, secreto)
    expect(await post('/correos/2/reenviar', { reenvios: 0 })).toMatchObject({ code: 'CORREO_SUPERADO' })
    const who = { nombre: 'Carla Mendoza', cedula: 'V12345678', telefono: '04141234567' }
    const antes = { ...who, correo: 'carla@ejemplo.test' }
    const change = (payload: object) => shop.put(`/compras/${id}/comprador`, payload)
    const ahora = { ...antes, correo: 'nueva@ejemplo.test' }
    const changed = await change({ antes, ahora, reenviar: true })
    // In the same millisecond, and owners are told of it too.
    const again = await change({ antes: ahora, ahora: { ...ahora, telefono: '04147654321' } })
    expect(again.statusCode, again.body).toBe(200)
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json().correos).toMatchObject([{ superado: true }, { superado: false, estado: 'pendiente' }])
    await deliver()
    expect(server.taken).toEqual([
      'Recibimos tu reporte de pago · Moto 200 cc',
      'No pudimos confirmar tu pago · Moto 200 cc',
      'Recibimos tu reporte de pago · Moto 200 cc',
      // To the address that was.
      expect.stringMatching(/^Cambió el correo de tu compra TB-/),
      'Cambiaron los datos de un comprador de «Moto 200 cc» · Tómbola',
      'Cambiaron los datos de un comprador de «Moto 200 cc» · Tómbola',
    ])
  })

  test('undone and decided again: one mail, of the last decision, when its twenty seconds are over', async () => {
    const { shop, server, deliver, decide } = await open()
    await decide('aprobar', 1)
    await decide('deshacer', 2)
    await decide('rechazar', 3, { motivo: 'El comprobante no se puede leer.' })
    shop.ctx.clock.advance(19_999)
    await deliver()
    expect(server.taken.slice(1)).toEqual([])
    shop.ctx.clock.advance(1)
    await deliver()
    expect(server.taken.slice(1)).toEqual(['No pudimos confirmar tu pago · Moto 200 cc'])
  })

  async function isLeaving({ ctx }: Shop): Promise<boolean> {
    const row = await ctx.db.read
      .selectFrom('outbox')
      .select('id')
      .where('estado', '=', 'pendiente')
      .where('arrendado_hasta', '>', ctx.clock.now())
      .executeTakeFirst()
    return row !== undefined
  }
})
