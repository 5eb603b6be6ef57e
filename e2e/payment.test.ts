import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { formatPhoneInput, normalisePhone } from '#purchases/phone.ts'
import { checkProof } from '#purchases/proof.ts'
import { readProof } from '#purchases/shop/form/shrink-photo.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { DESK, expectAccessible, PHONE } from './support/browser.ts'
import {
  chooseProof,
  comeBack,
  fillForm,
  makeBuyer,
  openGrid,
  openPayment,
  payFor,
  paymentDialog,
} from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { wrongInLargeText } from './support/large-text.ts'
import { inside } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** Texts that people type and send, with the right result. */
const INPUTS = join(import.meta.dirname, '../src/purchases/server/report/inputs')
const inputs = <Case>(name: string): Case[] => JSON.parse(readFileSync(join(INPUTS, name), 'utf8'))

const REFUSED = [/Failed to load resource/, /ERR_/]

/** The methods of `setUpShop`, and two more. */
async function prepare(env: Record<string, string>): Promise<void> {
  await setUpShop(env)
  await inside(env, async (ctx) => {
    const nombre = 'Inversiones Ejemplo'
    await changeMethod(ctx, 4, { email: 'paypal@ejemplo.test', nombre, paginas: ['B'] }, TESTER)
    const bank = {
      titulo: 'Transferencia Bancaria',
      banco: '0134 Banesco',
      instrucciones: 'Solo desde cuentas propias.',
    }
    const account = { numeroCuenta: '0134-0000-12-0000123456', cedula: 'J-12345678-0', nombre }
    await changeMethod(ctx, 5, { ...bank, ...account, moneda: 'VES', precio_por_boleto: null, paginas: ['B'] }, TESTER)
  })
}

test('the form keeps a phone of Venezuela alone, and takes the proofs that phones hand over by their first bytes', async () => {
  for (const { field, value, is, as } of inputs<{ field: string; value: string; is: string; as?: string }>(
    'form.json',
  )) {
    if (field !== 'telefono') continue
    const shown = formatPhoneInput(value)
    expect([value, shown, normalisePhone(shown)]).toEqual([value, as ?? shown, is === 'kept' ? as : null])
  }
  for (const { file = '', name = '', type = '', page } of inputs<Record<string, string>>('proofs.json')) {
    const read = await readProof(new File([readFileSync(join(INPUTS, file))], name, { type }))
    const refusal = page === 'refused' ? 'Formato no válido. Sube JPG, PNG o PDF.' : null
    expect([file, checkProof(read.file)]).toEqual([file, refusal])
  }
})

