import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { updateRaffle } from '#raffles/server/store.ts'
import { enterRate } from '#rates/server/set-rate.ts'
import { changeSite } from '#site/server/change-site.ts'
import { DESK, PHONE } from './support/browser.ts'
import { expectGoneAfter, stopClock } from './support/clock.ts'
import { inShop } from './support/journey.ts'
import { inside } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** Chromium's complaint about the 404 page and about calls that a test makes fail. */
const REFUSED = /Failed to load resource/

/** The page answers through React: the early picker has handed over. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const button = document.querySelector('[data-buy]')
    return button === null || Object.keys(button).some((key) => key.startsWith('__reactProps'))
  })
}

function quantity(page: Page) {
  return page.getByRole('spinbutton', { name: 'Cantidad de boletos' })
}

/** Answer to requests for availability from now on. The latest route wins, so none in between reaches the shop. */
async function answerAvailability(page: Page, rifa: Record<string, unknown> | null): Promise<void> {
  await page.route('**/status', (route) =>
    rifa === null ? route.abort() : route.fulfill({ json: { success: true, data: { rifa } } }),
  )
}

/** Goes up from the end of the page: where the button has not stepped aside, the controls that it covers, as `name at 120`. */
function coveredBy(rules: Locator, end: number): Promise<string[]> {
  return rules.evaluate(async (button, from) => {
    const found: string[] = []
    for (let top = from; top >= 0; top -= 80) {
      scrollTo(0, top)
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      if (button.hasAttribute('data-aside')) continue
      const own = button.getBoundingClientRect()
      for (const control of document.querySelectorAll('main :is(a,button,input,select,label), .foot :is(a,button)')) {
        const { width, left, right, top: high, bottom } = control.getBoundingClientRect()
        const meets = left < own.right && right > own.left && high < own.bottom && bottom > own.top
        if (width > 1 && meets) found.push(`${control.textContent} at ${top}`)
      }
    }
    return found
  }, end)
}

const raffles = { open: 1, bolivares: 2, drawn: 0, closed: 0 }

async function prepare(env: Record<string, string>): Promise<void> {
  await setUpShop(env)
  await inside(env, async (ctx) => {
    const rate = { referencia: 'bcv_euro', tasa: '671.4235', fecha_valor: dayInCaracas(ctx.clock.now()) } as const
    await enterRate(ctx, rate, { actor: TESTER })
    const photo = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#3a6ea5' } })
      .jpeg()
      .toBuffer()
    const imagen = JSON.stringify(await storeImage(ctx, photo, { alt: 'Camioneta en un camino' }))
    const add = async (titulo: string) => {
      const id = await createRaffle(ctx, newRaffle.parse({ titulo, precio: '2.00', total_numeros: 1_000 }), TESTER)
      await publishRaffle(ctx, id, TESTER)
      return id
    }
    raffles.drawn = await add('Teléfono de 256 GB')
    raffles.closed = await add('Nevera de dos puertas')
    await ctx.db.write('prueba', async (tx) => {
      await updateRaffle(tx, raffles.open, { imagen, descripcion: 'Doble cabina.<br>Cero kilómetro.' })
      await updateRaffle(tx, raffles.drawn, { imagen, estado: 'sorteada', numero_ganador: '083', ganador: 'José T.' })
      await updateRaffle(tx, raffles.closed, { estado: 'cerrada' })
    })
    const redes = [{ nombre: 'Instagram', enlace: 'https://www.instagram.com/ejemplo' }]
    const operador = { operador: 'Inversiones Ejemplo, C.A.', rif: 'J-00000000-0', autorizacion: '000-2026' }
    await changeSite(ctx, { redes, credito: 'Estudio Ejemplo', ...operador }, TESTER)
  })
}

