import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlOf, marksOf } from '../panel/editor/marks.ts'
import { sanitiseDescription } from './raffle-columns.ts'

const link = (href: string, words: string) => `<a href="${href}" rel="noopener nofollow" target="_blank">${words}</a>`

test.each([
  ['Una *moto* _nueva_', '<p>Una <strong>moto</strong> <em>nueva</em></p>'],
  ['*_las dos_*, _*al revés*_', '<p><strong><em>las dos</em></strong>, <strong><em>al revés</em></strong></p>'],
  ['Uno\nDos\n\n\nTres', '<p>Uno<br />Dos</p><p>Tres</p>'],
  [
    'Incluye:\n- *Casco*\n- Placas\nY más',
    '<p>Incluye:</p><ul><li><strong>Casco</strong></li><li>Placas</li></ul><p>Y más</p>',
  ],
  ['Mira https://ejemplo.com/a_b_c.', `<p>Mira ${link('https://ejemplo.com/a_b_c', 'https://ejemplo.com/a_b_c')}.</p>`],
  ['*https://ejemplo.com*', `<p>${link('https://ejemplo.com', '<strong>https://ejemplo.com</strong>')}</p>`],
  [
    'Lee [las *bases*](https://ejemplo.com/?a=1&b="2")',
    `<p>Lee ${link('https://ejemplo.com/?a=1&amp;b=&quot;2&quot;', 'las <strong>bases</strong>')}</p>`,
  ],
  [
    '[Escríbenos](mailto:hola@ejemplo.com) o [llama](tel:+584141234567)',
    `<p>${link('mailto:hola@ejemplo.com', 'Escríbenos')} o ${link('tel:+584141234567', 'llama')}</p>`,
  ],
  ['\\*así\\* y \\- así', '<p>*así* y - así</p>'],
  ['de <agencia> & "más"', '<p>de &lt;agencia&gt; &amp; "más"</p>'],
  [' \n\n', ''],
])('«%s» is written %s', (text, html) => {
  expect(htmlOf(text)).toBe(html)
})

test.each([
  '2 * 3 * 4',
  '5*3*2',
  'nombre_de_usuario',
  '*sin cerrar',
  '* aire *',
  '**',
  '-sin espacio',
  '- ',
  '1. Moto',
  '[malo](javascript:alert(1))',
  '[malo](//otro.test)',
  '[sin dirección]',
  'http://ejemplo.com',
  'https://localhost',
  'https://u:c@ejemplo.com',
])('«%s» has no marks', (text) => {
  expect(htmlOf(text)).toBe(`<p>${text}</p>`)
})

test.each([
  ['Doble cabina.<br />Cero kilómetro.<br /><br />Con placas.', 'Doble cabina.\nCero kilómetro.\n\nCon placas.'],
  ['<p><em>Una </em><strong><em>moto</em></strong><br />nueva</p>', '_Una_ *_moto_*\nnueva'],
  ['<b>Moto</b> <i>nueva</i><ul><li>casco</li></ul>', '*Moto* _nueva_\n\n- casco'],
  ['<p>Ca<strong>mio</strong>neta</p>', 'C\\a*mio*\\neta'],
  ['<p>*no* - _no_ 2 * 3 a_b</p><p>- no</p>', '\\*no\\* - \\_no\\_ 2 * 3 a_b\n\n\\- no'],
  [
    `<p>${link('https://ejemplo.com/a', 'ejemplo.com/a')} ${link('https://ejemplo.com', 'https://ejemplo.com')}</p>`,
    '[ejemplo.com/a](https://ejemplo.com/a) https://ejemplo.com',
  ],
  [`<p>${link('http://viejo.test/(a) b', '[aquí]')}</p>`, '[\\[aquí\\]](http://viejo.test/\\(a\\)\\ b)'],
  ['<p>https://ejemplo.com sin enlace</p>', '\\https://ejemplo.com sin enlace'],
])('%s comes back as %s', (html, text) => {
  expect(marksOf(html)).toBe(text)
  expect(look(htmlOf(text))).toEqual(look(html))
})