/** The payment: methods, numbers, photos, and every answer that a line or a server may give. */
inShop('the payment', { prepare }, (shop) => {
  let buyers = 0
  const nextBuyer = () => makeBuyer(++buyers)

  const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar Compra' })
  const sent = (page: Page) => page.getByRole('dialog', { name: 'Pago enviado' })
  const cell = (page: Page, number: string) => page.getByRole('gridcell', { name: number, exact: true })
  const back = (page: Page) => page.getByRole('button', { name: 'Volver', exact: true }).click()

  const light = (page: Page) => page.addInitScript(() => localStorage.setItem('theme', 'light'))

  /** The fields of the last form that the page sent, which a browser does not tell of a form with a file. */
  const sentForm = (page: Page) => page.evaluate(() => (window as unknown as { sent: Record<string, string> }).sent)
  const watchForms = (page: Page) =>
    page.addInitScript(() => {
      const send = XMLHttpRequest.prototype.send
      XMLHttpRequest.prototype.send = function (body) {
        const fields = [...(body as FormData)].map(([name, value]) => [
          name,
          value instanceof File ? `${value.name} ${value.type}` : value,
        ])
        Object.assign(window, { sent: Object.fromEntries(fields) })
        send.call(this, body)
      }
    })

  /** On the narrowest phone; access.test.ts looks at the purchase on the usual one. */
  async function fitsInLargeText(page: Page): Promise<void> {
    await page.setViewportSize({ ...PHONE, width: 320 })
    expect(await wrongInLargeText(page)).toEqual([])
  }

  async function openReport(page: Page, path = '/rifa1'): Promise<Locator> {
    await page.goto(shop.address + path)
    const payment = await openPayment(page)
    const buyer = nextBuyer()
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    return payment
  }

  const NAME = 'Inversiones Ejemplo, C.A.'
  const METHODS: [name: string, amount: RegExp, data: string[], copied: Record<string, string>][] = [
    [
      'Pago Movil',
      /^Bs\.\s2\.600,00$/,
      ['0400-1234567'],
      { banco: '0134', cédula: '00123456', teléfono: '04001234567', 'a nombre de': NAME, monto: '2600,00' },
    ],
    ['Zelle', /^\$4,00$/, ['pagos@ejemplo.test'], { correo: 'pagos@ejemplo.test', monto: '4.00' }],
    ['Binance', /^\$4,00$/, ['binance@ejemplo.test'], { correo: 'binance@ejemplo.test', monto: '4.00' }],
    ['PayPal', /^\$4,00$/, ['paypal@ejemplo.test'], { 'a nombre de': 'Inversiones Ejemplo' }],
    [
      'Transferencia Bancaria',
      /^Bs\.\s2\.600,00$/,
      ['J-12345678-0', 'Solo desde cuentas propias.'],
      { 'número de cuenta': '01340000120000123456', rif: '123456780', monto: '2600,00' },
    ],
  ]
  test('without any rate a raffle in bolívares has no dollars to ask for, and says so', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.goto(`${shop.address}/rifa1`)
    await page.getByRole('button', { name: 'Comprar' }).click()
    for (const name of ['Zelle', 'Binance', 'PayPal']) {
      const button = page.getByRole('button', { name: `${name} No disponible: falta la tasa de hoy` })
      await button.waitFor()
      expect(await button.isDisabled()).toBe(true)
    }
  })

  describe('with the rate of the day', () => {
    beforeAll(() => inside(shop.env, (ctx) => setFixedRate(ctx, '650', { actor: TESTER })))

    test('every method asks for its own money and account, copied as its bank or wallet wants it', async () => {
      const context = { viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] }
      const page = await (await shop.browser.newContext(context)).newPage()
      await page.goto(`${shop.address}/rifa1`)
      await page.getByRole('button', { name: 'Comprar' }).click()
      const methods = page.getByRole('dialog', { name: 'Elige tu metodo de Pago' })
      await methods.getByRole('button', { name: /^Transferencia/ }).waitFor()
      await fitsInLargeText(page)
      for (const [name, amount, data, copied] of METHODS) {
        const button = methods.getByRole('button', { name: new RegExp(`^${name}`) })
        await button.waitFor()
        await button.click()
        const payment = page.getByRole('dialog', { name: new RegExp(`Paga por ${name}`) })
        await payment.getByText('Paga exactamente').waitFor()
        expect(await payment.locator('.exact-amount').textContent()).toMatch(amount)
        for (const text of data) await payment.getByText(text).first().waitFor()
        // It has the longest data.
        if (name.startsWith('Transferencia')) await fitsInLargeText(page)
        for (const [what, text] of Object.entries(copied)) {
          await payment.getByRole('button', { name: `Copiar ${what}`, exact: true }).click()
          await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
        }
        await back(page)
      }
      await methods.getByText('siguen apartados').waitFor()
      await page.context().close()
    })

    test('an account that is changed during a payment is reported, also after a reload, and a closed one is taken away', async () => {
      const { page } = await shop.visitor(PHONE)
      const methods = (await (await fetch(`${shop.address}/api/rifas/metodo-pago`)).json()) as { id: number }[]
      let phone = '0400-1234567'
      let offered = true
      await page.route('**/api/rifas/metodo-pago', async (route) => {
        const changed = methods.map((method) => (method.id === 1 ? { ...method, telefono: phone } : method))
        await route.fulfill({ json: changed.filter(({ id }) => offered || id !== 1) })
      })
      await page.goto(`${shop.address}/rifa1`)
      const payment = await openPayment(page)
      await page.waitForLoadState('networkidle')
      phone = '0400-7654321'
      await comeBack(page)
      const moved = page.getByRole('dialog', { name: 'Cambiaron los datos para pagar' })
      await moved.waitFor()
      await expectAccessible(page, 'an account that was changed')
      await moved.getByRole('button', { name: 'Ver los datos nuevos' }).click()
      await payment.getByText('0400-7654321').waitFor()
      expect(await payment.getByText('0400-1234567').count()).toBe(0)
      phone = '0400-1111111'
      await page.reload()
      await moved.getByRole('button', { name: 'Ver los datos nuevos' }).click()
      await payment.getByText('0400-1111111').waitFor()
      offered = false
      await comeBack(page)
      const closed = page.getByRole('dialog', { name: 'Este método ya no recibe pagos' })
      await closed.waitFor()
      expect(await payment.getByText('0400-1111111').count()).toBe(0)
      await closed.getByRole('button', { name: 'Elegir otro método' }).click()
      await page.getByRole('button', { name: /^Zelle/ }).click()
      await paymentDialog(page).getByText('pagos@ejemplo.test').waitFor()
      expect(await page.getByRole('dialog').count()).toBe(1)
    })

    test('a price that is not the one of the page is shown next to the amount that counts', async () => {
      const { page } = await shop.visitor(PHONE)
      const notice = page.getByText('El precio o la tasa cambió')
      await page.goto(`${shop.address}/rifa1`)
      await openPayment(page)
      expect(await notice.count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.route('**/api/rifas/2/apartados', async (route) => {
        const answer = await route.fetch()
        const held = (await answer.json()) as { cotizacion: object }
        await route.fulfill({
          response: answer,
          json: { ...held, cotizacion: { ...held.cotizacion, total_bs: '3000.00' } },
        })
      })
      const payment = await openPayment(page)
      await notice.waitFor()
      expect(await payment.locator('.exact-amount').textContent()).toMatch(/^Bs\.\s3\.000,00$/)
    })

    test('a buyer who goes back while tickets are being held stays there, and holds once', async () => {
      const { page } = await shop.visitor(PHONE)
      const held = Promise.withResolvers<void>()
      let holds = 0
      await page.route('**/api/rifas/1/apartados', async (route) => {
        holds += 1
        await held.promise
        await route.continue()
      })
      await page.goto(`${shop.address}/rifa`)
      await page.getByRole('button', { name: 'Comprar', exact: true }).click()
      await page.getByRole('button', { name: 'Continuar' }).click()
      await page.getByRole('button', { name: /^Pago Movil/ }).click()
      await expect.poll(() => holds).toBe(1)
      await back(page)
      await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
      held.resolve()
      await paymentDialog(page).getByText('Paga exactamente').waitFor()
      expect(holds).toBe(1)
    })

    test('a late buyer whose numbers are gone keeps form and proof, and picks others', async () => {
      const { page } = await shop.visitor(PHONE, REFUSED, { quick: true })
      await light(page)
      await watchForms(page)
      await page.goto(`${shop.address}/rifa`)
      await openGrid(page)
      await payFor(page, ['0003', '0007'])
      const buyer = nextBuyer()
      await fillForm(page, buyer)
      await chooseProof(page, buyer)
      await page.route('**/api/rifas/participantes/manual', (route) =>
        route.fulfill({ status: 409, json: { error: 'Número no disponible', details: 'El 0007 tiene dueño.' } }),
      )
      await confirm(page).click()
      const refusal = page.getByRole('dialog', { name: 'Número no disponible' })
      await refusal.getByText('Tus datos y tu comprobante siguen en el formulario.').waitFor()
      await refusal.getByRole('button', { name: 'Elegir otros números' }).click()
      await page.unroute('**/api/rifas/participantes/manual')
      await page
        .getByText(/El 0007 ya no está disponible/)
        .first()
        .waitFor()
      await cell(page, '0011').click()
      await page.getByRole('button', { name: /^Confirmar \(2\/2\)/ }).click()
      await page.getByRole('button', { name: /^Pago Movil/ }).click()
      await page.getByText('pago.jpg').waitFor()
      await confirm(page).click()
      await sent(page).waitFor()
      expect((await sentForm(page))['numeros_seleccionados']).toBe('["0003","0011"]')
    })

    test('numbers that are changed after going back give the old ones free before the new ones are held', async () => {
      const { page } = await shop.visitor(DESK)
      const calls: string[] = []
      page.on('requestfinished', (request) => {
        if (request.url().includes('/apartado')) calls.push(request.url().replace(/.*\//, ''))
      })
      await page.goto(`${shop.address}/rifa`)
      await openGrid(page)
      await payFor(page, ['0020', '0021'])
      await back(page)
      await back(page)
      await page.getByRole('button', { name: 'Quitar el 0021' }).click()
      await cell(page, '0022').click()
      await page.getByRole('button', { name: /^Confirmar \(2\/2\)/ }).click()
      await page.getByRole('button', { name: /^Pago Movil/ }).click()
      await paymentDialog(page).getByText('Paga exactamente').waitFor()
      expect(calls.filter((call) => call !== 'apartado')).toEqual(['apartados', 'soltar', 'apartados'])
      await page.keyboard.press('Escape')
      await page.getByText('Liberamos tus 2 boletos').waitFor()
    })

    test('no ticket is held while the payment cannot be loaded; once it was, a dead line still shows what interrupts it', async () => {
      const { page } = await shop.visitor(PHONE, REFUSED)
      await page.route('**/assets/payment-*.js', (route) => route.abort())
      const holds: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') holds.push(request.url())
      })
      await page.goto(`${shop.address}/rifa1`)
      await page.getByRole('button', { name: 'Comprar' }).click()
      await page.getByRole('button', { name: /^Pago Movil/ }).click()
      await page.getByRole('alert').getByText('No pudimos apartar tus boletos').waitFor()
      expect(holds).toEqual([])
      await page.unroute('**/assets/payment-*.js')
      await page.getByRole('button', { name: /^Pago Movil/ }).click()
      await paymentDialog(page).getByText('Paga exactamente').waitFor()
      await page.context().setOffline(true)
      await paymentDialog(page).getByRole('textbox', { name: 'Nombre y apellido' }).fill('Carla')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: '¿Salir sin reportar tu pago?' }).waitFor()
      await page.getByRole('button', { name: 'Seguir aquí' }).click()
      await page.getByRole('button', { name: 'Cómo cuidamos tus datos' }).click()
      await page
        .getByRole('dialog', { name: 'Tus datos personales' })
        .getByRole('button', { name: 'Cerrar' })
        .last()
        .click()
    })

    test("a line that breaks and a hotspot's page are no success, a file too large for a proxy is named, a busy server is asked again: one key, and all is still there", async () => {
      const { page } = await shop.visitor(PHONE, REFUSED, { quick: true })
      const payment = await openReport(page)
      const html = { contentType: 'text/html', body: '<h1>Bienvenido al wifi</h1>' }
      const busy = { error: 'x', details: 'y' }
      const answers = [
        null,
        { status: 200, ...html },
        { status: 413, ...html },
        { status: 502, ...html },
        { status: 503, headers: { 'retry-after': '1' }, json: busy },
        { status: 409, json: { ...busy, code: 'EN_CURSO' } },
      ]
      const keys: (string | undefined)[] = []
      await page.route('**/api/rifas/participantes', async (route) => {
        keys.push(route.request().headers()['idempotency-key'])
        const answer = answers.shift()
        if (answer === null) return route.abort()
        return answer ? route.fulfill(answer) : route.continue()
      })
      await confirm(page).click()
      const cut = page.getByRole('dialog', { name: 'Se cortó la conexión' })
      for (let times = 1; times <= 2; times++) {
        await cut.waitFor()
        await expect.poll(() => keys.length).toBe(times)
        await cut.getByRole('button', { name: 'Reintentar' }).click()
      }
      await page
        .getByRole('dialog', { name: 'El archivo excede el límite de 5MB' })
        .getByRole('button', { name: 'Entendido' })
        .click()
      await payment.getByText('El archivo excede el límite de 5MB').waitFor()
      await confirm(page).click()
      await page
        .getByRole('dialog', { name: 'Error al registrar' })
        .getByText('Hubo un problema al procesar tu registro.')
        .waitFor()
      await page.getByRole('button', { name: 'Entendido' }).click()
      await confirm(page).click()
      await page.getByText('Procesando pago...').waitFor()
      await sent(page).waitFor()
      expect(keys).toHaveLength(7)
      expect(new Set(keys).size).toBe(1)
    })

    test("a phone's back button closes one step, also where the browser hands it to the dialog", async () => {
      const { page } = await shop.visitor(PHONE)
      await page.goto(`${shop.address}/rifa`)
      await openPayment(page)
      const pressBack = () =>
        page.evaluate(async () => {
          // Longer than a key or a press before it counts for.
          await new Promise((resolve) => setTimeout(resolve, 600))
          const dialogs = document.querySelectorAll<HTMLDialogElement & { requestClose?: () => void }>('dialog[open]')
          const top = dialogs[dialogs.length - 1]
          if (top?.requestClose) top.requestClose()
          else top?.dispatchEvent(new Event('cancel', { cancelable: true }))
        })
      await pressBack()
      await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
      await pressBack()
      await page.getByRole('dialog', { name: 'Verifica el monto antes de continuar' }).waitFor()
      await pressBack()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe('/rifa')
    })
  })
})
