import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PHONE } from './support/browser.ts'
import { type Buyer, openPayment as buyUpToPayment, chooseProof, fillForm } from './support/buyer.ts'
import { type ForeignHost, openForeignHost } from './support/foreign-host.ts'
import { inShop } from './support/journey.ts'
import { setUpShop } from './support/set-up.ts'

/** Chromium's complaint about an error answer. */
const REFUSED = [/Failed to load resource/, /ERR_FAILED/]
const CARLA: Buyer = {
  nombre: 'Carla Mendoza',
  cedula: '12345678',
  telefono: '04141234567',
  correo: 'carla@ejemplo.test',
  referencia: '004512783390',
}

let foreign: ForeignHost

async function prepare(env: Record<string, string>): Promise<void> {
  foreign = await openForeignHost()
  env['API_HOST'] = foreign.address
  await setUpShop(env)
}

/**
 * The error catalogue of the specification's section 8, with the pages of the product and an API elsewhere that knows only the
 * specification's calls and may answer anything.
 */
inShop('the error catalogue, against a server of somebody else', { prepare }, (shop) => {
  afterAll(() => foreign.close())
  beforeEach(() => {
    foreign.answers.shape = 'bare'
    foreign.answers.preflights = true
    foreign.answers.euro = 600
    foreign.answers.purchase = { status: 200, body: {} }
    foreign.received.length = 0
  })

  async function openPayment(page: Page): Promise<void> {
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('heading', { name: 'Camioneta ajena' }).waitFor()
    await buyUpToPayment(page)
  }

  async function look(page: Page): Promise<void> {
    await page.getByRole('textbox', { name: /Cédula con la que compraste/ }).fill('12345678')
    await page.getByRole('button', { name: 'Buscar' }).click()
  }

  async function fill(page: Page): Promise<void> {
    await fillForm(page, CARLA)
    await chooseProof(page, CARLA)
  }

  test('a client of the specification alone buys, from lists in whatever shape, and hears at once what is missing or wrong', async () => {
    foreign.answers.shape = 'numeros'
    const { raffle } = foreign.answers
    const descripcion = 'Nueva.\n<b>Cero</b> <img src=x onerror=alert(1)><a href="javascript:alert(1)">aquí</a>'
    foreign.answers.raffle = { ...raffle, descripcion }
    // The policy stops what the other host slipped in before it is thrown away.
    const { page } = await shop.visitor(PHONE, [...REFUSED, /inline event handler/], { quick: true })
    await page.goto(`${shop.address}/rifa`)
    await page.getByText('Sorteo: Al vender 80%').waitFor()
    await page.getByText(/42,5\s?% disponible/).waitFor()
    expect(await page.locator('.prose').innerHTML()).toBe('Nueva.<br><b>Cero</b> <a>aquí</a>')
    await openPayment(page)
    await page.getByText('0134 Banesco').waitFor()
    await page.getByText('Bs. 6.000,00').first().waitFor()
    const confirm = page.getByRole('button', { name: 'Confirmar Compra' })
    await confirm.click()
    await page.getByText('Por favor, ingresa el Numero de Referencia.').waitFor()
    await page.getByText('Por favor, sube el comprobante de pago.').waitFor()
    const proof = page.getByLabel('Subir comprobante')
    await proof.setInputFiles({ name: 'foto.heic', mimeType: 'image/heic', buffer: Buffer.from('x') })
    await page.getByText('Formato no válido. Sube JPG, PNG o PDF.').waitFor()
    expect(await proof.inputValue()).toBe('')
    const buffer = Buffer.alloc(5 * 1024 * 1024 + 1)
    await proof.setInputFiles({ name: 'pago.pdf', mimeType: 'application/pdf', buffer })
    await page.getByText('El archivo excede el límite de 5MB').waitFor()
    expect(await proof.inputValue()).toBe('')
    expect(foreign.received).toEqual([])
    await fill(page)
    await confirm.click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    const [sent] = foreign.received
    expect(sent?.path).toBe('/api/rifas/participantes')
    for (const field of [
      'cantidad_tickets"\r\n\r\n2',
      'total"\r\n\r\n10.00',
      'nombre"\r\n\r\nCarla Mendoza',
      'telefono"\r\n\r\n04141234567',
      'correo"\r\n\r\ncarla@ejemplo.test',
      'referencia"\r\n\r\n004512783390',
      'id_rifa"\r\n\r\n1',
      'status"\r\n\r\nen revision',
      'metodo_pago"\r\n\r\npago_movil\r\n',
      'comprobante"; filename="pago.jpg"',
    ]) {
      expect(sent?.body).toContain(`name="${field}`)
    }
    expect(sent?.body).not.toContain('numeros_seleccionados')
    foreign.answers.raffle = raffle
  })

  const duplicate = (value: string, key: string) => ({
    error: 'Error',
    details: `Duplicate entry '${value}' for key '${key}'`,
  })
  /** Ways in which a refusal looks different; src/purchases/rules.test.ts has those in which it is said. */
  const REFUSALS: [what: string, body: unknown, title: string, text: string][] = [
    [
      'a repeated phone',
      duplicate('04141234567', 'telefono'),
      'Registro duplicado',
      'El teléfono 04141234567 ya esta registrado en esta rifa.Ya participaste antes? Si tienes dudas, contacta a nuestro soporte',
    ],
    [
      'a repeated cédula',
      duplicate('V12345678', 'participantes.cedula'),
      'Registro duplicado',
      'El número de cédula V12345678 ya esta registrado en esta rifa.',
    ],
    ['an error with details', { error: 'Rifa cerrada', details: 'Vuelve mañana.' }, 'Rifa cerrada', 'Vuelve mañana.'],
    ['nothing that can be read', 'oops', 'Error al registrar', 'Hubo un problema al procesar tu registro.'],
  ]

  test('each kind of refusal has its dialog, and behind it nothing that was typed is lost', async () => {
    const { page } = await shop.visitor(PHONE, REFUSED)
    await page.clock.install()
    await openPayment(page)
    await fill(page)
    for (const [what, body, title, text] of REFUSALS) {
      foreign.answers.purchase = { status: 400, body }
      await page.getByRole('button', { name: 'Confirmar Compra' }).click()
      // However soon it is refused.
      await page.getByText('Procesando pago...', { exact: true }).waitFor()
      await page.clock.fastForward(3_000)
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.waitFor()
      expect((await dialog.getByRole('paragraph').allTextContents()).join(''), what).toContain(text)
      // The texts of the specification leave open how to go on.
      const next = title === 'Registro duplicado' && !text.includes('soporte')
      expect(
        await dialog.getByText('Si ya reportaste tu pago, mira tu compra en Verificar Ticket.').count(),
        what,
      ).toBe(next ? 1 : 0)
      await dialog.getByRole('button', { name: 'Entendido' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await page.getByRole('textbox', { name: 'Nombre y apellido' }).inputValue()).toBe('Carla Mendoza')
      await page.getByText('pago.jpg').waitFor()
    }
  })

  test('without the rate the flow goes on with the fallback, says so, and the report is marked', async () => {
    foreign.answers.euro = null
    const raffle = foreign.answers.raffle
    foreign.answers.raffle = { ...raffle, tasa_usd: null }
    const { page } = await shop.visitor(PHONE, REFUSED, { quick: true })
    await page.goto(`${shop.address}/rifa`)
    await page.getByText('Bs. 180,00').first().waitFor()
    await openPayment(page)
    await page.getByText('Bs. 10,00').first().waitFor()
    await page.getByRole('dialog').getByText('No pudimos consultar la tasa de hoy.').waitFor()
    await fill(page)
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    expect(foreign.received[0]?.body).toContain('name="tasa_no_verificada"')
    foreign.answers.raffle = raffle
  })

  test('a host that refuses to be asked beforehand is bought from and looked up in by plain calls, and nothing says that tickets are held', async () => {
    foreign.answers.preflights = false
    const { page } = await shop.visitor(PHONE, [...REFUSED, /CORS policy/, /127\.0\.0\.1/])
    const said: string[] = []
    const listen = async () => said.push((await page.locator('dialog[open]').last().textContent()) ?? '')
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('heading', { name: 'Camioneta ajena' }).waitFor()
    await page.getByRole('button', { name: 'Comprar' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: /Pago Movil/ }).waitFor()
    await listen()
    await page.getByRole('button', { name: /Pago Movil/ }).click()
    const payment = page.getByRole('dialog', { name: /Paga por/ })
    await payment.getByText('Paga exactamente').waitFor()
    await listen()
    await fill(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: '¿Salir sin reportar tu pago?' }).waitFor()
    await listen()
    await page.getByRole('button', { name: 'Seguir aquí' }).click()
    await page.getByRole('button', { name: 'Volver', exact: true }).click()
    await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
    await listen()
    await page.getByRole('button', { name: /Pago Movil/ }).click()
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await page.getByRole('dialog', { name: 'Procesando pago...' }).waitFor()
    await listen()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    await listen()
    for (const text of said) expect(text).not.toMatch(/apart|reserva|soltamos|vuelven a la venta/i)
    expect(foreign.received).toHaveLength(1)
    expect(foreign.received[0]?.body).toContain('name="referencia"')
    await page.getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    foreign.answers.participations = {
      status: 200,
      body: { participaciones: [{ rifa_id: 1, numeros: ['042', '007'] }] },
    }
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/participante/') && request.method() === 'GET') asked.push(request.url())
    })
    await look(page)
    const numbers = page.getByRole('dialog', { name: 'Números asignados' })
    await numbers.getByText('2 boletos de Camioneta ajena').waitFor()
    expect(await numbers.getByRole('listitem').locator('b').allTextContents()).toEqual(['007', '042'])
    expect(asked).toHaveLength(1)
  })

  test('of several records without a kind the one with id 1 is paid to, by one rate', async () => {
    const { methods, raffle } = foreign.answers
    foreign.answers.methods = [
      { id: 2, banco: '0102 Otro', cedula: 'V-1.111.111', telefono: '0412-1111111' },
      ...methods,
      { id: 3, banco: '0105 Otro', cedula: 'V-3.333.333', telefono: '0412-3333333' },
    ]
    foreign.answers.euro = 700
    const { page } = await shop.visitor(PHONE, REFUSED)
    await page.goto(`${shop.address}/rifa`)
    await page.getByText('Bs. 3.000,00').first().waitFor()
    await page.getByRole('button', { name: 'Comprar' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    const offered = page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).getByRole('listitem')
    await offered.first().waitFor()
    expect(await offered.allInnerTexts()).toHaveLength(1)
    await offered.getByText('Bs. 6.000,00').click()
    const payment = page.getByRole('dialog', { name: /Paga por/ })
    await payment.getByText('0134 Banesco').waitFor()
    expect(await payment.locator('.exact-amount').textContent()).toBe('Bs.\u00a06.000,00')
    expect(await page.getByText('El precio o la tasa cambió').count()).toBe(0)
    // Where the raffle has no rate, `euro` is that of the page and of the payment.
    foreign.answers.raffle = { ...raffle, tasa_usd: null }
    await page.reload()
    await page.getByText('Bs. 3.500,00').first().waitFor()
    await openPayment(page)
    expect(await payment.locator('.exact-amount').textContent()).toBe('Bs.\u00a07.000,00')
    Object.assign(foreign.answers, { methods, raffle })
  })

  test('no page goes blank, whatever a host writes as message or as raffle', async () => {
    const { page } = await shop.visitor(PHONE, [/Failed to load/, /ERR_FAILED/, /Error/], {
      quick: true,
    })
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('heading', { name: 'Camioneta ajena' }).waitFor()
    const buying = page.getByRole('button', { name: 'Comprar' })
    const strange = { es: 'objeto' }
    foreign.answers.participations = { status: 404, body: { message: strange, details: strange, error: strange } }
    await look(page)
    await page.getByText('Error al buscar participaciones').waitFor()
    await buying.waitFor()
    foreign.answers.participations = { status: 200, body: { participaciones: [{ rifa_id: 1, numeros: ['042'] }] } }
    await page.route('**/api/rifas/rifas/1', (route) =>
      route.fulfill({
        json: { ...foreign.answers.raffle, titulo: { es: 'objeto' } },
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByRole('status').getByText('No pudimos mostrar la respuesta').waitFor()
    await buying.waitFor()
    // The same raffle from the start: a title that is none, and pictures that are none.
    await page.route('**/api/rifas/rifas/1', (route) =>
      route.fulfill({
        json: { ...foreign.answers.raffle, imagen: 'https://x.test/foto.jpg', galeria: ['x'], moneda: {}, minimo: [] },
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    await openPayment(page)
    await fill(page)
    const campos = { nombre: strange }
    foreign.answers.purchase = { status: 422, body: { error: strange, details: strange, code: strange, campos } }
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    const dialog = page.getByRole('dialog', { name: 'Error al registrar' })
    await dialog.getByText('Hubo un problema al procesar tu registro.').waitFor()
    await dialog.getByRole('button', { name: 'Entendido' }).click()
    await page.getByText('pago.jpg').waitFor()
  })

  test('numbers as text, text as numbers and null fields are read by their meaning', async () => {
    const { page } = await shop.visitor(PHONE, REFUSED)
    const answers: [path: string, json: unknown][] = [
      ['tasa-bcv', { euro: '600' }],
      ['metodo-pago', [{ id: 1, banco: null, cedula: 12345678, telefono: null }]],
    ]
    for (const [path, json] of answers)
      await page.route(`**/api/rifas/${path}`, (route) =>
        route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } }),
      )
    await openPayment(page)
    const payment = page.getByRole('dialog', { name: /Paga por/ })
    await payment.getByText('Bs. 6.000,00').first().waitFor()
    expect(await payment.locator('.rows dt').allTextContents()).toEqual(['Cédula'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    foreign.answers.participations = { status: 200, body: { participaciones: [{ rifa_id: '1', numeros: [7] }] } }
    await look(page)
    await page.getByRole('dialog', { name: 'Números asignados' }).getByText('7', { exact: true }).waitFor()
  })

  test('a missing raffle is reported, and asked for again; the lookup shows the text of the server, and its own without one', async () => {
    const { page } = await shop.visitor(PHONE, REFUSED)
    await page.clock.install()
    await page.route('**/api/rifas/rifas/1', (route) => route.abort())
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('status').getByText('No se pudo obtener la rifa').waitFor()
    expect(await page.getByRole('heading', { name: 'Camioneta ajena' }).count()).toBe(0)
    await page.unroute('**/api/rifas/rifas/1')
    await page.clock.fastForward(10_000)
    await page.getByRole('heading', { name: 'Camioneta ajena' }).waitFor()
    foreign.answers.participations = { status: 404, body: { message: 'Cédula no registrada' } }
    await look(page)
    await page.getByText('Cédula no registrada').waitFor()
    foreign.answers.participations = { status: 500, body: {} }
    await look(page)
    await page.getByText('Error al buscar participaciones').waitFor()
    foreign.answers.participations = {
      status: 200,
      body: { participaciones: [{ rifa_id: 2, numeros: ['001'] }] },
    }
    await look(page)
    await page.getByText('No tienes participaciones en la rifa actual').waitFor()
    foreign.answers.participations = {
      status: 200,
      body: { participaciones: [{ rifa_id: 1, numeros: ['007', '042'] }] },
    }
    await look(page)
    const dialog = page.getByRole('dialog', { name: 'Números asignados' })
    await dialog.getByText('042').waitFor()
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  })
})
