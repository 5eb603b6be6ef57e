import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foreignContacts } from './foreign-contacts.ts'

const OWN = [
  'https://rifas.ejemplo.com',
  'wa.me/584145550101',
  '584145550101',
  'https://www.instagram.com/rifas.laceiba',
  'J-40123456-7',
  '0400-1234567',
  'V-00.123.456',
  '01020123456789012345',
  'pagos@ejemplo.com',
  'María Rodríguez',
  'Inversiones Ejemplo, C.A.',
]

/** One a line, under the headings of their kinds; `⏎` is a line's end in it. */
function readTexts(file: string): [kind: string, texts: string[]][] {
  const kinds = readFileSync(join(import.meta.dirname, 'server/testing', file), 'utf8').split(/^# /m)
  return kinds.map((kind) => {
    const [heading = '', ...lines] = kind.trimEnd().split('\n')
    return [heading, lines.map((line) => line.replaceAll('⏎', '\n'))]
  })
}

const [, ...EVIL] = readTexts('texts-of-others.txt')
const [[, HARMLESS] = ['', []]] = readTexts('harmless-texts.txt').map(
  ([first, more]) => ['', [first, ...more]] as const,
)

test.each(EVIL)('texts that send money elsewhere are seen, all of them: %s', (_, texts) => {
  expect(texts.length).toBeGreaterThan(4)
  expect(texts.filter((text) => foreignContacts(text, OWN).length === 0)).toEqual([])
})

test('of harmless texts, as operators write them, none is held up', () => {
  expect(HARMLESS.length).toBeGreaterThan(250)
  expect(HARMLESS.filter((text) => foreignContacts(text, OWN).length > 0)).toEqual([])
})

test('all of them in one description are none either', () => {
  expect(foreignContacts(HARMLESS.join('.\n'), OWN)).toEqual([])
})

test('wherever one of them stands in a long text, it is seen', () => {
  const filler = 'Compra tus boletos y participa con nosotros en esta gran rifa. '
  const texts = EVIL.flatMap(([, each]) => each).filter((_, at) => at % 9 === 0)
  expect(texts.length).toBeGreaterThan(40)
  const passes = texts.filter((text, at) => {
    const before = filler.repeat(40).slice(0, 1_150 + 9 * at)
    return foreignContacts(`${before}\n${text}\n${filler.repeat(40)}`, OWN).length === 0
  })
  expect(passes).toEqual([])
})

test('of several it names those of others alone', () => {
  expect(foreignContacts('0400-1234567 o 0412-5550001, pagos@ejemplo.com', OWN)).toEqual(['0412-5550001'])
})

test('without the house’s own data its accounts are somebody else’s', () => {
  const ours = HARMLESS.filter((text) => /0400|@ejemplo|0102-|Rodríguez/.test(text))
  expect(ours.length).toBeGreaterThan(5)
  expect(ours.filter((text) => foreignContacts(text, []).length === 0)).toEqual([])
})

test.each(['0 4 1 ', 'zelle ', 'paga a ', ' ', '\n', 'a.', '@', 'quinientos', 'a1b2 c3d ', 'titular: de ', 'cuenta '])(
  'a long text of «%s» is read to its end',
  (piece) => {
    expect(foreignContacts(piece.repeat(20_000 / piece.length), OWN).length).toBeLessThan(20_000)
  },
)
