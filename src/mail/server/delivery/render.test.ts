import { expect, test } from 'vitest'
import { composeMail, type MailContent, pageOfMail, renderMail } from './render.ts'

const CONTENT: MailContent = {
  sitio: 'Rifas La Ceiba',
  color: '#0a5c36',
  titulo: 'Hola, Carmen',
  parrafos: ['Tu pago está confirmado.', 'Guarda este correo.\nEs tu comprobante.'],
  datos: [
    ['Rifa', 'Pickup 4×4'],
    ['Total', 'Bs. 1.234,50'],
  ],
  numeros: ['0042', '0101', '0407', '0412', '0433', '2918'],
  boton: { texto: 'Ver mi compra', enlace: 'https://rifas.ejemplo.test/mi-compra#s=abc&n=1' },
  pie: 'Sorteo el 19 de diciembre.',
}

test('the text twin has all that the picture has', () => {
  expect(renderMail(CONTENT).texto).toBe(`Hola, Carmen

Tu pago está confirmado.

Guarda este correo.
Es tu comprobante.

0042  0101  0407  0412  0433
2918

Rifa: Pickup 4×4
Total: Bs. 1.234,50

Ver mi compra:
https://rifas.ejemplo.test/mi-compra#s=abc&n=1

-- 
Rifas La Ceiba
Sorteo el 19 de diciembre.
`)
  const { html } = renderMail(CONTENT)
  for (const text of ['Hola, Carmen', 'Es tu comprobante.', 'Pickup 4×4', 'Bs. 1.234,50', ...(CONTENT.numeros ?? [])]) {
    expect(html).toContain(text)
  }
  expect(html).toContain('href="https://rifas.ejemplo.test/mi-compra#s=abc&amp;n=1"')
})

test('nothing that is not given leaves a hole', () => {
  const { texto, html } = renderMail({ sitio: 'Rifas', titulo: 'Hola', parrafos: [], pie: '' })
  expect(texto).toBe('Hola\n\n-- \nRifas\n\n')
  expect(html).not.toMatch(/undefined|<a |ticket"/)
})

test('no text is read as HTML, in any place', () => {
  const nasty = `"><img src=x onerror=alert(1)>'&amp;<script>`
  const { html } = renderMail({
    sitio: nasty,
    color: 'red;background:url(https://x.test)',
    titulo: nasty,
    parrafos: [nasty],
    datos: [[nasty, nasty]],
    numeros: [nasty],
    boton: { texto: nasty, enlace: `https://x.test/?q=${nasty}` },
    pie: nasty,
  })
  expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>'|url\(/)
  const clean = renderMail({ ...CONTENT, datos: [['a', 'b']], parrafos: ['p'], numeros: ['1'] }).html
  const tags = (text: string) => text.match(/<[^>]*>/g)?.map((tag) => tag.replace(/\s.*/s, ''))
  expect(tags(html)).toEqual(tags(clean))
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'mi-compra', ''])('a button to %j is left out', (enlace) => {
  const { texto, html } = renderMail({ ...CONTENT, boton: { texto: 'Ver', enlace } })
  expect(html).not.toContain('<a ')
  expect(texto).not.toContain('Ver:')
})

test.each([
  ['#0a5c36', '#ffffff'],
  ['#ffa53d', '#14110c'],
  ['#ffffff', '#14110c'],
])('the words of the button can be read on %s', (color, ink) => {
  expect(renderMail({ ...CONTENT, color }).html).toContain(`font-weight:700;color:${ink};text-decoration:none`)
})

test('a hundred numbers stay below the length that mail programs cut off', () => {
  const numeros = Array.from({ length: 100 }, (_, index) => String(index).padStart(7, '0'))
  expect(Buffer.byteLength(renderMail({ ...CONTENT, numeros }).html)).toBeLessThan(100_000)
})

test('a page is drawn from its row; an older row gives the old page', () => {
  const { texto, html, contenido } = composeMail(CONTENT)
  expect({ texto, html: pageOfMail({ html, contenido: JSON.stringify(contenido) }) }).toEqual(renderMail(CONTENT))
  expect(pageOfMail({ html: '<p>antes</p>', contenido: null })).toBe('<p>antes</p>')
})
