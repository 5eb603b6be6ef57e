import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addReviewer, callsOf } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import {
  atApproval,
  comeIn,
  openMoneyShop as openShop,
  pay,
  type MoneyDesk as Shop,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { OWNER } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { tellDeed } from '#journal/tell-deed.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { listJobs } from '#platform/server/jobs/jobs-table.ts'
import { type Job, startJobs } from '#platform/server/jobs/start-jobs.ts'
import { onBothEngines, onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { AT_ONCE } from '../decision/confirm-exact.ts'
import { createMoneyWatch } from './watch-money.ts'

/** Its owner has a second factor. */
const openMoneyShop = async (setup: Setup) => {
  const shop = await openShop(setup)
  return { ...shop, code: await giveSecondFactor(shop.ctx, OWNER.correo) }
}
type MoneyDesk = Shop & { code: () => string }

const mails = async ({ ctx }: MoneyDesk, like: string) => (await readMails(ctx, `automatica:${like}`)).length

async function set(shop: MoneyDesk, change: object, headers = shop.headers) {
  const whole = { activa: true, tope_cantidad: 100, tope_suma: '1000.00', version: 0, codigo: shop.code(), ...change }
  const answer = await callsOf(shop, headers).put(`/rifas/${shop.id}/confirmacion-automatica`, whole)
  return [answer.statusCode, answer.json()] as const
}

onBothEngines('confirming without a person', (setup) => {
  test.each([
    ['so many', { tope_cantidad: 2 }],
    ['so much', { tope_suma: '29.99' }],
  ])('no more than %s of a day, and the owners are told when it stops', async (_, limit) => {
    const shop = await openMoneyShop(setup)
    await set(shop, limit)
    const ids: number[] = []
    for (const at of [1, 2, 3, 4]) ids.push(await pay(shop, `${at}0906155`))
    await comeIn(
      shop,
      [1, 2, 3, 4].map((at) => ({ referencia: `${at}0906155` })),
    )
    const both = [shop.ctx, setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx]
    const confirmed = async () =>
      (await Promise.all(ids.map((id) => stateOf(shop, id)))).filter((one) => one === 'confirmado')
    // Both want to do it simultaneously; one has the job, and the other takes it over.
    const jobOf = (ctx: TestCtx): Job => ({ nombre: 'confirmar', every: 1, does: createMoneyWatch(ctx) })
    const stops = both.map((ctx) => startJobs(ctx, [jobOf(ctx)], 10))
    const holder = async () => (await listJobs(shop.ctx.db.read, shop.ctx.clock.now()))[0]?.hecho_en
    await expect.poll(holder).toBeTruthy()
    for (const stop of stops) await stop()
    expect(await confirmed()).toHaveLength(2)
    expect([await mails(shop, '%:uso:%'), await mails(shop, '%:tope:%')]).toEqual([1, 1])
    shop.ctx.clock.advance(24 * 3_600_000)
    await createMoneyWatch(shop.ctx)()
    expect(await confirmed()).toHaveLength(4)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('confirming without a person', (setup) => {
  test("the bank's own word confirms an exact payment, also of a report that comes after its money; a notice or a statement does not", async () => {
    const shop = await openMoneyShop(setup)
    await set(shop, {})
    const look = createMoneyWatch(shop.ctx)
    await look()
    const ids = [await pay(shop, '10906155'), await pay(shop, '20906155'), await pay(shop, '30906155')]
    const states = () => Promise.all(ids.map((id) => stateOf(shop, id)))
    await comeIn(shop, [{ referencia: '10906155' }], { fuente: 'aviso', confianza: 'aviso' })
    await comeIn(shop, [{ referencia: '20906155' }], { fuente: 'extracto', confianza: 'extracto' })
    await comeIn(shop, [{ referencia: '30906155' }, { referencia: '40906155' }])
    await look()
    expect(await states()).toEqual(['en revision', 'en revision', 'confirmado'])
    ids.push(await pay(shop, '40906155'))
    await look()
    expect(await states()).toEqual(['en revision', 'en revision', 'confirmado', 'confirmado'])
    const links = await shop.ctx.db.read.selectFrom('movement_links').selectAll().execute()
    expect(links.map(({ por, quien, quien_id }) => [por, quien, quien_id])).toEqual([
      ['regla', 'sistema', null],
      ['regla', 'sistema', null],
    ])
    expect(await mails(shop, '%:uso:%')).toBe(1)
    expect(await audit(shop.ctx)).toEqual([])
  })

  /** More than one portion of payments that are confirmed alone. */
  async function openMany() {
    const shop = await openMoneyShop(setup)
    await set(shop, { tope_suma: '10000.00' })
    const many = Array.from({ length: AT_ONCE + 2 }, (_, at) => `${10 + at}906155`)
    for (const referencia of many) await pay(shop, referencia)
    await comeIn(
      shop,
      many.map((referencia) => ({ referencia })),
    )
    const confirmed = async () => {
      const rows = shop.ctx.db.read.selectFrom('purchases').select('id').where('estado', '=', 'confirmado')
      return (await rows.execute()).length
    }
    return { shop, many, confirmed }
  }

  test('a process whose job another one has by now begins no further portion; control: one that has it still confirms all', async () => {
    const { shop, many, confirmed } = await openMany()
    const lost = new AbortController()
    atApproval(shop, 1, async () => lost.abort())
    await createMoneyWatch(shop.ctx)(lost.signal)
    expect(await confirmed()).toBe(AT_ONCE)
    await createMoneyWatch(shop.ctx)(new AbortController().signal)
    expect(await confirmed()).toBe(many.length)
  })

  test('an owner who turns it off stops what is under way', async () => {
    const { shop, confirmed } = await openMany()
    atApproval(shop, 1, async () => {
      expect(await set(shop, { activa: false, version: 1, codigo: undefined })).toMatchObject([200, { activa: false }])
    })
    await createMoneyWatch(shop.ctx)()
    expect(await confirmed()).toBe(AT_ONCE)
  })

  test('an owner lets it, within limits of a day, and every owner is told; nobody else may', async () => {
    const shop = await openMoneyShop(setup)
    const url = `/api/panel/rifas/${shop.id}/confirmacion-automatica`
    const first = await shop.app.inject({ url, headers: shop.headers })
    expect(first.json()).toMatchObject({ activa: false, tope_cantidad: 50, tope_suma: '500.00', version: 0 })
    expect(await set(shop, {}, await addReviewer(shop))).toMatchObject([404, {}])
    expect(await set(shop, { tope_suma: '0' })).toMatchObject([422, { code: 'DATOS_INVALIDOS' }])
    expect(await set(shop, {})).toMatchObject([200, { activa: true, version: 1, moneda: 'USD', hoy: { cantidad: 0 } }])
    expect(await set(shop, { activa: false })).toMatchObject([409, { code: 'VERSION_VIEJA' }])
    expect(await set(shop, { activa: false, version: 1 })).toMatchObject([200, { activa: false, version: 2 }])
    expect(await mails(shop, '%:dueno:%')).toBe(2)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a fresh code lets more be confirmed so; less needs none, and the journal has the old limit and the new one', async () => {
    const shop = await openMoneyShop(setup)
    const none = { codigo: undefined }
    const refused = [422, { code: 'DATOS_INVALIDOS', campos: { codigo: 'Escribe el código.' } }]
    expect(await set(shop, none)).toMatchObject(refused)
    expect(await set(shop, { codigo: '000000' })).toMatchObject([401, { code: 'CODIGO_INVALIDO' }])
    expect(await set(shop, { ...none, activa: false })).toMatchObject([200, { activa: false, version: 1 }])
    expect(await set(shop, { ...none, version: 1 })).toMatchObject(refused)
    expect(await set(shop, { version: 1 })).toMatchObject([200, { activa: true, version: 2 }])
    expect(await set(shop, { ...none, version: 2, tope_cantidad: 101 })).toMatchObject(refused)
    expect(await set(shop, { ...none, version: 2, tope_suma: '1000.01' })).toMatchObject(refused)
    const less = { ...none, version: 2, tope_cantidad: 5, tope_suma: '50.00' }
    expect(await set(shop, less)).toMatchObject([200, { tope_cantidad: 5, tope_suma: '50.00' }])
    const accion = 'confirmación automática cambiada'
    const told = (await readDeeds(shop.ctx, accion)).map(({ datos }) => datos)
    expect(told.map(({ con }) => con)).toEqual([undefined, 'aplicacion', undefined])
    expect(told[2]).toMatchObject({ antes: { activa: true, tope_cantidad: 100 }, ahora: { tope_cantidad: 5 } })
    expect(tellDeed({ actor: '', accion, datos: told[2] as never })).toContain('«')
  })

  test('a buyer who says that another paid, and has nothing but that, waits for a person', async () => {
    const shop = await openMoneyShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await set(shop, {})
    const ids = [
      await pay(shop, '10906155', { cedula: 'V-11.111.111' }),
      await pay(shop, '20906155', { pagador_cedula: 'V-22.222.222' }),
      await pay(shop, '30906155', { pagador_telefono: '0414-3333333' }),
      // The bank names this buyer's reference too.
      await pay(shop, '40906155', { pagador_cedula: 'V-44.444.444' }),
    ]
    const of = { banco_origen: '0102' }
    await comeIn(shop, [
      { ...of, referencia: '0677200011', documento_origen: 'V11111111' },
      { ...of, referencia: '0677200022', documento_origen: 'V22222222' },
      { ...of, referencia: '0677200033', telefono_origen: '584143333333' },
      { referencia: '40906155', banco_origen: '0134' },
    ])
    await createMoneyWatch(shop.ctx)()
    expect(await Promise.all(ids.map((id) => stateOf(shop, id)))).toEqual([
      'confirmado',
      'en revision',
      'en revision',
      'confirmado',
    ])
  })

  test('off by default', async () => {
    const shop = await openMoneyShop(setup)
    const look = createMoneyWatch(shop.ctx)
    const id = await pay(shop, '10906155')
    await comeIn(shop, [{ referencia: '10906155' }])
    await look()
    await look()
    expect(await stateOf(shop, id)).toBe('en revision')
    await set(shop, {})
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, id)).toBe('confirmado')
  })

  test('money that comes after its approval is joined to it, whatever the raffle lets', async () => {
    const shop = await openMoneyShop(setup)
    const look = createMoneyWatch(shop.ctx)
    const id = await pay(shop, '10906155')
    await judge.approve(shop, id, 1)
    await look()
    const [money] = await comeIn(shop, [{ referencia: '10906155' }])
    await look()
    await look()
    expect(await shop.ctx.db.read.selectFrom('movement_links').selectAll().execute()).toMatchObject([
      { compra_id: id, movimiento_id: money, por: 'regla', quien: 'sistema' },
    ])
    expect((await shop.post(`/compras/${id}/deshacer`, { version: 2 })).statusCode).toBe(200)
    expect(await audit(shop.ctx)).toEqual([])
  })
})
