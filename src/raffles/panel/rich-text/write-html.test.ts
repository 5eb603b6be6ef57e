import fc from 'fast-check'
import { Node } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { sanitiseDescription } from '../../server/raffle-columns.ts'
import { descriptionSchema } from './description-schema.ts'
import { readLinkAddress } from './rich-text.tsx'
import { writeHtml } from './write-html.ts'

type Json = { type: string; attrs?: object; marks?: object[]; text?: string; content?: Json[] }

const doc = (...content: Json[]) => Node.fromJSON(descriptionSchema, { type: 'doc', content })
const text = (words: string, ...marks: object[]): Json => ({ type: 'text', text: words, marks })
const block = (type: string, ...content: Json[]): Json => ({ type, content })
const strong = { type: 'strong' }
const em = { type: 'em' }

test('marks are nested as they overlap, blocks as they stand', () => {
  const html = writeHtml(
    doc(
      { type: 'heading', attrs: { level: 3 }, content: [text('El premio')] },
      block(
        'paragraph',
        text('Una ', em),
        text('moto', strong, em),
        { type: 'hard_break' },
        text('nueva & "cero" <km>'),
      ),
      block('paragraph'),
      block(
        'bullet_list',
        block(
          'list_item',
          block('paragraph', text('Casco')),
          block('ordered_list', block('list_item', block('paragraph', text('uno')))),
        ),
      ),
    ),
  )
  expect(html).toBe(
    '<h3>El premio</h3><p><em>Una </em><strong><em>moto</em></strong><br />nueva &amp; "cero" &lt;km&gt;</p><ul><li>Casco<ol><li>uno</li></ol></li></ul>',
  )
  expect(sanitiseDescription(html)).toBe(html)
})

test('an empty text is empty', () => {
  expect(writeHtml(doc(block('paragraph'), block('paragraph')))).toBe('')
})

const words = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'aé <>&"\'\u00a0ñ;#=/ 0🏍') })
const href = fc.constantFrom(
  'https://ejemplo.test/a?b=1&c="2"',
  'mailto:a@ejemplo.test',
  'tel:+58414',
  "https://x.test/'<>",
)
const marks = fc
  .record({ link: fc.boolean(), strong: fc.boolean(), em: fc.boolean(), underline: fc.boolean(), href })
  .map((on) => [
    ...(on.link ? [{ type: 'link', attrs: { href: on.href } }] : []),
    ...(['strong', 'em', 'underline'] as const).filter((name) => on[name]).map((type) => ({ type })),
  ])
const inline = fc.array(
  fc.oneof(
    fc.tuple(words, marks).map(([said, on]) => text(said, ...on)),
    fc.constant<Json>({ type: 'hard_break' }),
  ),
  { maxLength: 5 },
)
const paragraph = inline.map((content) => block('paragraph', ...content))
const { list } = fc.letrec<{ list: Json; item: Json }>((tie) => ({
  list: fc
    .tuple(fc.constantFrom('bullet_list', 'ordered_list'), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
    .map(([type, items]) => block(type, ...items)),
  item: fc
    .tuple(paragraph, fc.array(fc.oneof({ maxDepth: 2 }, paragraph, tie('list')), { maxLength: 2 }))
    .map(([first, more]) => block('list_item', first, ...more)),
}))
const heading = fc
  .tuple(fc.constantFrom(3, 4), inline)
  .map(([level, content]): Json => ({ type: 'heading', attrs: { level }, content }))
const documents = fc.array(fc.oneof(paragraph, heading, list), { minLength: 1, maxLength: 5 })

test('whatever is written, the server keeps to the letter', () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      const html = writeHtml(doc(...blocks))
      expect(sanitiseDescription(html)).toBe(html)
    }),
    { numRuns: 400 },
  )
})

test.each([
  ['ejemplo.com', 'https://ejemplo.com/'],
  [' https://ejemplo.com/a b ', 'https://ejemplo.com/a%20b'],
  ['//ejemplo.com', 'https://ejemplo.com/'],
  ['wa.me/584141234567', 'https://wa.me/584141234567'],
  ['hola@ejemplo.com', 'mailto:hola@ejemplo.com'],
  ['tel:+584141234567', 'tel:+584141234567'],
])('%s leads to %s', (typed, href) => {
  expect(readLinkAddress(typed)).toEqual({ href })
})

test.each([
  '',
  'http://ejemplo.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'ejemplo',
  'https://u:c@ejemplo.com',
  'https://',
])('«%s» is no address of a link', (typed) => {
  expect(readLinkAddress(typed)).toHaveProperty('problem')
})
