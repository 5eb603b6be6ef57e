import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '#app/cli/commands.ts'

const MANUAL = ['docs/operating.md', 'docs/banks.md', 'docs/server.md']
/** Bold warnings, which are no buttons. */
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
  expect(MANUAL.flatMap((file) => unknown(readFileSync(file, 'utf8')))).toEqual([])
})

test('control: a button that no screen has is named', () => {
  expect(unknown('Toca **Aprobar** y luego **Aprobar con cariño**. Verás «Ya puedes vender barato».')).toEqual([
    'Aprobar con cariño',
    'Ya puedes vender barato',
  ])
})

const VARIABLES = '(?:[A-Z][A-Z0-9_]*=\\S* +)*'
/** Text for a terminal: fenced as `sh`, indented, or within a sentence. */
const PRINTED = [
  /^```sh\n([\s\S]*?)^```/gm,
  new RegExp(`^ {4}(${VARIABLES}(?:npm|node|tombola|echo|curl)\\b.*)$`, 'gm'),
  new RegExp(`\`(${VARIABLES}npm (?:ci|start|run|i)\\b[^\`]*)\``, 'g'),
]
const commandsIn = (text: string) => PRINTED.flatMap((form) => [...text.matchAll(form)].map(([, typed]) => typed ?? ''))

/** Parts that do not run as printed: variables that reach only the installation, or unknown scripts and commands. */
function misprinted(typed: string): string[] {
  const parts = typed.split(/\n|&&|;|\|/).map((part) => part.trim())
  const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts)
  return [
    ...parts.filter((part) => /^(?:[A-Z][A-Z0-9_]*=\S* +)+(?:npm (?:ci|i|install)|cd|git)\b/.test(part)),
    ...parts.filter((part) => {
      const [, script, order] = /npm run (?:-s |--silent )?([\w-]+)(?: -- (.*))?/.exec(part) ?? []
      if (script === undefined) return false
      if (script !== 'tombola' || order === undefined) return !scripts.includes(script)
      return (
        !order.startsWith('-') &&
        !order.startsWith('…') &&
        !commands.some(({ name }) => `${order} `.startsWith(`${name} `))
      )
    }),
  ]
}

/** Errors that a shell finds by reading alone. */
const complaint = (typed: string) => spawnSync('bash', ['-n'], { input: typed, encoding: 'utf8' }).stderr

test('every command that a document prints exists, and every variable has a reader', () => {
  const printed = globSync(['*.md', 'docs/*.md', 'deploy/*.md']).flatMap((file) =>
    commandsIn(readFileSync(file, 'utf8')).map((typed) => ({ file, typed })),
  )
  expect(printed.length).toBeGreaterThan(60)
  expect(printed.filter(({ typed }) => misprinted(typed).length > 0)).toEqual([])
  expect(complaint(printed.map(({ typed }) => typed).join('\n'))).toBe('')
})

test('control: variables of an installation that a server never sees, half a command, and an unknown one', () => {
  const text = 'In `npm run nada`:\n\n    PUBLIC_URL=… SMTP_URL=… npm ci && npm start\n    npm run tombola -- nada\n'
  expect(commandsIn(text).map((typed) => misprinted(typed).length)).toEqual([1, 1, 1])
  expect(misprinted('npm ci && PUBLIC_URL=… npm start')).toEqual([])
  expect(complaint('echo "x | npm start')).toContain('unexpected')
})

test('every picture in docs is shown by a document, and every one that is shown is there', () => {
  const shown = new Set(
    globSync(['*.md', 'docs/**/*.md']).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/((?:screenshots|drawings)\/[\w.-]+)/g)].map((match) => match[1]),
    ),
  )
  const kept = globSync('docs/{screenshots,drawings}/*').map((file) => file.replace('docs/', ''))
  expect([...shown].sort()).toEqual([...kept].sort())
})
