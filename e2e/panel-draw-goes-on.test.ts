import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { ensureBuilt } from '#app/server/build.ts'
import { createApp } from '#app/server/create-app.ts'
import { pageRoutes } from '#app/server/pages/pages.ts'
import { panelPage } from '#app/server/pages/panel-page.ts'
import { addHand, byBeacon, type Hand, openHost, openLed, publishedOf } from '#app/server/testing/led-draw.ts'
import { atClose, buy, openRuled, pay, tick } from '#app/server/testing/ruled-shop.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { fetchRounds } from '#draw/server/steps/fetch-round.ts'
import { settle } from '#house/server/backups/back/settle.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chromium } from './support/chromium.ts'
import { enter } from './support/owner.ts'

/** A refusal is an error of the network to the browser’s console, and a wrong code too. */
const REFUSALS = [/status of (401|409|422)/]
/** Quicknet's round 1000, as a relay answers it. */
const ROUND = {
  round: 1000,
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}
/** Nobody listens there. */
const SILENT = 'http://127.0.0.1:9'
const MAIL = { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'rifas@ejemplo.test' } }

describe.skipIf(chromium === null)('a draw that does not go as it was planned', () => {
  onSqlite('led in the panel', (setup) => {
    let browser: Browser
    const closing: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      await ensureBuilt()
      browser = await launchBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      for (const close of closing) await close()
    })

    /** The shop with its pages and its panel, by the clock of the test. @returns its address */
    async function listen({ ctx }: Shop): Promise<string> {
      const server = await createApp(ctx, null)
      await pageRoutes(server, ctx)
      await panelPage(server, ctx)
      closing.push(() => server.close())
      return (await server.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
    }

    /** Signs in anew: days pass between what is done in a draw, and sessions end. */
    const enterAs = (page: Page, url: string, { correo, clave, code }: Hand) =>
      enter(page, url, { correo, clave, codigo: code() })

    test('a copy was put back: everywhere says that it waits, and an owner lets it go on', async () => {
      const shop = await openRuled(setup)
      const { ctx, id } = shop
      await pay(shop)
      atClose(shop)
      await tick(shop)
      await settle(ctx, { copy: 'respaldo-000001-2026-11-20', en: ctx.clock.now() }, false)
      const address = await listen(shop)
      const owner = await addHand(shop, 'Marisela', 'dueno', true)
      const { page } = await openVisitor(browser, PHONE, [...REFUSALS, /vista\?pagina/])
      await enterAs(page, `${address}/panel`, owner)
      await page.getByText('Espera desde que se restauró un respaldo: compara tu banco, y déjala seguir.').waitFor()
      await page.getByRole('link', { name: 'Hacerlo el sorteo de Moto 200 cc' }).click()
      await page.getByRole('heading', { name: 'Espera desde que se restauró un respaldo' }).waitFor()
      await expectAccessibleEverywhere(page, 'a draw that waits since a restore')
      await page.getByRole('link', { name: 'Ver y dejar seguir' }).click()
      await page.getByRole('button', { name: 'Dejar seguir la rifa' }).click()
      const dialog = page.getByRole('dialog', { name: 'Dejar seguir Moto 200 cc' })
      await dialog.getByText('lo que no confirmes antes no participa').waitFor()
      await dialog.getByLabel('Código de 6 dígitos').fill(owner.code())
      await dialog.getByRole('button', { name: 'Dejar seguir', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.goto(`${address}/panel/rifas/${id}/sorteo`)
      await page.getByRole('heading', { name: 'Decide 1 pago' }).waitFor()
    })

    test('it is moved before everybody’s eyes, a winner does not claim, and the rule goes on to another', async () => {
      const { shop, league } = await openLed(setup, [byBeacon()], { sold: 20, options: { config: MAIL } })
      const { ctx, id } = shop
      const address = await listen(shop)
      const [owner, ana] = [await addHand(shop, 'Marisela', 'dueno', true), await addHand(shop, 'Ana')]
      const relay = await openHost((request, response) => {
        const round = Number(request.url?.split('/').at(-1))
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ round, signature: league.sign(round) }))
      })
      ctx.config.beaconRelays.splice(0, 9, relay.url)
      // It is asked for its hour too, at `/`.
      const rounds = () => relay.asked.filter((path) => path !== '/')
      const { page } = await openVisitor(browser, PHONE, REFUSALS)
      const buyer = await openVisitor(browser, PHONE)
      const draw = `${address}/panel/rifas/${id}/sorteo`

      ctx.clock.set('2026-11-22T08:20:00-04:00')
      await enterAs(page, draw, owner)
      await page.getByRole('button', { name: 'Aplazar el sorteo' }).click()
      const moving = page.getByRole('dialog', { name: 'Aplazar el sorteo' })
      await moving.getByLabel('Día nuevo').fill('2026-11-23')
      await moving.getByLabel('Por qué, a la vista de todos').fill('Sin luz en la ciudad')
      await moving.getByLabel('Código de 6 dígitos').fill(owner.code())
      await moving.getByRole('button', { name: 'Aplazar', exact: true }).click()
      await moving.waitFor({ state: 'detached' })
      await page.getByText('desde el lunes 23 de noviembre de 2026, 9:00 a. m.', { exact: false }).first().waitFor()
      await buyer.page.goto(`${address}/rifa`)
      await buyer.page.getByText('El sorteo se aplazó.').waitFor()
      await buyer.page.getByText(/Antes era el 22 de noviembre, 9:00\sa\.\sm\. Ahora es el 23 de noviembre,/).waitFor()

      ctx.clock.set('2026-11-22T09:00:00-04:00')
      await fetchRounds(ctx)
      expect(rounds()).toEqual([])
      ctx.clock.set('2026-11-23T09:00:00-04:00')
      await fetchRounds(ctx)
      const first = (await publishedOf(shop)).document.premios[0]?.numero ?? ''
      // As if the mail had left: the winner's time counts from then.
      await ctx.db.write('correo', (tx) =>
        tx
          .updateTable('outbox')
          .set({ estado: 'enviado', enviado_en: ctx.clock.now() })
          .where('clave', 'like', '%ganador%')
          .execute(),
      )

      ctx.clock.set('2026-11-26T09:00:00-04:00')
      await enterAs(page, draw, ana)
      await page.getByRole('heading', { name: `Se acabó el plazo del ${first}` }).waitFor()
      // Only an owner calls a prize lost.
      expect(await page.getByRole('button', { name: 'No lo reclamó…' }).count()).toBe(0)
      await enterAs(page, draw, owner)
      await page.getByRole('button', { name: 'No lo reclamó…' }).click()
      const lost = page.getByRole('dialog', { name: `El ${first} no reclamó su premio` })
      await expectAccessibleEverywhere(page, 'a prize that is called lost')
      await lost.getByLabel('Código de 6 dígitos').fill(owner.code())
      await lost.getByRole('button', { name: 'Darlo por no reclamado' }).click()
      await page.getByRole('heading', { name: 'Se sortea solo a su hora' }).waitFor()
      await page.getByText('viernes 27 de noviembre de 2026, 8:00 p. m.', { exact: false }).first().waitFor()

      ctx.clock.set('2026-11-27T20:00:00-04:00')
      await fetchRounds(ctx)
      const { document } = await publishedOf(shop)
      const second = document.premios[0]?.numero ?? ''
      expect([document.pasos.length, second === first, rounds().length]).toEqual([4, false, 2])
      await enterAs(page, draw, owner)
      await page.getByRole('heading', { name: `Espera a quien ganó: ${second}` }).waitFor()
      await page.getByText('No lo reclamó y lo perdió', { exact: false }).waitFor()
      expect(await audit(ctx)).toEqual([])
    })

    test('no relay answers: somebody brings the round, which its signature proves, and a wrong one is refused', async () => {
      const options = {
        now: '2023-08-22T12:00:00-04:00',
        config: { ...MAIL, beaconRelays: [SILENT], abuseLimits: false },
      }
      const cierre = { tipo: 'instante' as const, en: '2023-08-22T22:59:22-04:00' }
      const shop = await openRuled(setup, { cierre, premios: [byBeacon()] }, {}, options)
      const { ctx, id } = shop
      const { numeros } = await buy(shop)
      ctx.clock.set('2023-08-23T10:59:22-04:00')
      await tick(shop)
      const address = await listen(shop)
      const ana = await addHand(shop, 'Ana')
      const { page } = await openVisitor(browser, PHONE, REFUSALS)
      ctx.clock.set('2023-08-23T11:59:24-04:00')
      await fetchRounds(ctx)
      ctx.clock.advance(6 * 60_000)
      await fetchRounds(ctx)
      await enterAs(page, `${address}/panel/rifas/${id}/sorteo`, ana)
      await page.getByRole('heading', { name: 'El azar público no responde' }).waitFor()
      await page.getByText('127.0.0.1:9 no respondió.').waitFor()
      const form = page.getByRole('form', { name: 'Ronda traída a mano' })
      const pasted = form.getByLabel('Lo que dice la página')
      const send = form.getByRole('button', { name: 'Sortear con esta ronda' })
      await pasted.fill(JSON.stringify({ ...ROUND, signature: ROUND.signature.replace('b446', 'b447') }))
      await send.click()
      await form.getByText('Esa firma no es del azar público', { exact: false }).waitFor()
      await expectAccessibleEverywhere(page, 'a beacon that is silent, and a wrong signature')
      expect((await publishedOf(shop)).document.pasos).toEqual([])
      await pasted.fill(JSON.stringify(ROUND))
      await send.dblclick()
      await page.getByRole('heading', { name: /^Espera a quien ganó/ }).waitFor()
      const { document } = await publishedOf(shop)
      expect(document.pasos).toHaveLength(1)
      expect(numeros).toContain(document.premios[0]?.numero)
      expect(await audit(ctx)).toEqual([])
    })
  })
})
