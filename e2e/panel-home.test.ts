import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { expectAccessible, PHONE } from './support/browser.ts'
import { makeBuyer, reportByCall } from './support/buyer.ts'
import { farFromMidnight } from './support/far-from-midnight.ts'
import { closed, inPlace } from './support/journey.ts'
import { enter as enterAt } from './support/owner.ts'
import { copySampleShop } from './support/sample-shop.ts'

/** The demo's sales, two raffles and six payments that wait. */
inPlace(
  'the home of the panel',
  closed(async () => copySampleShop(await farFromMidnight())),
  (shop) => {
    async function enter(page: Page): Promise<void> {
      await enterAt(page, `${shop.address}/panel`, shop.operator)
      await page.getByRole('heading', { name: 'Disponibilidad' }).waitFor()
    }

    test('thousands that wait for days are all counted, and with a long name leave the availability readable', async () => {
      const { page } = await shop.visitor(PHONE)
      await page.route('**/api/panel/inicio', async (route) => {
        const home = await (await route.fetch()).json()
        home.rifas[0].ventas.en_espera = 1_300
        Object.assign(home.rifas[1], { de_pocos: 120, tope_sin_verificar: null })
        Object.assign(home, { revertidas: 1, respaldo: { ...home.respaldo, fallo: 'No hay espacio.' } })
        home.rifas[0].titulo = 'Camioneta doble cabina cuatro por cuatro cero kilómetro con electrodomésticos'
        await route.fulfill({ json: home })
      })
      await page.route(/\/api\/panel\/revision(\?|$)/, async (route) => {
        const queue = await (await route.fetch()).json()
        const before = new Date(Date.now() - 3 * 86_400_000).toISOString()
        for (const purchase of queue.compras) purchase.en_revision_desde = before
        await route.fulfill({ json: { ...queue, total: 3037, tarde: 3030, siguiente: '1.1' } })
      })
      await enter(page)
      await page.getByText('3.037 pagos').waitFor()
      await page.getByText('3.030 pasan de 30 minutos.').waitFor()
      for (const name of ['El respaldo no se hizo', 'El banco se llevó el dinero de una compra'])
        await page.getByRole('heading', { name }).waitFor()
      await page.getByRole('link', { name: /^\d sin avisos de los 6 más viejos$/ }).waitFor()
      expect((await page.locator('.axis-scale').boundingBox())?.height).toBeLessThan(24)
      const badge = page.getByRole('navigation', { name: 'Panel' }).getByText('999+')
      expect((await badge.boundingBox())?.height).toBeLessThan(24)
      await page.getByText('1.300 boletos reportados esperan su turno').waitFor()
      await page.getByText('Muchos reportes de pocas conexiones').waitFor()
      await page.getByRole('link', { name: /^Poner tope a Moto/ }).waitFor()
      await expectAccessibleEverywhere(page, 'home, with thousands that wait')
      const row = page.locator('.home-raffle').first()
      for (const [part, least] of Object.entries({ h3: 180, '.text-end': 50, '.accent': 240 }))
        expect((await row.locator(part).first().boundingBox())?.width, part).toBeGreaterThan(least)
    })

    test('it opens on what waits; every place is led to, and today by method to its purchases', async () => {
      // The sample's sales are of the minutes before it was made: shortly after midnight in Caracas they are not of today.
      const buyer = { ...makeBuyer(90), nombre: 'Rosa de Hoy' }
      await shop.approve(await reportByCall(shop.address, buyer, { id_rifa: 2, total: '2600.00' }))
      const { page } = await shop.visitor(PHONE)
      await enter(page)
      await page.getByText('6 pagos').waitFor()
      await page.getByText('Ver como tabla').click()
      const table = page.getByRole('table', { name: 'Ventas por día' })
      expect(await table.getByRole('row').count()).toBe(8)
      await page.getByRole('button', { name: '14 d' }).click()
      expect(await table.getByRole('row').count()).toBe(15)
      const places = page.getByRole('navigation', { name: 'Panel' })
      expect(await places.getByRole('link').count()).toBe(4)
      await places.getByRole('button', { name: /^Más/ }).click()
      const sheet = page.getByRole('dialog', { name: 'Más lugares' })
      for (const target of await sheet.getByRole('link').all()) {
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
      await sheet.getByRole('link', { name: 'Diario' }).click()
      await page.getByRole('heading', { name: 'Diario', level: 1 }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('heading', { name: 'Teclas' }).waitFor()
      await page.getByText('abre el pago más viejo').waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Diario', level: 1 }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Hoy por método' }).waitFor()
      await page
        .getByRole('link', { name: /Pago Móvil/ })
        .first()
        .click()
      await expect.poll(() => page.url()).toMatch(/\/compras\?metodo=pago_movil&desde=/)
      await page.getByText(buyer.nombre).first().waitFor()
    })

    test('without a connection it keeps what it shows, and opens to say so; it keeps no data', async () => {
      const lost = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/]
      const { page } = await shop.visitor(PHONE, lost, { serviceWorkers: 'allow' })
      await enter(page)
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      // From here on it keeps each answer as it is asked for.
      await page.reload()
      await page.getByText('6 pagos').waitFor()
      const kept = await page.evaluate(async () => {
        const found: string[] = []
        for (const name of await caches.keys()) {
          for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
        }
        return found
      })
      expect(kept).toContain('/panel')
      expect(kept.filter((path) => path !== '/panel' && !path.startsWith('/assets/'))).toEqual([])
      const manifest = await (await fetch(`${shop.address}/panel/manifest.webmanifest`)).json()
      expect(manifest).toMatchObject({ start_url: '/panel', scope: '/panel', display: 'standalone' })

      await page.context().setOffline(true)
      await page.getByText(/Sin conexión\. Lo que ves puede haber cambiado/).waitFor()
      await page.getByText('6 pagos').waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
      await expectAccessible(page, 'no connection')
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await page.getByText('6 pagos').waitFor()
    })

    test('each screen leads to its section of the manual, and accents do not hide a word', async () => {
      const { page, complaints, close } = await shop.visitor({ width: 320, height: 640 })
      await enter(page)
      await page.goto(`${shop.address}/panel/tasas`)
      const mark = page.getByRole('link', { name: 'Ayuda sobre esta pantalla' })
      expect((await mark.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await mark.click()
      await page.getByRole('heading', { name: '5. La tasa' }).waitFor()
      const picture = page.getByRole('img', { name: 'Escribir una tasa fija' })
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(540)
      await expectAccessibleEverywhere(page, 'a section of the manual')

      await page.getByRole('link', { name: 'Todo el manual' }).click()
      await page.getByRole('searchbox').fill('CEDULA desbloquea')
      const found = page.getByRole('navigation', { name: 'Contenido' })
      await found.locator('mark', { hasText: 'cédula' }).waitFor()
      await found.getByRole('link', { name: /^Bloquear a una persona/ }).click()
      await page.getByText('A mano no se le vende').waitFor()
      await page.goBack()
      expect(await page.getByRole('searchbox').inputValue()).toBe('CEDULA desbloquea')
      expect(complaints).toEqual([])
      await close()
    })

    test('Estado names the open tasks in plain words', async () => {
      const { page } = await shop.visitor(PHONE)
      await enter(page)
      await page.getByRole('button', { name: /Más/ }).click()
      await page.getByRole('link', { name: /Estado/ }).click()

      await page.getByRole('heading', { name: /cosas? que hacer/ }).waitFor()
      const todo = page.getByRole('list', { name: 'Lo que hay que hacer' })
      await todo.getByText('La tienda no sabe su dirección').waitFor()
      // Names of variables are for the server's keeper, and folded.
      expect(await todo.getByText('PUBLIC_URL').isVisible()).toBe(false)
      await todo.getByText('Para quien cuida el servidor').last().click()
      await todo.getByText('PUBLIC_URL').waitFor()
      await expectAccessibleEverywhere(page, 'state')
    })
  },
)
