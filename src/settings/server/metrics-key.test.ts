import { expect, test } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { OWNER, openShop, signInOwner } from '#app/server/testing/shop.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { followSettings } from '#platform/server/settings/settings.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

onBothEngines('the key of the metrics, made in the panel', (setup) => {
  async function open(config = {}) {
    const shop = await openShop(setup, {}, { config })
    const headers = await signInOwner(shop)
    const freshCode = await giveSecondFactor(shop.ctx, OWNER.correo)
    await followSettings(shop.ctx)
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    await followSettings(twin)
    // What is asked there is in no document.
    const apps = [await createApp(shop.ctx, null), await createApp(twin, null)]
    const change = (method: 'POST' | 'DELETE', version: number, codigo?: string) =>
      shop.app.inject({ method, url: '/api/panel/servidor/metricas', headers, payload: { version, codigo } })
    const scrape = async (llave: string) => {
      const ask = { url: '/metrics', headers: { authorization: `Bearer ${llave}` }, remoteAddress: '190.1.1.1' }
      return Promise.all(apps.map(async (app) => (await app.inject(ask)).statusCode))
    }
    return { shop, headers, freshCode, change, scrape }
  }

  test('is shown once, sealed, good at every process, and replaced by another with a fresh code', async () => {
    const { shop, headers, freshCode, change, scrape } = await open()
    expect((await change('POST', 0)).json()).toMatchObject({ code: 'DATOS_INVALIDOS' })
    const made = (await change('POST', 0, freshCode())).json()
    expect(made.llave).toMatch(/^[\w-]{43}$/)
    await expect.poll(() => scrape(made.llave)).toEqual([200, 200])
    expect(await scrape('otra')).toEqual([404, 404])
    const shown = await shop.app.inject({ url: '/api/panel/servidor', headers })
    expect(shown.json().ajustes.find(({ nombre }: { nombre: string }) => nombre === 'metricas')).toMatchObject({
      valor: {},
      secretos: ['llave'],
      version: 1,
      guardado_por: 'Marisela',
    })
    const { read } = shop.ctx.db
    const kept = JSON.stringify([
      await read.selectFrom('settings').selectAll().execute(),
      await read.selectFrom('journal').selectAll().execute(),
      await read.selectFrom('outbox').selectAll().execute(),
      shown.body,
      shop.ctx.lines,
    ])
    expect(kept).not.toContain(made.llave)
    expect(kept).toContain('Cambió la llave de las métricas')

    const other = (await change('POST', 1, freshCode())).json()
    expect(other.llave).not.toBe(made.llave)
    await expect.poll(() => scrape(other.llave)).toEqual([200, 200])
    await expect.poll(() => scrape(made.llave)).toEqual([404, 404])
    expect((await change('POST', 1, freshCode())).json()).toMatchObject({ code: 'VERSION_VIEJA' })
    expect((await change('DELETE', 2, freshCode())).statusCode).toBe(200)
    await expect.poll(() => scrape(other.llave)).toEqual([404, 404])
  })

  test('METRICS_TOKEN wins over it, and says so', async () => {
    const metricsToken = 'una-clave-larga-de-prueba-0123456789'
    const { change, freshCode, scrape } = await open({ metricsToken })
    expect((await change('POST', 0, freshCode())).json()).toMatchObject({
      code: 'AJUSTE_FIJADO',
      details: 'Lo fija el servidor (METRICS_TOKEN). Aquí no se cambia.',
    })
    expect(await scrape(metricsToken)).toEqual([200, 200])
  })
})
