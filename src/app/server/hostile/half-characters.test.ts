import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { audit } from '../../cli/audit.ts'
import { JPEG, openShop, purchaseFields, report, type Shop, signInOwner } from '../testing/shop.ts'

const REFUSED = [400, 'CARACTER_NO_ADMITIDO']

const sent = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]

function post(shop: Shop, url: string, payload: object, headers: Record<string, string> = {}) {
  return shop.app.inject({ method: 'POST', url, payload, headers })
}

/** A form whose last field is encoded in UTF-16. */
function inUtf16(fields: Record<string, string>, name: string, value: string) {
  const piece = (head: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--limite\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ])
  const parts = Object.entries(fields).map(([each, text]) => piece(`name="${each}"`, Buffer.from(text)))
  const wide = `name="${name}"\r\nContent-Type: text/plain; charset=utf-16le`
  const proof = 'name="comprobante"; filename="a.jpg"\r\nContent-Type: image/jpeg'
  const end = Buffer.from('--limite--\r\n')
  const payload = Buffer.concat([...parts, piece(wide, Buffer.from(value, 'utf16le')), piece(proof, JPEG), end])
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=limite' } }
}

onSqlite('half of a character', (setup) => {
  test('is refused in JSON and in a form that brings one', async () => {
    const shop = await openShop(setup)
    const owner = await signInOwner(shop)
    for (const [url, payload] of [
      ['/api/rifas/participante/buscar', { cedula: 'V12345678\ud800' }],
      [`/api/rifas/${shop.id}/apartados`, { cantidad_tickets: 2, numeros_seleccionados: ['01', '\udc00'] }],
      ['/api/panel/sesion', { correo: 'a@b.test', clave: { deep: ['\ud83d'] } }],
      ['/api/panel/rifas', { 'titulo\ud83d': 'Moto' }],
    ] as const) {
      expect(sent(await post(shop, url, payload, owner)), url).toEqual(REFUSED)
    }
    const url = '/api/rifas/participantes'
    const half = inUtf16(purchaseFields(shop.id), 'terminos', '\ud800x')
    expect(sent(await shop.app.inject({ method: 'POST', url, ...half }))).toEqual(REFUSED)
    const whole = inUtf16(purchaseFields(shop.id), 'terminos', '😀')
    expect((await shop.app.inject({ method: 'POST', url, ...whole })).statusCode).toBe(201)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onBothEngines('half of a character', (setup) => {
  test('is left by no cut: a long text ends before it, and is written as the books were told', async () => {
    const shop = await openShop(setup)
    const owner = await signInOwner(shop)
    const name = `${'a'.repeat(119)}😀.jpg`
    const answer = await report(
      shop,
      { terminos: `${'a'.repeat(39)}😀` },
      { proof: { bytes: JPEG, name, type: 'image/jpeg' } },
    )
    expect(answer.statusCode, answer.body).toBe(201)
    for (let most = 105; most <= 120; most++) {
      const titulo = `${'a'.repeat(most - 2)}🎉`
      const copied = await createRaffle(
        shop.ctx,
        newRaffle.parse({ titulo, precio: '5.00', total_numeros: 100 }),
        TESTER,
      )
      const copy = await post(shop, `/api/panel/rifas/${copied}/duplicar`, { clave: `copia numero ${most}` }, owner)
      expect(copy.statusCode, copy.body).toBeLessThan(300)
    }
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('a value that is no number', (setup) => {
  test('is told so, also an escaped U+0000 in a list within a field', async () => {
    const shop = await openShop(setup)
    for (const bad of ['\0', '\ud800', '"', '\\', 'x'.repeat(12)]) {
      const numeros = JSON.stringify(['12', bad])
      const answer = await report(shop, { numeros_seleccionados: numeros }, { manual: true })
      expect(sent(answer), numeros).toEqual([422, 'NUMERO_INVALIDO'])
    }
  })
})
