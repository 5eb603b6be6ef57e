import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nestedFormsPdf, onePagePdf } from '#review/server/testing/write-pdf.ts'
import { DESK, expectAccessible, PHONE } from './support/browser.ts'
import { makeBuyer, type Proof, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { signIn } from './support/owner.ts'
import { serveHere } from './support/serve-here.ts'
import { OWNER } from './support/set-up.ts'

const PAGE = '<!doctype html><html><body><script>document.title="ran"</script>'

/** Files that are a picture or a document to one reader, and a page with a script to another. */
async function polyglots(): Promise<Proof[]> {
  const plain = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#c4512f' } })
  const jpeg = await plain().jpeg().toBuffer()
  const comment = Buffer.from(`\xff\xfe\0\0${PAGE}`, 'latin1')
  comment.writeUInt16BE(comment.length - 2, 2)
  return [
    { name: 'pago.png', type: 'image/png', bytes: Buffer.concat([await plain().png().toBuffer(), Buffer.from(PAGE)]) },
    { name: 'pago.html', type: 'image/jpeg', bytes: Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]) },
    { name: 'pago.svg', type: 'application/pdf', bytes: Buffer.concat([onePagePdf(), Buffer.from(PAGE)]) },
  ]
}

inShop('proofs in an operator’s browser', { told: { ABUSE_LIMITS: 'off' } }, (shop) => {
  /** Serves the same bytes as no server should, to see that the test would notice. */
  let careless: Awaited<ReturnType<typeof serveHere>>
  let served: Uint8Array = Buffer.alloc(0)
  let signedOut = false

  beforeAll(async () => {
    careless = await serveHere((request, response) => {
      if (request.url !== '/kept') return response.setHeader('content-type', 'text/html').end(served)
      response.setHeader('cache-control', 'private, max-age=3600')
      return response.writeHead(signedOut ? 401 : 200).end('a proof')
    })
  })
  afterAll(() => careless?.close())

  let buyers = 0
  const send = async (proof: Proof) =>
    (await reportByCall(shop.address, makeBuyer(++buyers), { total: '10.00', proof })).id
  const enter = (page: Page) => signIn(page, shop.address, OWNER)

  test('a file that is a picture and a page at once runs nothing, at the desk, as a view and as a download; without the headers it does', async () => {
    const { page } = await shop.visitor(DESK, [/415/, /404/, /inline style/, /origin-keyed/])
    await enter(page)
    for (const proof of await polyglots()) {
      const id = await send(proof)
      await page.goto(`${shop.address}/panel/revision/${id}`)
      await page
        .getByRole('img', { name: 'Comprobante que envió el comprador' })
        .or(page.getByText(/^No se pudo mostrar/))
        .first()
        .waitFor()
      expect(await page.title()).not.toBe('ran')
      const view = `${shop.address}/api/panel/compras/${id}/comprobante`
      const other = await page.context().newPage()
      await other.goto(view)
      expect(await other.title()).not.toBe('ran')
      const download = other.waitForEvent('download')
      await other.goto(`${view}/original`).catch(() => {})
      expect((await download).suggestedFilename()).toBe(proof.name)
      // In a frame of ours, if somebody could make a page have one.
      const ran = await page.evaluate(async (address) => {
        const frame = document.createElement('iframe')
        frame.src = address
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        await loaded
        const inside = frame.contentDocument?.title
        frame.remove()
        return inside
      }, view)
      expect(ran).not.toBe('ran')
      served = proof.bytes
      await other.goto(careless.address)
      await expect.poll(() => other.title()).toBe('ran')
      await other.close()
    }
  })

  test('after signing out nothing of a proof is left in the browser’s cache; another server’s picture is', async () => {
    const { page } = await shop.visitor(DESK, [/401/, /404/])
    await enter(page)
    const [picture] = await polyglots()
    if (!picture) throw new Error('no picture')
    const id = await send(picture)
    await page.goto(`${shop.address}/panel/revision/${id}`)
    const shown = page.getByRole('img', { name: 'Comprobante que envió el comprador' })
    await shown.waitFor()
    const address = await shown.evaluate((image) => (image as HTMLImageElement).src)
    const fromCache = (where: string) =>
      page.evaluate(async (what) => (await fetch(what, { cache: 'force-cache' })).status, where)
    expect(await fromCache(address)).toBe(200)
    await page.evaluate(() => fetch('/api/panel/sesion', { method: 'DELETE', headers: { 'x-tombola': 'panel' } }))
    expect(await fromCache(address)).toBeGreaterThanOrEqual(401)
    expect(await fromCache(address.replace('/comprobante?', '/comprobante/original?'))).toBeGreaterThanOrEqual(401)
    await page.goto(careless.address)
    expect(await fromCache('/kept')).toBe(200)
    signedOut = true
    expect(await fromCache('/kept')).toBe(200)
  })

  test('a picture that is still in line appears by itself: at the desk, next to another, and in the purchase', async () => {
    const { page } = await shop.visitor(DESK)
    await page.clock.install()
    await enter(page)
    const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#2f51c4' } })
      .png()
      .toBuffer()
    const before = await send({ name: 'pago.png', type: 'image/png', bytes })
    const id = await send({ name: 'otra-vez.png', type: 'image/png', bytes })
    let inLine = true

    await page.route('**/api/panel/compras/*/comprobante?*', (route) => {
      const body = { error: 'El comprobante se está preparando', details: 'Espera.', code: 'COMPROBANTE_EN_COLA' }
      return inLine ? route.fulfill({ status: 503, json: body }) : route.continue()
    })
    /** Others were drawn meanwhile. */
    async function untilDrawn(waiting: Locator, shown: Locator): Promise<void> {
      await waiting.first().waitFor()

      inLine = false
      await page.clock.fastForward(4_000)
      await shown.first().waitFor()
      await waiting.first().waitFor({ state: 'detached' })
      await page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0))
      inLine = true
    }
    await page.goto(`${shop.address}/panel/revision/${id}`)
    const shown = page.getByRole('img', { name: 'Comprobante que envió el comprador' })
    await untilDrawn(page.getByText('El comprobante se está preparando'), shown)
    await page.getByRole('button', { name: 'Comparar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Comparar comprobantes' })
    await untilDrawn(dialog.getByText(/Se está preparando/), dialog.getByRole('img', { name: /^Comprobante de/ }))
    await page.goto(`${shop.address}/panel/compras/${before}`)
    const proof = page.getByRole('region', { name: 'Comprobante' })
    await untilDrawn(proof.getByText(/Se está preparando/), proof.getByRole('button', { name: 'Ver completo' }))
  })

  test('a proof that cannot be drawn says so, offers the original, and is not asked for again', async () => {
    const { page } = await shop.visitor(PHONE, [/415/])
    await enter(page)
    const id = await send({ name: 'pago.pdf', type: 'application/pdf', bytes: nestedFormsPdf() })
    await page.goto(`${shop.address}/panel/revision/${id}`)
    await page.getByText('No se pudo mostrar el PDF').waitFor()
    let views = 0
    page.on('request', (request) => {
      if (request.url().includes(`/compras/${id}/comprobante?`)) views++
    })
    await page.reload()
    await page.getByText('No se pudo mostrar el PDF').waitFor()
    expect(await page.getByRole('button', { name: 'Reintentar' }).count()).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Descargar' }).click()
    expect((await download).suggestedFilename()).toBe('pago.pdf')
    expect(views).toBe(0)
    await expectAccessible(page, 'a proof that cannot be drawn')
  })
})
