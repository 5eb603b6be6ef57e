import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { DESK, PHONE, withoutDialogs } from './support/browser.ts'
import {
  chooseNothing,
  chooseProof,
  fillForm,
  makeBuyer,
  openGrid,
  openPayment,
  payFor,
  paymentDialog,
} from './support/buyer.ts'
import { drawn, expectGoneAfter, stopClock } from './support/clock.ts'
import { slowDown } from './support/conditions.ts'
import { closed, inPlace } from './support/journey.ts'
import { copySampleShop } from './support/sample-shop.ts'

const openWithMail = async () => {
  const shop = await copySampleShop()
  await shop.giveMail()
  return shop
}

/** Rules of docs/specification.md that no other journey looks at. */
inPlace('the specification, to the letter', closed(openWithMail), (shop) => {
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
  /** `Bs. 3.357,12` as it is printed: its space never breaks. */
  const bolivares = (amount: string) => `Bs.\u00a0${amount}`

  test('home: a card with its picture leads to each raffle, and the previous ones are within reach', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.goto(shop.address)
    const card = page.getByRole('article').filter({ hasText: 'Camioneta 4×4' })
    expect(await card.getByRole('img').count()).toBe(1)
    expect(await card.getByRole('link', { name: 'Comprar Tickets' }).getAttribute('href')).toBe('/rifa')
    const other = page.getByRole('article').filter({ hasText: 'Moto 200 cc' })
    expect(await other.getByRole('link', { name: 'Comprar Tickets' }).getAttribute('href')).toBe('/rifa1')
    await page.getByRole('main').getByRole('link', { name: 'Rifas anteriores' }).click()
    await page.waitForURL('**/rifas-anteriores')
    for (const [title, tickets, drawnNumber, result] of [
      ['Teléfono de 256 GB', '10.000 boletos a $3,00', 'Número ganador0883', 'GanóJosé T.'],
      ['Nevera de dos puertas', '10.000 boletos a $1,00', 'Salió sorteado8216', 'ResultadoNúmero no vendido'],
    ] as const) {
      const past = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
      expect(await past.getByRole('img').count()).toBe(1)
      expect(await past.getByText(tickets).textContent()).toMatch(/^\d{1,2} de [A-Z][a-z]+ · /)
      expect(await past.locator('.past-result p').allTextContents()).toEqual([drawnNumber, result])
    }
  })

  test('each sales page hides the id of its raffle, and prints date, description and total in its own way', async () => {
    const { page } = await shop.visitor(DESK)
    await page.goto(`${shop.address}/rifa`)
    expect(await page.locator('input[type=hidden][name=id_rifa]').inputValue()).toBe('1')
    await page.getByText(/^Sorteo: \d{1,2} de [A-Z][a-z]+/).waitFor()
    expect(await page.locator('.prose').innerHTML()).toContain('del país.<br><br>Se entrega')
    await page.getByText(/^\d+(,\d)? % disponible$/).waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    await press(page, '+5')
    const total = page.locator('.paybar p')
    expect(await total.textContent()).toMatch(/\$35,00\s*Bs\.\s23\.499,82/)

    await page.goto(`${shop.address}/rifa1`)
    expect(await page.locator('input[type=hidden][name=id_rifa]').inputValue()).toBe('2')
    await page.getByText('Sorteo: Al agotarse').waitFor()
    const bar = page.getByRole('progressbar', { name: 'Boletos disponibles' })
    const said = await page.getByText(/ % disponible$/).textContent()
    // The text is cut to one decimal, the bar is not.
    expect(Number(await bar.getAttribute('value'))).toBeCloseTo(Number.parseFloat((said ?? '').replace(',', '.')), 0)
    await press(page, '+5')
    expect(await total.textContent()).toContain(bolivares('9.100,00'))
    expect(await total.textContent()).not.toContain('$')

    const adds = page.getByRole('button', { name: /^\+\d+$/ })
    expect(await adds.allTextContents()).toEqual(['+2', '+5', '+10', '+20', '+30', '+35', '+40', '+50'])
  })

  test('the amount is confirmed: price in both currencies, quantity, total, and the terms that pressing on accepts', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.goto(`${shop.address}/rifa`)
    await press(page, '+5')
    await press(page, 'Comprar')
    const dialog = page.getByRole('dialog', { name: 'Verifica el monto antes de continuar' })
    await dialog.waitFor()
    const rows = await dialog.locator('dl > div').allInnerTexts()
    expect(rows[0]).toMatch(/Precio por boleto\s+\$5,00\s*Bs\.\s3\.357,12/)
    expect(rows[1]).toMatch(/Cantidad\s+7 boletos/)
    expect(rows[2]).toMatch(/Total a pagar\s+\$35,00\s*Bs\.\s23\.499,82/)
    await dialog.getByText('Al presionar Continuar aceptas los términos y condiciones.').waitFor()
    await dialog.getByRole('button', { name: 'términos y condiciones' }).click()
    const rules = page.getByRole('dialog', { name: 'CÓMO REALIZAR UNA COMPRA' })
    for (const term of ['Mayores de 18 años', 'Residentes en Venezuela', 'Confirmación por correo'])
      await rules.getByText(term, { exact: true }).waitFor()
    await rules.getByRole('button', { name: 'Entendido' }).click()
    await rules.waitFor({ state: 'detached' })
    await dialog.waitFor()
  })

  test('each page offers its methods and no other, and each payment asks for its exact amount on its own account', async () => {
    const { page } = await shop.visitor(PHONE)
    const methods = page.getByRole('dialog', { name: 'Elige tu metodo de Pago' })
    const offered = async (path: string) => {
      await page.goto(shop.address + path)
      await press(page, 'Comprar')
      if (path === '/rifa') await press(page, 'Continuar')
      await methods.getByRole('listitem').first().waitFor()
      const texts = await methods.getByRole('listitem').allInnerTexts()
      return texts.map((text) => text.split(/\n+/).filter(Boolean)).map(([name, , amount]) => [name, amount])
    }
    const payment = paymentDialog(page)
    const asks = async (method: RegExp, amount: string, rows: string[]) => {
      await methods.getByRole('button', { name: method }).click()
      await payment.getByText('Paga exactamente').waitFor()
      expect(await payment.locator('.exact-amount').textContent()).toBe(amount)
      expect(await payment.locator('.rows dt').allTextContents()).toEqual(rows)
      expect(await payment.getByRole('button', { name: /^Copiar / }).count()).toBe(rows.length + 1)
    }
    expect(await offered('/rifa')).toEqual([['Pago Movil', bolivares('6.714,24')]])
    await asks(/^Pago Movil/, bolivares('6.714,24'), ['Banco', 'Cédula', 'Teléfono', 'A nombre de'])
    await payment.getByText('Paga el monto exacto. Con otro monto la operación no se puede validar.').waitFor()
    await payment.getByText('Si el tiempo llega a cero sin tu reporte, la compra se cancela.').waitFor()
    await page.keyboard.press('Escape')
    await withoutDialogs(page)
    // 2.600 bolívares at 671,4235 a dollar.
    expect(await offered('/rifa1')).toEqual([
      ['Pago Movil', bolivares('2.600,00')],
      ['Zelle', '$3,87'],
      ['Binance', '$3,87'],
    ])
    await asks(/^Zelle/, '$3,87', ['Correo', 'A nombre de'])
    await payment.getByText('pagos@ejemplo.test').waitFor()
  })

  test('the form asks for the fields of the specification, and takes nothing less', async () => {
    const { page } = await shop.visitor(PHONE)
    const opened = Date.now() as Instant
    await page.goto(`${shop.address}/rifa`)
    const payment = await openPayment(page)
    const form = payment.getByRole('form', { name: 'Ingresa tus Datos' })
    const field = (name: string) => form.getByRole('textbox', { name })
    await form.getByText('11 dígitos, empieza por 04').waitFor()
    await form.getByText('JPG, PNG o PDF, máximo 5 MB').waitFor()
    expect(await field('Teléfono').getAttribute('placeholder')).toMatch(/^04\d{9}$/)
    expect(await field('Correo').getAttribute('type')).toBe('email')
    expect(await field('Teléfono').getAttribute('type')).toBe('tel')
    expect(await field('Cédula').getAttribute('inputmode')).toBe('numeric')
    expect(await form.getByRole('combobox', { name: 'Tipo de cédula' }).inputValue()).toBe('V')
    const today = await form.locator('input[type=hidden][name=fecha]').inputValue()
    // Midnight may have come since the page was opened.
    const days = [opened, Date.now() as Instant].map(dayInCaracas)
    expect(days).toContain(today)
    for (const name of ['Nombre y apellido', 'Cédula', 'Teléfono', 'Correo', 'Referencia del pago'])
      expect(await field(name).getAttribute('required'), name).not.toBeNull()
    expect(await form.getByLabel('Subir comprobante').getAttribute('required')).not.toBeNull()

    const reports: string[] = []
    page.on('request', (request) => request.url().includes('/participantes') && reports.push(request.url()))
    await press(page, 'Confirmar Compra')
    await form.getByText('Por favor, ingresa el Numero de Referencia.', { exact: true }).waitFor()
    await form.getByText('Por favor, sube el comprobante de pago.', { exact: true }).waitFor()
    const wrong = await form.locator('[aria-invalid=true]').count()
    expect(wrong).toBe(6)
    expect(reports).toEqual([])

    await field('Teléfono').pressSequentially('4-1x4 555666777888')
    expect(await field('Teléfono').inputValue()).toBe('04145556667')
    await field('Teléfono').fill('+58 424-123.45.67')
    expect(await field('Teléfono').inputValue()).toBe('04241234567')
    await chooseProof(page, makeBuyer(1))
    await form.getByText(/^\d+ KB$/).waitFor()
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(kept).toContain('04241234567')
    expect(kept).not.toContain('pago.jpg')
    await form.getByRole('button', { name: 'Quitar comprobante' }).click()
    await form.getByLabel('Subir comprobante').waitFor()
  })

  test('picked numbers travel with the report, and after it everything begins again', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.clock.install()
    await page.goto(`${shop.address}/rifa`)
    await openGrid(page)
    const free = page.locator('[role=gridcell][aria-disabled=false]:visible')
    await free.nth(4).waitFor()
    const picked = [await free.nth(2).textContent(), await free.nth(4).textContent()]
    await payFor(page, picked.map(String))
    const buyer = makeBuyer(2)
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/rifas/participantes'))
    await stopClock(page)
    await press(page, 'Confirmar Compra')
    const answer = await answered
    await answer.finished()
    // However soon the answer comes.
    await expectGoneAfter(page.getByText('Procesando pago...', { exact: true }), 3_000)
    await page.clock.resume()
    expect(new URL(answer.url()).pathname).toBe('/api/rifas/participantes/manual')
    const { secreto } = (await answer.json()) as { secreto: string }
    const own = await page.request.post(`${shop.address}/api/rifas/mi-compra`, { data: { secreto } })
    expect((await own.json()).numeros).toEqual(picked)
    const done = page.getByRole('dialog', { name: 'Pago enviado' })
    await done.getByText('Gracias. Recibimos tu información y estamos verificando tu pago.').waitFor()
    await done.getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('spinbutton', { name: 'Cantidad de boletos' }).inputValue()).toBe('2')
    expect(await page.evaluate(() => sessionStorage.getItem('numeros:1'))).toBeNull()

    await page.getByRole('radio', { name: 'Al azar' }).check()
    const payment = await openPayment(page)
    for (const field of await payment.getByRole('textbox').all()) expect(await field.inputValue()).toBe('')
    expect(await payment.getByText('pago.jpg').count()).toBe(0)
  })

  test('the upload shows its real progress', async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    await page.goto(`${shop.address}/rifa1`)
    const payment = await openPayment(page)
    await fillForm(page, makeBuyer(3))
    const buffer = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(400_000)])
    const proof = { name: 'pago.pdf', mimeType: 'application/pdf', buffer }
    await payment.getByLabel('Subir comprobante').setInputFiles(proof)
    const session = await slowDown(page, { latency: 0, down: 1_000_000, up: 100_000, cpu: 1 })
    const answer = Promise.withResolvers<string>()
    session.on('Fetch.requestPaused', ({ requestId }) => answer.resolve(requestId))
    await session.send('Fetch.enable', { patterns: [{ resourceType: 'XHR', requestStage: 'Response' }] })
    await page.evaluate(() => {
      const seen: number[] = []
      Object.assign(window, { seen })
      new MutationObserver((changes) => {
        for (const { target } of changes) seen.push(Number((target as Element).getAttribute('aria-valuenow')))
      }).observe(document, { subtree: true, attributeFilter: ['aria-valuenow'] })
    })
    await press(page, 'Confirmar Compra')
    const shown = () => page.evaluate(() => (window as unknown as { seen: number[] }).seen)
    // However seldom a busy browser draws: the rest is sent once three parts were seen, and answered once all of it was.
    await expect
      .poll(async () => (await shown()).filter((percent) => percent > 0 && percent < 100).length)
      .toBeGreaterThan(2)
    const fast = { offline: false, latency: 0, downloadThroughput: 1_000_000, uploadThroughput: 10_000_000 }
    await session.send('Network.emulateNetworkConditions', fast)
    const requestId = await answer.promise
    await expect.poll(async () => (await shown()).at(-1)).toBe(100)
    await session.send('Fetch.continueResponse', { requestId })
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    const seen = await shown()
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect(seen.at(-1)).toBe(100)
  })

  test('what was copied is told for two seconds; closing the payment stops its countdown, and its tickets are not asked about', async () => {
    const { page } = await shop.visitor(PHONE, [], { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.clock.install()
    await page.goto(`${shop.address}/rifa1`)
    const payment = await openPayment(page)
    const timer = payment.getByRole('timer')
    await stopClock(page)
    const seconds = async () => {
      await drawn(page)
      const [, minutes, rest] = /^(\d\d):(\d\d)$/.exec((await timer.textContent()) ?? '') ?? []
      return Number(minutes) * 60 + Number(rest)
    }
    const before = await seconds()
    await page.clock.runFor(10_000)
    expect(await seconds()).toBe(before - 10)
    await payment.getByRole('button', { name: 'Copiar teléfono' }).click()
    await expectGoneAfter(payment.locator('[data-state="done"]').getByText('Copiado', { exact: true }), 2_000)
    await page.clock.resume()
    const released = page.waitForResponse((answer) => answer.url().endsWith('/api/rifas/apartado/soltar'))
    // What was copied is not left by one press.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Salir y liberar los boletos' }).click()
    await released
    await withoutDialogs(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.clock.fastForward(700_000)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => asked).toContain('/api/rifas/2/status')
    await drawn(page)
    expect(asked.filter((path) => path.includes('apartado'))).toEqual([])
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('timer').count()).toBe(0)
  })

  test('without a quantity there is no payment and no grid', async () => {
    const { page } = await shop.visitor(PHONE)
    await chooseNothing(page)
    await page.goto(`${shop.address}/rifa1#nada`)
    const few = page.getByRole('dialog', { name: 'Cantidad mínima' })
    await few.getByText('Debes seleccionar al menos 2 boletos').waitFor()
    await few.getByRole('button', { name: 'Entendido' }).click()
    await withoutDialogs(page)
    await page.evaluate(() => sessionStorage.setItem('modo:1', 'manual'))
    await page.goto(`${shop.address}/rifa#nada`)
    await press(page, 'Continuar')
    await page.getByText('Primero selecciona cuántos boletos deseas comprar').waitFor()
  })
})
