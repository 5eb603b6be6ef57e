import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REFUSALS } from '../src/platform/errors.ts'

/** Made by the handler of what is no refusal. */
const MASKED = 'ERROR_INTERNO'

const documented = readFileSync('docs/errors.md', 'utf8')
const rows = [...documented.matchAll(/^\| `([A-Z_]+)` \| (\dxx|[\d, ]+) \|/gm)].map(([, code = '', status = '']) => ({
  code,
  status,
}))

test('docs/errors.md lists every refusal of the catalogue, in a table once and with its status', () => {
  expect(Object.keys(REFUSALS).length).toBeGreaterThan(140)
  expect(Object.keys(REFUSALS).filter((code) => !documented.includes(`\`${code}\``))).toEqual([])
  const known = new Map<string, readonly [number, ...unknown[]]>(Object.entries(REFUSALS))
  for (const [at, { code, status }] of rows.entries()) {
    if (code === MASKED) continue
    expect(status.replace('4xx', '400'), code).toContain(String(known.get(code)?.[0]))
    expect(
      rows.findIndex((row) => row.code === code),
      `${code} stands twice`,
    ).toBe(at)
  }
})

test('every refusal is made from the catalogue, or repeats another one', () => {
  const again = [
    'src/house/server/backups/download.ts',
    'src/house/server/settings/change-setting.ts',
    'src/platform/errors.ts',
    'src/tickets/server/hold/take-hold.ts',
  ]
  const sources = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  expect(sources.filter((path) => readFileSync(path, 'utf8').includes('new AppError(')).sort()).toEqual(again)
})
