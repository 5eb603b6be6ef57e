import { expect, test } from 'vitest'
import { findNumber } from './find-number.ts'

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

test('finds the number, by the very SHA-256 of the server', async () => {
  for (const [sal, number] of [
    ['a', 0],
    ['abcdefghijklmnopqrstuv', 1],
    ['ABCDEFGHIJ-_0123456789', 4_211],
    // The longest that fits: 22 characters, a full stop and ten digits are 33 of 55.
    ['x'.repeat(50), 999],
  ] as const) {
    expect(findNumber(sal, await sha256(`${sal}.${number}`), 0, number + 1)).toBe(number)
  }
})

test('says when there is none between, and looks at no others', async () => {
  const huella = await sha256('sal.500')
  expect(findNumber('sal', huella, 0, 500)).toBe(-1)
  expect(findNumber('sal', huella, 500, 501)).toBe(500)
  expect(findNumber('sal', huella, 501, 600)).toBe(-1)
  expect(findNumber('sal', await sha256('other.1'), 0, 600)).toBe(-1)
})
