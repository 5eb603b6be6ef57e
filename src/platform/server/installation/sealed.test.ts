import { expect, test } from 'vitest'
import { keysFrom } from './keys.ts'
import { SealError, seal, unseal } from './sealed.ts'

const keys = keysFrom(Buffer.alloc(32, 7))

test('a sealed value opens with its key and in its place, and is never the same twice', () => {
  const sealed = seal(keys, 'operators.totp 1', 'JBSWY3DPEHPK3PXP ñ')
  expect(sealed).toMatch(/^s1\.[\w-]+$/)
  expect(unseal(keys, 'operators.totp 1', sealed)).toBe('JBSWY3DPEHPK3PXP ñ')
  expect(seal(keys, 'operators.totp 1', 'JBSWY3DPEHPK3PXP ñ')).not.toBe(sealed)
})

test('it opens in no other place, with no other key, and with no bit changed', () => {
  const sealed = seal(keys, 'a 1', 'secreto')
  expect(() => unseal(keys, 'a 2', sealed)).toThrow(SealError)
  expect(() => unseal(keysFrom(Buffer.alloc(32, 8)), 'a 1', sealed)).toThrow(SealError)
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => unseal(keys, 'a 1', `s1.${changed.toString('base64url')}`)).toThrow(SealError)
  }
})

test('a clear text is no sealed one', () => {
  for (const text of ['', 'JBSWY3DPEHPK3PXP', 's1.', 's1.AAAA', `s1.${'A'.repeat(40)}`]) {
    expect(() => unseal(keys, 'a 1', text)).toThrow(SealError)
  }
})
