import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byBeacon } from '#app/server/testing/led-draw.ts'
import type { DrawDocument } from '#draw/document.ts'
import { LONG_LIST, readList, type Ticket } from '#draw/list.ts'
import { readRule } from '#draw/rule.ts'
import { freeze, publish } from '#draw/server/testing/sample-draw.ts'
import { readStep, type Step } from '#draw/steps.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chromium } from './support/chromium.ts'
import { SLOW_3G, slowDown } from './support/conditions.ts'
import { type DrawnShop, openDrawnShop } from './support/drawn-shop.ts'

/** `npm run soak` sells nearly all of a hundred thousand numbers. */
const [BUYERS, EACH] = [soak(12, 10_000), soak(2, 10)]
const FAILED = [/Failed to load resource/, /ERR_/]

/** Answers of a shop that lies about its draw. */
async function lie(page: Page, { id }: DrawnShop, document: DrawDocument, list: string): Promise<void> {
  await page.route(`**/api/rifas/${id}/sorteo`, (route) => route.fulfill({ json: document }))
  await page.route(`**/api/rifas/${id}/sorteo/lista`, (route) =>
    route.fulfill({ body: list, contentType: 'text/csv; charset=utf-8' }),
  )
}

/** The rounds here are those of the public beacon: what comes out right is green, and no rehearsal. */
async function verdict(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true, level: 2 }).waitFor()
  if (!name.endsWith('odo cuadra')) return
  expect(await page.locator('.verdict').last().getAttribute('data-tone')).toBe('good')
}

describe.skipIf(chromium === null)('the check of a draw', () => {
  onSqlite('by a stranger', (setup) => {
    let browser: Browser
    let shop: DrawnShop

    beforeAll(
      async () => {
        browser = await launchBrowser()
        shop = await openDrawnShop(setup, {
          premios: [byBeacon(), byBeacon('Teléfono de 256 GB')],
          ...{ buyers: BUYERS, each: EACH, raffle: { total_numeros: soak(1_000, 100_000), digitos: soak(3, 5) } },
        })
      },
      soak(300_000, 3_000_000),
    )
    afterAll(async () => {
      await browser?.close()
      await shop?.close()
    })

    test('by the link in the mail, to green: number, code and the hash of the mail', async () => {
      const { page } = await openVisitor(browser, PHONE)
      // In the page itself: of a worker Chromium slows nothing down.
      await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
      if (soak(0, 1) === 1) await slowDown(page, SLOW_3G)
      const start = performance.now()
      await page.goto(shop.mailed, { waitUntil: 'commit' })
      await page.getByRole('heading', { name: 'Todo cuadra', exact: true }).waitFor({ timeout: 120_000 })
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      process.stdout.write(
        `from the mail to green: ${seconds} s for ${shop.document.lista_cuenta} numbers, in \`npm run soak\` on a slow phone\n`,
      )
      for (const numero of shop.numeros) await page.getByText(`Tu número ${numero} está en la lista`).waitFor()
      await page.getByText('Es la regla que te dijimos.').waitFor()
      await page.getByRole('heading', { name: 'Números ganadores' }).waitFor()
      for (const won of shop.document.premios) await page.getByText(`ganó el ${won?.numero}.`).first().waitFor()
    })

    test('a consistent lie is red for a buyer with the mail: another owner, another rule', async () => {
      const { page } = await openVisitor(browser, PHONE)
      const other = await openLie(shop)
      await lie(page, shop, other.document, other.list)
      await page.goto(shop.mailed)
      await verdict(page, 'Algo no cuadra')
      await page
        .getByText(/está en la lista con otro código|no está en la lista/)
        .first()
        .waitFor()
      // Without the buyer's mail it is green: the page alone agrees with itself.
      await page.goto(shop.mailed.split('#')[0] ?? '')
      await page.reload()
      await verdict(page, 'Todo cuadra')
      await page.getByText('Lo que no prueba por sí sola:').waitFor()
      await page.getByText('Compara con lo que guardaste').waitFor()
      await page.getByRole('textbox', { name: 'Código de control de la lista' }).fill('zz')
      await page.getByRole('button', { name: 'Comparar' }).click()
      await page.getByText('Son 64 letras y dígitos').waitFor()
      await page.getByRole('textbox', { name: 'Código de control de la lista' }).fill(shop.document.lista_sha256 ?? '')
      await page.getByRole('button', { name: 'Comparar' }).click()
      await verdict(page, 'Algo no cuadra')
      await page.getByText('Te dijimos que la lista era otra.').first().waitFor()
    })

    test('a link of a mail that lost its end says so, until its content is compared by hand', async () => {
      const { page } = await openVisitor(browser, PHONE)
      await page.goto(shop.mailed.slice(0, -20))
      const cut = page.getByRole('heading', { name: 'Tu enlace llegó cortado' })
      await cut.waitFor()
      await verdict(page, 'Todo cuadra')
      await expectAccessibleEverywhere(page, 'a link that was cut')
      await page.getByText('Lo que trae tu enlace').click()
      await page.getByRole('button', { name: 'Comparar' }).click()
      await cut.waitFor({ state: 'detached' })
      await page.goto('about:blank')
      await page.goto(shop.mailed)
      await verdict(page, 'Todo cuadra')
      expect(await cut.count()).toBe(0)
    })

    test('files of the phone are checked without asking the shop, and wrong ones are named', async () => {
      const { page } = await openVisitor(browser, PHONE)
      await page.goto(shop.mailed.split('#')[0] ?? '')
      await verdict(page, 'Todo cuadra')
      await page.route('**/api/**', (route) => route.abort())
      const put = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
      const [json, csv] = [put('sorteo.json', JSON.stringify(shop.document)), put('lista.csv', shop.list)]
      const files = page.getByLabel('Comprobar archivos de este teléfono')
      await files.setInputFiles([csv])
      await page.getByText('Falta sorteo.json').waitFor()
      await files.setInputFiles([json])
      await page.getByText('Falta lista.csv').waitFor()
      await files.setInputFiles([json, put('otra.csv', shop.list.replace('\n', ' \n'))])
      await verdict(page, 'Algo no cuadra')
      await files.setInputFiles([json, csv])
      await verdict(page, 'Todo cuadra')
    })

    test('a long list loads only when the buyer asks for it, and then all is checked', async () => {
      const { page } = await openVisitor(browser, PHONE, FAILED)
      const { document, list, own } = await openLong(shop)
      // A hundred thousand lines are hashed here and there.
      page.setDefaultTimeout(60_000)
      await lie(page, shop, document, list)
      let asked = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/sorteo/lista')) asked += 1
      })
      await page.goto(`${shop.mailed.split('#')[0]}#n=${own.numero}&c=${own.codigo}`)
      await verdict(page, 'Falta bajar la lista')
      expect(asked).toBe(0)
      await expectAccessibleEverywhere(page, 'a draw with a long list')
      await page.getByRole('button', { name: /^Bajar la lista \([\d,]+ (MB|kB)\)$/ }).click()
      await verdict(page, 'Todo cuadra')
      await page.getByText(`Tu número ${own.numero} está en la lista`).waitFor()
    })
  })
})

