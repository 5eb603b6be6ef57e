import { expect, test } from 'vitest'
import { PHONE } from './support/browser.ts'
import { closed, inPlace } from './support/journey.ts'
import { serveHere } from './support/serve-here.ts'

/** A 503 with the code that it names. */
const ANSWERS: Record<string, string> = {
  '/api/panel/compras/37/comprobante?v=a': 'COMPROBANTE_EN_COLA',
  '/api/panel/compras/37/comprobante?v=b': 'SIN_ESPACIO',
  '/api/panel/compras/37/comprobante/original?v=c': 'COMPROBANTE_EN_COLA',
  '/api/panel/compras/37': 'COMPROBANTE_EN_COLA',
}

const open = () =>
  serveHere((request, response) => {
    const code = ANSWERS[request.url ?? '']
    if (code) {
      const body = JSON.stringify({ error: 'No', details: 'No.', code })
      return response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(body)
    }
    response.setHeader('content-type', 'text/html')
    const pictures = Object.keys(ANSWERS).map((where) => `<img src="${where}" alt="">`)
    return response.end(`<!doctype html><link rel="icon" href="data:,">${pictures.join('')}`)
  })

inPlace('complaints of a visitor', closed(open), (place) => {
  test('a proof that is in line to be drawn is no complaint; any other 503 is one', async () => {
    const { page, complaints } = await place.visitor(PHONE, [], { stays: true })
    await page.goto(place.address)
    // Once more as the page does that asks what was wrong.
    await page.evaluate((where) => fetch(where), '/api/panel/compras/37/comprobante?v=a')
    const told = () => complaints.map((text) => text.replaceAll(place.address, '')).sort()
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
