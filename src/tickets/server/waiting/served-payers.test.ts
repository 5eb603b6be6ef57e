import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { hold, ownPage, paysAnew } from '#app/server/testing/buyer.ts'
import { openDesk } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openWorld, payNow, rest } from '#app/server/testing/open-world.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { UNDO_WINDOW } from '#purchases/server/mail/mail-turns.ts'
import { tellServed } from '#purchases/server/mail/tell-served.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'

/** Somebody else pays for that many. */
const pays = (shop: Shop, cantidad: number, correo?: string) =>
  paysAnew(shop, { cantidad_tickets: String(cantidad), ...(correo && { correo }) })

/** A raffle that a fake has filled, and an owner. */
async function openFull(setup: Parameters<typeof openShop>[0]) {
  const shop = await openDesk(setup)
  const fake = await pays(shop, 100)
  const rejectAll = async (ids: number[]) => {
    const answer = await shop.post('/revision/falsas', { compras: ids.map((id) => ({ id, version: 1 })) })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  return { shop, fake, rejectAll }
}

async function mailsTo({ ctx }: Shop, correo: string) {
  const mails = (await readMails(ctx)).filter(({ para }) => para === correo)
  return mails.map(({ asunto, proximo_en }) => [asunto.split(' · ')[0], proximo_en] as const)
}

const foundLines = ({ ctx }: Shop) => readDeeds(ctx, 'boletos encontrados')

onSqlite('a payment that waited for tickets', (setup) => {
  test('that gets them is in the journal, and its buyer is told, once', async () => {
    const { shop, fake, rejectAll } = await openFull(setup)
    const waits = await pays(shop, 2, 'carla@ejemplo.test')
    expect(waits.en_espera).toBe(true)
    await tellServed(shop.ctx)
    expect(await foundLines(shop)).toEqual([])
    await rejectAll([fake.id])
    for (let time = 0; time < 2; time++) await tellServed(shop.ctx)
    expect(await foundLines(shop)).toMatchObject([{ actor: 'sistema', compra_id: waits.id }])
    expect((await mailsTo(shop, 'carla@ejemplo.test')).map(([asunto]) => asunto)).toEqual([
      'Recibimos tu reporte de pago: estás en lista de espera',
      'Ya hay boletos para tu pago',
    ])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('that is decided before its buyer was told is reported by the decision', async () => {
    const { shop, fake, rejectAll } = await openFull(setup)
    const [first, second] = [await pays(shop, 2, 'carla@ejemplo.test'), await pays(shop, 2, 'luis@ejemplo.test')]
    await rejectAll([fake.id])
    await judge.approve(shop, first.id)
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
    const { shop, fake, rejectAll } = await openFull(setup)
    const waits = await pays(shop, 2, 'carla@ejemplo.test')
    await rejectAll([fake.id])
    expect((await shop.post(`/compras/${waits.id}/falso`, { version: 1 })).statusCode).toBe(200)
    await tellServed(shop.ctx)
    expect((await shop.post(`/compras/${waits.id}/deshacer`, { version: 2 })).json().en_espera).toBe(false)
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
    expect(turns.map(([, turn]) => turn - now)).toEqual([0, 0, 0, 86_400_000])
  })

  test('is in the export as what it is, and waits again when its rejection as a fake, alone or in a group, is taken back', async () => {
    const { shop, rejectAll } = await openFull(setup)
    const [alone, grouped] = [await pays(shop, 2), await pays(shop, 2)]
    const [, ...lines] = (await shop.get('/exportar/compras?formato=csv')).body.trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(';')[3])).toEqual(['En lista de espera', 'En lista de espera', 'En revisión'])
    expect((await shop.post(`/compras/${alone.id}/falso`, { version: 1 })).statusCode).toBe(200)
    await rejectAll([grouped.id])
    for (const { id } of [alone, grouped]) {
      expect((await shop.get(`/compras/${id}`)).json().deshacible_hasta).toEqual(expect.any(String))
      const undone = await shop.post(`/compras/${id}/deshacer`, { version: 2 })
      expect([undone.statusCode, undone.json().estado, undone.json().en_espera]).toEqual([200, 'en revision', true])
    }
    await sweepHolds(shop.ctx)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

const CARRIER = '203.0.113.0'

/** A raffle of 200 of which 110 are in review, and a report that waits for two, of a connection that has its share. */
async function openWaiting(setup: Setup) {
  const { shop, world } = await openWorld(setup, { total_numeros: 200 })
  const fakes: number[] = []
  for (const [index, tickets] of [50, 50, 10].entries()) {
    fakes.push((await payNow(world, { address: `203.0.113.${index}`, tickets })).body.id ?? 0)
  }
  const { id = 0, secreto, en_espera } = (await payNow(world, { address: CARRIER, tickets: 2 })).body
  expect(en_espera).toBe(true)
  const own = async () =>
    (await ownPage(shop, secreto ?? '')).json() as {
      pasos: { paso: string; en: string }[]
      en_espera: boolean
      corregible: boolean
      corregible_hasta: string | null
    }
  const lastMail = async () => (await readMails(shop.ctx)).findLast(({ compra_id }) => compra_id === id)?.texto
  return { shop, world, fakes, id, own, lastMail }
}

onSqlite('a report that waits for tickets', (setup) => {
  test('that is rejected is never told that tickets were kept for it: by mail, page and journal', async () => {
    const { shop, id, own, lastMail } = await openWaiting(setup)
    await judge.reject(shop, id, null, { motivo: 'La referencia no aparece.' })
    expect(await lastMail()).toMatch(/Vuelves a la lista de espera/)
    expect(await lastMail()).not.toMatch(/Guardamos|Apartamos/)
    expect(await own()).toMatchObject({ en_espera: true, corregible: true, corregible_hasta: null })
    expect((await own()).pasos.map(({ paso }) => paso)).toEqual(['reportado', 'rechazado'])
    const [entry] = await readDeeds(shop.ctx, 'compra rechazada')
    expect(entry?.datos).not.toHaveProperty('boletos_hasta')
  })

  test('shows when it got some, and of an approval before no step that never was', async () => {
    const { shop, world, fakes, own } = await openWaiting(setup)
    expect((await own()).pasos.map(({ paso }) => paso)).toEqual(['reportado'])
    for (const fake of fakes.slice(0, 1)) await judge.reject(shop, fake)
    shop.ctx.clock.advance(2 * 86_400_000)
    await rest(world, 60)
    const served = shop.ctx.clock.now()
    await tellServed(shop.ctx)
    const { pasos, en_espera } = await own()
    expect([en_espera, pasos.map(({ paso }) => paso)]).toEqual([false, ['reportado', 'apartado']])
    expect(Date.parse(pasos[1]?.en ?? '')).toBe(served)
    const other = await openWaiting(setup)
    await judge.approve(other.shop, other.id)
    expect((await other.own()).pasos.map(({ paso }) => paso)).toEqual(['reportado', 'confirmado'])
  })
})