/** The same draw from a list that no phone reads unasked, and one of its numbers. */
async function openLong(shop: DrawnShop): Promise<{ document: DrawDocument; list: string; own: Ticket }> {
  const rule = readRule(shop.document.regla)
  if (!rule) throw new Error('the rule of this shop is none')
  const codes = shop.list.match(/(?<=,)[\dA-Z]{12}(?=\n)/g) ?? []
  const tickets = Array.from({ length: LONG_LIST + 1 }, (_, at) => ({
    numero: String(at).padStart(6, '0'),
    codigo: codes[at % codes.length] ?? '',
  }))
  const closed = shop.document.cierre ?? ''
  const { frozen, list } = await freeze({ ...rule, numeros: 200_000, cifras: 6 }, tickets, closed)
  const told = await publish(frozen, list, shop.document.pasos.map(readStep) as Step[], closed)
  return { ...told, own: tickets[77_777] as Ticket }
}

/** A second list in which all of the first buyer's numbers are somebody else's: every hash of it fits. */
async function openLie({ document, list, numeros }: DrawnShop): Promise<{ document: DrawDocument; list: string }> {
  const rule = readRule(document.regla)
  const tickets = rule && readList(list, rule, document.regla_sha256, document.cierre ?? '')
  if (!rule || !tickets) throw new Error('the list of this shop is none')
  const swapped = tickets.map((one) => (numeros.includes(one.numero) ? { ...one, codigo: '23456789BCDF' } : one))
  const closed = document.cierre ?? ''
  const second = await freeze(rule, swapped, closed)
  return publish(second.frozen, second.list, document.pasos.map(readStep) as Step[], closed)
}
