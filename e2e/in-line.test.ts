import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chromium } from './support/chromium.ts'

/** A 503 with the code that it names. */
const ANSWERS: Record<string, string> = {
  '/api/panel/compras/37/comprobante?v=a': 'COMPROBANTE_EN_COLA',
  '/api/panel/compras/37/comprobante?v=b': 'SIN_ESPACIO',
  '/api/panel/compras/37/comprobante/original?v=c': 'COMPROBANTE_EN_COLA',
  '/api/panel/compras/37': 'COMPROBANTE_EN_COLA',
}

describe.skipIf(chromium === null)('complaints of a visitor', () => {
  let browser: Browser
  let server: Server
  let address: string

  beforeAll(async () => {
    browser = await launchBrowser()
    server = createServer((request, response) => {
      const code = ANSWERS[request.url ?? '']
      if (code) {
        const body = JSON.stringify({ error: 'No', details: 'No.', code })
        return response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(body)
      }
      response.setHeader('content-type', 'text/html')
      const pictures = Object.keys(ANSWERS).map((where) => `<img src="${where}" alt="">`)
      return response.end(`<!doctype html><link rel="icon" href="data:,">${pictures.join('')}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server?.close()
    await browser?.close()
  })

  test('a proof that is in line to be drawn is no complaint; any other 503 is one', async () => {
    const { page, complaints } = await openVisitor(browser, PHONE, [], { stays: true })
    await page.goto(address)
    // Once more as the page does that asks what was wrong.
    await page.evaluate((where) => fetch(where), '/api/panel/compras/37/comprobante?v=a')
    const told = () => complaints.map((text) => text.replaceAll(address, '')).sort()
    const failed = 'error: Failed to load resource: the server responded with a status of 503'
    await expect
      .poll(told)
      .toEqual([
        `${failed} (/api/panel/compras/37/comprobante?v=b): {"error":"No","details":"No.","code":"SIN_ESPACIO"}`,
        `${failed} (Service Unavailable) (/api/panel/compras/37)`,
        `${failed} (Service Unavailable) (/api/panel/compras/37/comprobante/original?v=c)`,
      ])
  })
})
