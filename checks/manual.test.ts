import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MANUAL = 'docs/operating.md'
/** What stands in bold because it matters, and is no button. */
const SAID_LOUDLY = [
  'El respaldo lleva la llave y los comprobantes',
  'No copies con `cp -r` mientras vendes',
  'Si pierdes la máquina',
]

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => readFileSync(file, 'utf8').replace(/\s+/g, ' '))
  .join('\n')

/** Controls, headings and messages that a text names, in «» or in bold with a capital; of `Cierre del …` what stands before. */
function namesIn(text: string): string[] {
  const named = [...text.matchAll(/«([^»]+)»|\*\*([A-ZÁÉÍÓÚ][^*]+)\*\*/g)].map((match) => match[1] ?? match[2] ?? '')
  return named.filter((name) => !SAID_LOUDLY.includes(name)).map((name) => (name.split('…')[0] ?? '').trim())
}

const unknown = (text: string) => namesIn(text).filter((name) => !sources.includes(name))

test('every control and message that the manual names is in the product', () => {
  expect(unknown(readFileSync(MANUAL, 'utf8'))).toEqual([])
})

test('control: a button that no screen has is named', () => {
  expect(unknown('Toca **Aprobar** y luego **Aprobar con cariño**. Verás «Ya puedes vender barato».')).toEqual([
    'Aprobar con cariño',
    'Ya puedes vender barato',
  ])
})

test('every picture in docs is shown by a document, and every one that is shown is there', () => {
  const shown = new Set(
    globSync(['*.md', 'docs/**/*.md']).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/screenshots\/([\w.-]+)/g)].map((match) => match[1]),
    ),
  )
  const kept = globSync('docs/screenshots/*').map((file) => file.split('/').pop())
  expect([...shown].sort()).toEqual([...kept].sort())
})