inShop('the pages', { prepare }, (shop) => {
  afterAll(async () => expect(await shop.product.stop()).toBe(0))

  const change = (changes: Parameters<typeof changeSite>[1]) =>
    inside(shop.env, (ctx) => changeSite(ctx, changes, TESTER))

  test('every way to choose how many', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.clock.install()
    await page.goto(`${shop.address}/rifa`)
    await hydrated(page)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const shows = async (wanted: string) => expect.poll(() => quantity(page).inputValue()).toBe(wanted)
    let wanted = 2
    for (const more of [2, 5, 10, 20, 30]) {
      await press(`+${more}`)
      wanted += more
      await shows(String(wanted))
    }
    expect(await page.locator('[data-total=own]').textContent()).toBe('$345,00')
    const note = page.getByRole('status').locator('.note')
    await stopClock(page)
    for (const more of ['+35', '+40', '+50']) {
      await press(more)
      await shows('100')
    }
    expect(await note.textContent()).toBe('Límite alcanzadoEl máximo de tickets permitido es 100')
    await expectGoneAfter(note, 2_000)
    await page.clock.resume()
    await press('Quitar 2 boletos')
    await shows('98')
    await press('Agregar 1 boleto')
    await shows('99')
    await press('Volver a 2 boletos')
    await press('Quitar 2 boletos')
    await shows('2')
    for (const [typed, kept] of [
      ['15', '15'],
      ['1', '2'],
      ['1e3', '100'],
      ['٣', '2'],
    ] as const) {
      await quantity(page).click()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(typed)
      await page.keyboard.press('Tab')
      await shows(kept)
    }
    // A notice stays while it has the focus, and goes at Escape.
    await press('+50')
    await press('+50')
    await note.focus()
    await page.clock.runFor(2_500)
    expect(await note.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await note.count()).toBe(0)

    await press('Volver a 2 boletos')
    await quantity(page).focus()
    await page.keyboard.press('ArrowUp')
    await shows('3')
    await quantity(page).hover()
    await page.mouse.wheel(0, -240)
    await page.mouse.wheel(0, 240)
    await shows('3')
  })

  test('availability is asked for at load and every 120000 ms: told, refused, sold out and closed while the page is open', async () => {
    const { page } = await shop.visitor(PHONE, [REFUSED, /ERR_FAILED/])
    const rifa = {
      id: 1,
      estado: 'publicada',
      porcentaje_disponible: 42,
      numeros_disponibles: 4200,
      total_numeros: 10_000,
    }
    await answerAvailability(page, rifa)
    await page.addInitScript(() => {
      const asked: number[] = []
      const ask = fetch
      Object.assign(window, { asked })
      window.fetch = (address, options) => {
        if (String(address).endsWith('/status')) asked.push(Date.now())
        return ask(address, options)
      }
    })
    await page.clock.install()
    await page.goto(`${shop.address}/rifa`)
    const asked = () => page.evaluate(() => (window as unknown as { asked: number[] }).asked)
    await expect.poll(async () => (await asked()).length).toBe(1)
    await page.getByText('42 % disponible').waitFor()
    await stopClock(page)
    for (let turn = 0; turn < 2; turn++) {
      const answer = page.waitForResponse('**/status')
      await page.clock.runFor(120_000)
      await answer
    }
    const [, second = 0, third, ...more] = await asked()
    expect([third, ...more]).toEqual([second + 120_000])
    await answerAvailability(page, null)
    await page.clock.fastForward(120_000)
    const note = page.getByRole('status').locator('.note')
    await note.waitFor()
    expect(await note.textContent()).toBe('ErrorNo se pudo obtener la disponibilidad actual')
    await expectGoneAfter(note, 2_000)
    await page.getByText('42 % disponible').waitFor()
    await page.clock.resume()

    await answerAvailability(page, { ...rifa, porcentaje_disponible: 0.03, numeros_disponibles: 3 })
    await page.clock.fastForward(120_000)
    await page.getByText('Menos de 0,1 % disponible').waitFor()
    await page.getByRole('button', { name: '+5', exact: true }).click()
    await page.getByRole('button', { name: 'Comprar' }).click()
    await page.getByRole('status').getByText('Solo quedan 3 números disponibles').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)

    for (const [change, title] of [
      [{ numeros_disponibles: 0 }, 'Se agotaron los boletos'],
      [{ numeros_disponibles: 1 }, 'Queda un solo boleto'],
      [{ estado: 'cerrada' }, 'Las ventas cerraron'],
      [{ estado: 'sorteada' }, 'Esta rifa ya se sorteó'],
    ] as const) {
      await answerAvailability(page, { ...rifa, ...change })
      await page.clock.fastForward(120_000)
      await page.getByRole('heading', { name: title }).waitFor()
      expect(await page.getByRole('button', { name: 'Comprar' }).count()).toBe(0)
    }
    // Somebody did not complete a payment.
    await answerAvailability(page, rifa)
    await page.clock.fastForward(120_000)
    await page.getByRole('button', { name: 'Comprar' }).waitFor()
  })

  test('head, rules and foot lead where they say, and the menu closes when one of its links is picked', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
    await page.goto(shop.address)
    const menu = page.getByRole('button', { name: 'Abrir menú' })
    const support = page.getByRole('link', { name: 'Soporte por WhatsApp' })
    expect(await support.isVisible()).toBe(false)
    await menu.click()
    await page.keyboard.press('Escape')
    expect(await support.isVisible()).toBe(false)
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
    await menu.click()
    await page.mouse.click(180, 600)
    expect(await support.isVisible()).toBe(false)
    await page.setViewportSize(DESK)
    expect([await support.isVisible(), await menu.isVisible()]).toEqual([true, false])
    await page.setViewportSize(PHONE)
    await page.getByRole('banner').getByRole('link', { name: 'Rifas La Ceiba' }).waitFor()
    await menu.click()
    await page.getByRole('button', { name: 'Cerrar menú' }).click()
    expect(await support.isVisible()).toBe(false)
    await menu.click()
    const links = page.getByRole('navigation').getByRole('link')
    expect(await links.allTextContents()).toEqual(['Home', 'Rifas anteriores', 'Soporte por WhatsApp'])
    const address = new URL((await support.getAttribute('href')) ?? '')
    expect(address.searchParams.get('text')).toBe('Hola, necesito soporte con Rifas La Ceiba')
    const opened = page.context().waitForEvent('page')
    await support.click()
    await (await opened).close()
    expect(await support.isVisible()).toBe(false)
    expect(new URL(page.url()).pathname).toBe('/')
    await menu.click()
    await page.getByRole('navigation').getByRole('link', { name: 'Rifas anteriores' }).click()
    await page.waitForURL('**/rifas-anteriores')
    expect(await support.isVisible()).toBe(false)
    await page.getByText('José T.').waitFor()
    await page.getByText('083', { exact: true }).waitFor()

    const foot = page.getByRole('contentinfo')
    await foot.getByText('mayores de 18 años, residentes en Venezuela').waitFor()
    await foot.getByText('Operador: Inversiones Ejemplo, C.A. RIF J-00000000-0. Autorización N.º 000-2026.').waitFor()
    await foot.getByText('Hecho por Estudio Ejemplo').waitFor()
    expect(await foot.getByRole('link', { name: 'Instagram' }).getAttribute('rel')).toBe('noopener')

    // By keyboard alone.
    const rules = page.getByRole('button', { name: 'Reglas' })
    await rules.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'CÓMO REALIZAR UNA COMPRA' })
    await dialog.waitFor()
    expect(await dialog.getByRole('tabpanel', { name: 'Participación' }).getByRole('listitem').count()).toBe(5)
    await dialog.getByRole('tab', { name: 'Participación' }).focus()
    await page.keyboard.press('ArrowRight')
    await dialog.getByText('Mayores de 18 años', { exact: true }).waitFor()
    await dialog.getByText('Residentes en Venezuela', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await rules.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test("'Reglas' steps aside while the page goes down and never covers a control", async () => {
    const { page } = await shop.visitor(PHONE)
    const rules = page.locator('.rules-btn')
    const aside = () => rules.evaluate((button) => button.hasAttribute('data-aside'))
    for (const path of ['/', '/rifa']) {
      await page.goto(shop.address + path)
      await hydrated(page)
      const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
      await page.evaluate(() => scrollTo(0, 150))
      await expect.poll(aside).toBe(true)
      expect(await coveredBy(rules, beyond), path).toEqual([])
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(aside).toBe(false)
    }
  })

  test('nothing jumps while the page comes to life', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.addInitScript(() => {
      type Shift = {
        value: number
        startTime: number
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      const shifts: string[] = []
      Object.assign(window, { shifts })
      const said = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ')
      new PerformanceObserver((list) => {
        const [read] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        for (const { value, startTime, sources } of list.getEntries() as unknown as Shift[]) {
          // The document may come in two parts, with the first half of a word painted: nothing came to life yet.
          if (value < 0.0001 && startTime < (read?.domInteractive || Number.POSITIVE_INFINITY)) continue
          const moved = sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} '${node?.textContent?.slice(0, 40)}' ${said(previousRect)} -> ${said(currentRect)}`,
          )
          shifts.push(`${value}: ${moved.join('; ')}`)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['/', '/rifa', '/rifa1', '/rifas-anteriores']) {
      await page.goto(shop.address + path, { waitUntil: 'networkidle' })
      await hydrated(page)
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts), path).toEqual([])
    }
  })

  test('the fold of a phone holds all that a purchase needs, also with the choice of the mode', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.goto(`${shop.address}/rifa`)
    const bar = await page.locator('.paybar').boundingBox()
    const last = await page.getByRole('button', { name: '+50' }).boundingBox()
    expect((last?.y ?? 999) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await page.getByRole('radio', { name: 'Elegir a mano' }).waitFor()
    await page.getByText('$5,00', { exact: true }).waitFor()
    await page.getByText(/Tasa BCV euro · Bs\.\s671,42 · \d+ de [a-z]+/).waitFor()
  })

  test('on a phone on its side the fold says what is raffled and what a ticket costs', async () => {
    const { page } = await shop.visitor({ width: 640, height: 360 })
    for (const path of ['/rifa', '/rifa1']) {
      await page.goto(`${shop.address}${path}`)
      expect((await page.locator('.raffle-media').boundingBox())?.width).toBe(640)
      const bar = await page.getByRole('button', { name: 'Comprar', exact: true }).boundingBox()
      for (const shown of [page.getByRole('heading', { level: 1 }), page.locator('.price').first()]) {
        const box = await shown.boundingBox()
        expect((box?.y ?? 360) + (box?.height ?? 0), path).toBeLessThanOrEqual(bar?.y ?? 0)
      }
    }
  })

  test('the mode is chosen before and after React and kept across reloads; variant B never asks', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.goto(`${shop.address}/rifa`, { waitUntil: 'commit' })
    const byHand = page.getByRole('radio', { name: 'Elegir a mano' })
    await byHand.check()
    await hydrated(page)
    expect(await byHand.isChecked()).toBe(true)
    await page.reload()
    await hydrated(page)
    expect(await byHand.isChecked()).toBe(true)
    await byHand.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await page.getByRole('radio', { name: 'Al azar' }).isChecked()).toBe(true)
    await page.goto(`${shop.address}/rifa1`)
    await hydrated(page)
    expect(await page.getByRole('radio').count()).toBe(0)
  })

  test('taps before React has loaded count, and a purchase asked for opens when it has', async () => {
    const { page } = await shop.visitor(PHONE)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/shop-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${shop.address}/rifa`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: '+20', exact: true }).click()
    await page.getByRole('button', { name: 'Agregar 1 boleto' }).click()
    expect(await quantity(page).inputValue()).toBe('23')
    expect(await page.locator('[data-total=own]').textContent()).toBe('$115,00')
    await page.getByRole('button', { name: 'Comprar' }).click()
    release()
    const dialog = page.getByRole('dialog', { name: 'Verifica el monto antes de continuar' })
    await dialog.getByText('23').first().waitFor()
  })

  test('a missing script is reported, and a tab that was left while paying returns to it', async () => {
    const { page } = await shop.visitor(PHONE, [REFUSED, /ERR_FAILED/])
    await page.route('**/assets/shop-*.js', (route) => route.abort())
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('button', { name: 'Comprar' }).click()
    await page.getByText('Revisa tu conexión y carga la página de nuevo.').waitFor()
    await page.unroute('**/assets/shop-*.js')
    await page.evaluate(() => sessionStorage.setItem('compra:1', JSON.stringify({ hold: 'a-hold-that-is-over' })))
    await page.reload()
    await page.getByRole('dialog').first().waitFor()
  })

  test('the theme: no flash, kept, followed by the other tab, and without a place to keep it', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.addInitScript(() => {
      const seen: (string | undefined)[] = []
      Object.assign(window, { seen })
      const look = () => {
        if (document.body) seen.push(document.documentElement.dataset['theme'])
        if (seen.length < 20) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto(`${shop.address}/rifa`)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    const other = await page.context().newPage()
    await other.goto(shop.address)
    await page.getByRole('button', { name: 'Cambiar a tema claro' }).click()
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
    await expect.poll(() => other.locator('html').getAttribute('data-theme')).toBe('light')
    await other.close()
    await page.reload()
    await expect.poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen.length)).toBe(20)
    expect(new Set(await page.evaluate(() => (window as unknown as { seen: string[] }).seen))).toEqual(
      new Set(['light']),
    )

    const blocked = await shop.visitor(PHONE)
    await blocked.page.addInitScript(() => {
      for (const storage of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    })
    await blocked.page.goto(`${shop.address}/rifa`)
    await blocked.page.getByRole('button', { name: 'Cambiar a tema claro' }).click()
    expect(await blocked.page.locator('html').getAttribute('data-theme')).toBe('light')
    await hydrated(blocked.page)
    await blocked.page.getByRole('button', { name: '+5', exact: true }).click()
    await blocked.page.getByRole('button', { name: 'Comprar' }).click()
    await blocked.page.getByRole('dialog').waitFor()
  })

  test('the pages of a raffle that waits for its draw, and of one that was drawn', async () => {
    await change({ rifa_a: raffles.drawn, rifa_b: raffles.closed })
    const { page } = await shop.visitor(PHONE)
    try {
      await expect.poll(async () => (await fetch(`${shop.address}/rifa`)).text()).toContain('ya se sorteó')
      await page.goto(`${shop.address}/rifa`)
      await page.getByText('083', { exact: true }).waitFor()
      await page.getByText('José T.').waitFor()
      await page.getByRole('link', { name: 'Ver Rifas anteriores' }).click()
      await page.waitForURL('**/rifas-anteriores')
      await page.goto(`${shop.address}/rifa1`)
      await page.getByRole('heading', { name: 'Las ventas cerraron' }).waitFor()
      expect(await page.getByRole('progressbar').count()).toBe(0)
      await page.goto(shop.address)
      await page.getByRole('heading', { name: 'Por sortear' }).waitFor()
      await page.getByRole('link', { name: 'Ver la rifa' }).waitFor()
      await page.getByRole('heading', { name: 'Últimos ganadores' }).waitFor()
    } finally {
      await change({ rifa_a: raffles.open, rifa_b: raffles.bolivares })
    }
    await expect.poll(async () => (await fetch(`${shop.address}/rifa`)).text()).toContain('Adquiere tus Boletos')
  })

  test('a missing picture leaves a quiet blank with its name', async () => {
    const { page } = await shop.visitor(PHONE, [REFUSED, /ERR_FAILED/])
    await page.route('**/imagenes/**', (route) => route.abort())
    for (const path of ['/', '/rifa']) {
      await page.goto(shop.address + path)
      await page.getByRole('img', { name: 'Camioneta en un camino' }).first().waitFor()
      expect(await page.locator('.no-picture').count()).toBeGreaterThan(0)
    }
  })

  test('without JavaScript the raffle is shown, with the way to buy it', async () => {
    const context = await shop.browser.newContext({ viewport: { width: 320, height: 568 }, javaScriptEnabled: false })
    const page = await context.newPage()
    const fits = async () => {
      const { x, width } = (await page.locator('noscript .rate-notice').boundingBox()) ?? { x: 0, width: 320 }
      expect(x + width).toBeLessThanOrEqual(320 - 16)
    }
    await page.goto(`${shop.address}/rifa`)
    await fits()
    await page.getByRole('heading', { name: 'Camioneta 4×4' }).waitFor()
    await page.getByText('Doble cabina.').waitFor()
    const whatsapp = page.getByRole('link', { name: 'Compra por WhatsApp' })
    expect(decodeURIComponent((await whatsapp.getAttribute('href')) ?? '')).toContain('«Camioneta 4×4»')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(/^http.*\.jpg$/)
    // A shop without a WhatsApp is written to where it is.
    const redes = [{ nombre: 'Instagram', enlace: 'https://www.instagram.com/rifas.ejemplo' }]
    await change({ whatsapp: '', redes })
    try {
      const sentence = page.locator('noscript .rate-notice')
      await expect
        .poll(async () => {
          await page.reload()
          return sentence.textContent()
        })
        .toMatch(/en otro teléfono, o escríbenos por Instagram\.$/)
      await sentence.getByRole('link', { name: 'Instagram' }).waitFor()
      await fits()
    } finally {
      await change({ whatsapp: '584000000000', redes: [] })
    }
    await context.close()
  })

  test('a browser that cannot buy shows the same, and nothing that does nothing', async () => {
    const { page } = await shop.visitor(PHONE, [REFUSED])
    await page.addInitScript(() => Object.assign(window, { CSSLayerBlockRule: undefined }))
    await page.clock.install()
    await page.goto(`${shop.address}/rifa`, { waitUntil: 'networkidle' })
    const whatsapp = page.getByRole('link', { name: 'Compra por WhatsApp' })
    expect(decodeURIComponent((await whatsapp.getAttribute('href')) ?? '')).toContain('«Camioneta 4×4»')
    expect(await page.getByRole('button').count()).toBe(0)
    await page.clock.runFor(3_000)
    expect(await page.getByRole('button').count()).toBe(0)
  })
})
