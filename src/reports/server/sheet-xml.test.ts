import { expect, test } from 'vitest'
import { sheetRow } from './sheet-xml.ts'

const written = (texto: string) =>
  /<t [^>]*>(.*)<\/t>/s.exec(sheetRow([{ titulo: 'x', ancho: 1, cell: () => ({ texto }) }], null))?.[1]

test('a text that is too long for a cell is cut, one that just fits is whole', () => {
  expect(written('a'.repeat(32_767))).toBe('a'.repeat(32_767))
  expect(written('a'.repeat(40_000))).toBe(`${'a'.repeat(32_766)}…`)
  expect(written(`${'a'.repeat(32_765)}😀😀`)).toHaveLength(32_767)
})
