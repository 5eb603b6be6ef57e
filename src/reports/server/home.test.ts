import { expect, test } from 'vitest'
import { openDesk } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openRuled } from '#app/server/testing/ruled-shop.ts'
import { openShop, report, type Shop, signInAgain, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { changeSite } from '#site/server/change-site.ts'
import type { CurrencySales, FirstSteps, Home } from '../home-contract.ts'

const DAY = 86_400_000

async function ask<Answer>({ app }: Shop, headers: Record<string, string>, path: string): Promise<Answer> {
  const answer = await app.inject({ url: `/api/panel${path}`, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The same figures from the purchases themselves, one by one. */
async function recount({ ctx }: Shop, days: readonly string[]): Promise<Record<string, string>> {
  const purchases = await ctx.db.read.selectFrom('purchases').selectAll().execute()
  const found: Record<string, string> = {}
  for (const dia of days) {
    for (const estado of ['confirmado', 'en revision'] as const) {
      const those = purchases.filter((one) => one.estado === estado && dayInCaracas(one.creado_en) === dia)
      if (those.length === 0) continue
      const cents = those.reduce((sum, one) => sum + Math.round(Number(one.total) * 100), 0)
      found[`${dia} ${estado}`] = `${those.length} ${(cents / 100).toFixed(2)}`
    }
  }
  return found
}

function shown({ dias }: CurrencySales): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { dia, confirmado, en_revision } of dias) {
    if (confirmado.cuantas > 0) found[`${dia} confirmado`] = `${confirmado.cuantas} ${confirmado.monto}`
    if (en_revision.cuantas > 0) found[`${dia} en revision`] = `${en_revision.cuantas} ${en_revision.monto}`
  }
  return found
}

onSqlite('the home of the panel', (setup) => {
  test('its sales equal a recount, after any decision', async () => {
    const shop = await openShop(setup)
    const { ctx } = shop
    let reference = 700_000_000
    const sell = async (changes: Record<string, string> = {}) => {
      const answer = await report(shop, { referencia: String(++reference), ...changes })
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json().id as number
    }
    // The last minute of a day in Caracas is the next day in UTC.
    ctx.clock.set(Date.parse('2026-11-17T03:59:30Z'))
    const late = await sell()
    ctx.clock.set(Date.parse('2026-11-17T04:00:30Z'))
    await sell({ cantidad_tickets: '10', total: '50.00' })
    await judge.approve({ ctx }, late)
    ctx.clock.set(ctx.clock.now() + 3 * DAY)
    const [approved, rejected, annulled, undone] = [await sell(), await sell(), await sell(), await sell()]
    await sell({ metodo_pago: 'Zelle', cantidad_tickets: '4', total: '20.00' })
    await sell({ metodo_pago: undefined as unknown as string })
    await judge.approve({ ctx }, approved)
    await judge.reject({ ctx }, rejected, null, { motivo: 'No llegó' })
    await judge.approve({ ctx }, annulled)
    await judge.annul({ ctx }, annulled, null, { motivo: 'Se devolvió' })
    await judge.approve({ ctx }, undone)
    await judge.undo({ ctx }, undone)

    const headers = await signInOwner(shop)
    const home = await ask<Home>(shop, headers, '/inicio')
    expect(home.hoy).toBe('2026-11-20')
    const [dollars] = home.ventas
    if (!dollars) throw new Error('nothing sold')
    expect(home.ventas.map(({ moneda }) => moneda)).toEqual(['USD'])
    expect(dollars.dias.map(({ dia }) => dia)).toHaveLength(14)
    expect(dollars.dias.at(-1)?.dia).toBe('2026-11-20')
    expect(shown(dollars)).toEqual(
      await recount(
        shop,
        dollars.dias.map(({ dia }) => dia),
      ),
    )
    expect(shown(dollars)).toMatchObject({
      '2026-11-16 confirmado': '1 10.00',
      '2026-11-17 en revision': '1 50.00',
      '2026-11-20 confirmado': '1 10.00',
      '2026-11-20 en revision': '3 40.00',
    })
    const methods = Object.fromEntries(dollars.metodos.map((one) => [one.metodo, one.en_revision.monto]))
    expect(methods).toEqual({ zelle: '20.00', pago_movil: '10.00', null: '10.00' })
    expect(dollars.rifas).toMatchObject([{ id: shop.id, titulo: 'Moto 200 cc', confirmado: { cuantas: 1 } }])
    const { libres = 0, apartados = 0, en_revision = 0, confirmados } = home.rifas[0]?.ventas ?? {}
    expect([libres + apartados + en_revision + (confirmados ?? 0), confirmados]).toEqual([100, 4])
  })

  test('a sale leaves today at midnight in Caracas, and the home after fourteen days', async () => {
    const shop = await openShop(setup)
    const { clock } = shop.ctx
    clock.set('2026-11-21T03:58:00Z')
    expect((await report(shop)).statusCode).toBe(201)
    const headers = await signInOwner(shop)
    const dayOf = async () => {
      const { ventas } = await ask<Home>(shop, headers, '/inicio')
      return [ventas[0]?.dias.findIndex(({ en_revision }) => en_revision.cuantas === 1), ventas[0]?.metodos.length]
    }
    expect(await dayOf()).toEqual([13, 1])
    clock.advance(4 * 60_000)
    expect(await dayOf()).toEqual([12, 0])
    clock.advance(13 * DAY)
    Object.assign(headers, await signInAgain(shop.app))
    expect(await dayOf()).toEqual([undefined, undefined])
  })

  test('the first steps follow the truth', async () => {
    const shop = await openDesk(setup)
    const { headers } = shop
    const undone = async () =>
      (await ask<FirstSteps>(shop, headers, '/empezar')).pasos.filter(({ listo }) => !listo).map(({ paso }) => paso)
    expect(await undone()).toEqual(['acceso', 'sitio', 'rifa', 'regla', 'correo'])
    await changeSite(shop.ctx, { nombre: 'Rifas La Ceiba', whatsapp: '584000000000' }, TESTER)
    const [, site] = (await ask<FirstSteps>(shop, headers, '/empezar')).pasos
    expect(site).toMatchObject({ listo: false, detalle: 'Falta el logo.' })
    const draft = await createRaffle(
      shop.ctx,
      newRaffle.parse({ titulo: 'Otra', precio: '1.00', total_numeros: 10 }),
      TESTER,
    )
    await changeSite(shop.ctx, { rifa_a: draft }, TESTER)
    const steps = (await ask<FirstSteps>(shop, headers, '/empezar')).pasos
    expect(steps.find(({ paso }) => paso === 'publicar')).toMatchObject({ listo: false, impide_vender: true })
  })

  test('a raffle wants its rule before the first sale, and none after it', async () => {
    const ruled = await openRuled(setup)
    const sold = await openShop(setup)
    await report(sold)
    const step = async (shop: Shop) => {
      const { pasos } = await ask<FirstSteps>(shop, await signInOwner(shop), '/empezar')
      return pasos.find(({ paso }) => paso === 'regla')
    }
    expect(await step(ruled)).toMatchObject({ listo: true, rifa_id: ruled.id, impide_vender: false })
    expect(await step(sold)).toMatchObject({ listo: true, detalle: 'Moto 200 cc se vende sin regla' })
  })
})