test.each([
  ['<h3>El premio</h3><p>Moto</p>', '*El premio*\n\nMoto'],
  ['<p>Es <u>nueva</u></p>', 'Es nueva'],
  ['<ol><li>Moto</li><li>Casco</li></ol>', '- Moto\n- Casco'],
  ['<ul><li>Moto<ul><li>roja</li></ul></li></ul>', '- Moto\n\n- roja'],
  ['<ul><li>Moto<br />roja</li></ul>', '- Moto\nroja'],
  ['<p>Moto <', 'Moto <'],
])('%s is more than marks can say: %s', (html, text) => {
  expect(marksOf(html)).toBe(text)
})

/** Each letter with all that a browser does to it; how lines and blanks are written does not matter. */
function look(html: string): string[] {
  let open: string[] = []
  let apart = ''
  const seen: string[] = []
  for (const [token, end, name = '', href] of html.matchAll(/<(\/?)(\w+)(?: href="([^"]*)")?[^>]*>|[\s\S]/gu)) {
    const tag = { b: 'strong', i: 'em' }[name] ?? name
    if (/[\r\n]/.test(token) || ['p', 'br', 'ul', 'li'].includes(name)) apart = 'apart'
    else if (name === '' && /\S/.test(token)) {
      seen.push(`${seen.length > 0 ? apart : ''} ${token} ${[...new Set(open)].sort()}`)
      apart = ''
    }
    if (['', 'p', 'br'].includes(name)) continue
    if (end === '') open.push(`${tag} ${href}`)
    else
      open = open.toSpliced(
        open.findLastIndex((one) => one.startsWith(`${tag} `)),
        1,
      )
  }
  return seen
}

const letters = fc.string({
  minLength: 1,
  maxLength: 8,
  unit: fc.constantFrom(...'aé *_\\[]()<>&"\'-.1ñ\u00a0🏍', 'https://a.test'),
})
const wrapped = fc
  .tuple(
    letters,
    fc.subarray(['strong', 'em', 'b', 'i', 'a']),
    fc.constantFrom('https://a.test/?b=(1)&amp;c', 'mailto:a@a.test', 'http://a.test/\\'),
  )
  .map(([words, tags, href]) =>
    tags.reduce(
      (inside, tag) => (tag === 'a' ? link(href, inside) : `<${tag}>${inside}</${tag}>`),
      words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ),
  )
const inline = fc.array(wrapped, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
const block = fc.oneof(
  fc.array(inline, { minLength: 1, maxLength: 3 }).map((lines) => `<p>${lines.join('<br />')}</p>`),
  fc
    .array(inline, { minLength: 1, maxLength: 3 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
)

test('any mix of bold, italic, links, lines and lists comes back', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      const html = blocks.join('')
      expect(look(htmlOf(marksOf(html)))).toEqual(look(html))
    }),
    { numRuns: 500 },
  )
})

const SIGNS = '*_[)\\\n\r a🏍"\'&<>\u2028\u0000'
const PIECES = '](|- |&lt;|&#60;|https://a.test|javascript:alert(1)|https:"onclick=x()|<script>x()</script>'.split('|')
const TAGS = '<a href="|<p>|<u>|<li>|<ol>|<h3>|<!--|-->'.split('|')
const HOSTILE = [...SIGNS, ...PIECES, ...TAGS, '\ud800']
const hostile = fc.string({ maxLength: 30, unit: fc.constantFrom(...HOSTILE) })

test('any typed text is kept as HTML by the server to the letter, and comes back', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (typed) => {
      const html = htmlOf(typed)
      expect(await sanitiseDescription(html)).toBe(html)
      expect(htmlOf(marksOf(html))).toBe(html)
    }),
    { numRuns: 500 },
  )
})

test.each(['*a ', '[a](b', '[', '_*', '\\', 'https://', '- a\n', '<'])('%j four thousand times comes back', (piece) => {
  const html = htmlOf(piece.repeat(4_000))
  expect(htmlOf(marksOf(html))).toBe(html)
})
