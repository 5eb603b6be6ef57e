import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { hold } from '#app/server/testing/buyer.ts'
import { openShop, report, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { UNDO_WINDOW } from '#purchases/server/mail/decision-mail.ts'
import { tellServed } from '#purchases/server/mail/tell-served.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'

let made = 0

/** Somebody else pays for that many. */
async function pays(shop: Shop, cantidad: number, correo = `persona${made}@ejemplo.test`) {
  const number = ++made
  const answer = await report(shop, {
    cantidad_tickets: String(cantidad),
    total: `${cantidad * 5}.00`,
    cedula: `V${20_000_000 + number}`,
    telefono: `0414${1_000_000 + number}`,
    referencia: String(300_000_000 + number * 7_919),
    correo,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json() as { id: number; codigo: string; secreto: string; en_espera: boolean }
}

/** A raffle that a fake has filled, and an owner. */
async function openFull(setup: Parameters<typeof openShop>[0]) {
  const shop = await openShop(setup)
  const headers = await signInOwner(shop)
  const fake = await pays(shop, 100)
  const post = (path: string, payload: object = {}) =>
    shop.app.inject({ method: 'POST', url: `/api/panel${path}`, payload, headers })
  const get = (path: string) => shop.app.inject({ url: `/api/panel${path}`, headers })
  const rejectAll = async (ids: number[]) => {
    const answer = await post('/revision/falsas', { compras: ids.map((id) => ({ id, version: 1 })) })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  return { shop, fake, post, get, rejectAll }
}

const mailsTo = async ({ ctx }: Shop, correo: string) =>
  (
    await ctx.db.read
      .selectFrom('outbox')
      .select(['asunto', 'estado', 'proximo_en'])
      .where('para', '=', correo)
      .orderBy('id')
      .execute()
  ).map(({ asunto, estado, proximo_en }) => [asunto.split(' · ')[0], estado, proximo_en] as const)

const foundLines = ({ ctx }: Shop) =>
  ctx.db.read
    .selectFrom('journal')
    .select(['actor', 'compra_id'])
    .where('accion', '=', 'boletos encontrados')
    .orderBy('id')
    .execute()

onBothEngines('a payment that waited for tickets', (setup) => {
  test('that gets them is in the journal, and its buyer is told, once', async () => {
    const { shop, fake, rejectAll } = await openFull(setup)
    const waits = await pays(shop, 2, 'carla@ejemplo.test')
    expect(waits.en_espera).toBe(true)
    await tellServed(shop.ctx)
    expect(await foundLines(shop)).toEqual([])
    await rejectAll([fake.id])
    for (let time = 0; time < 2; time++) await tellServed(shop.ctx)
    expect(await foundLines(shop)).toEqual([{ actor: 'sistema', compra_id: waits.id }])
    expect((await mailsTo(shop, 'carla@ejemplo.test')).map(([asunto]) => asunto)).toEqual([
      'Recibimos tu reporte de pago: estás en lista de espera',
      'Ya hay boletos para tu pago',
    ])
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('a payment that waited for tickets', (setup) => {
  test('that is decided before its buyer was told is reported by the decision', async () => {
    const { shop, fake, rejectAll } = await openFull(setup)
    const [first, second] = [await pays(shop, 2, 'carla@ejemplo.test'), await pays(shop, 2, 'luis@ejemplo.test')]
    await rejectAll([fake.id])
    await approvePurchase(shop.ctx, first.id, null, { actor: TESTER })
    await tellServed(shop.ctx)
    const told = async (correo: string) =>
      (await mailsTo(shop, correo)).filter(([asunto]) => asunto === 'Ya hay boletos para tu pago')
    expect(await told('carla@ejemplo.test')).toEqual([])
    expect(await told('luis@ejemplo.test')).toHaveLength(1)
    expect(second.en_espera).toBe(true)
    shop.ctx.clock.advance(UNDO_WINDOW)
    await tellServed(shop.ctx)
    expect(await told('carla@ejemplo.test')).toEqual([])
    expect(await foundLines(shop)).toHaveLength(2)
  })

  test('that is decided before its buyer was told is reported after all when the decision is taken back', async () => {
    const { shop, fake, post, rejectAll } = await openFull(setup)
    const waits = await pays(shop, 2, 'carla@ejemplo.test')
    await rejectAll([fake.id])
    expect((await post(`/compras/${waits.id}/falso`, { version: 1 })).statusCode).toBe(200)
    await tellServed(shop.ctx)
    expect((await post(`/compras/${waits.id}/deshacer`, { version: 2 })).json().en_espera).toBe(false)
    await tellServed(shop.ctx)
    expect((await mailsTo(shop, 'carla@ejemplo.test')).map(([asunto]) => asunto)).toContain(
      'Ya hay boletos para tu pago',
    )
    expect(await foundLines(shop)).toHaveLength(1)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('with tickets that came free during the report is told by the answer to it, and by nothing else', async () => {
    const shop = await openShop(setup, {}, { config: { abuseLimits: true } })
    const picks = Array.from({ length: 10 }, (_, number) => `0${number}`)
    for (let visitor = 0; visitor < 5; visitor++) {
      const wish = visitor === 0 ? { cantidad_tickets: 10, numeros_seleccionados: picks } : { cantidad_tickets: 10 }
      expect((await hold(shop, wish, `203.0.113.${visitor}`)).statusCode).toBe(201)
    }
    // Their time is over and nobody has swept: the numbers are another's.
    shop.ctx.clock.advance(601_000)
    const answer = await report(shop, { numeros_seleccionados: '["07","08"]' }, { manual: true })
    expect([answer.statusCode, answer.json().en_espera]).toEqual([201, false])
    await tellServed(shop.ctx)
    expect(await foundLines(shop)).toEqual([])
    expect((await mailsTo(shop, 'carla@ejemplo.test')).map(([asunto]) => asunto)).toEqual([
      'Recibimos tu reporte de pago',
    ])
  })

  test('writes three mails a day to one address, as reports do', async () => {
    const { shop, fake, rejectAll } = await openFull(setup)
    for (let time = 0; time < 4; time++) await pays(shop, 2, 'otra@ejemplo.test')
    await rejectAll([fake.id])
    await tellServed(shop.ctx)
    const now = shop.ctx.clock.now()
    const turns = (await mailsTo(shop, 'otra@ejemplo.test')).filter(
      ([asunto]) => asunto === 'Ya hay boletos para tu pago',
    )
    expect(turns.map(([, , turn]) => turn - now)).toEqual([0, 0, 0, 86_400_000])
  })

  test('is in the export as what it is', async () => {
    const { shop, get } = await openFull(setup)
    await pays(shop, 2)
    const { body } = await get('/exportar/compras?formato=csv')
    expect(
      body
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.split(';')[3]),
    ).toEqual(['En lista de espera', 'En revisión'])
  })

  test('rejected alone as a fake or in a group is taken back within 20 s and waits again', async () => {
    const { shop, post, get, rejectAll } = await openFull(setup)
    const [alone, grouped] = [await pays(shop, 2), await pays(shop, 2)]
    expect((await post(`/compras/${alone.id}/falso`, { version: 1 })).statusCode).toBe(200)
    await rejectAll([grouped.id])
    for (const { id } of [alone, grouped]) {
      expect((await get(`/compras/${id}`)).json().deshacible_hasta).toEqual(expect.any(String))
      const undone = await post(`/compras/${id}/deshacer`, { version: 2 })
      expect([undone.statusCode, undone.json().estado, undone.json().en_espera]).toEqual([200, 'en revision', true])
    }
    await sweepHolds(shop.ctx)
    expect(await audit(shop.ctx)).toEqual([])
  })
})
