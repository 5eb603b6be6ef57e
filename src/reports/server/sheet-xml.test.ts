import { expect, test } from 'vitest'
import { STYLES, sheetRow } from './sheet-xml.ts'

const written = (texto: string) =>
  /<t [^>]*>(.*)<\/t>/s.exec(sheetRow([{ titulo: 'x', ancho: 1, cell: () => ({ texto }) }], null))?.[1]

test('a text that is too long for a cell is cut, one that just fits is whole', () => {
  expect(written('a'.repeat(32_767))).toBe('a'.repeat(32_767))
  expect(written('a'.repeat(40_000))).toBe(`${'a'.repeat(32_766)}…`)
  expect(written(`${'a'.repeat(32_765)}😀😀`)).toHaveLength(32_767)
})

test('a text stays a text when somebody edits its cell: no formula comes to life there', () => {
  const row = sheetRow([{ titulo: 'x', ancho: 1, cell: () => ({ texto: '=1+1' }) }], null)
  const [, style] = /^<row><c s="(\d)" t="inlineStr">/.exec(row) ?? []
  const formats = STYLES.slice(STYLES.indexOf('<cellXfs')).match(/<xf [^>]*>/g)
  expect(formats?.[Number(style)]).toContain('quotePrefix="1"')
})
