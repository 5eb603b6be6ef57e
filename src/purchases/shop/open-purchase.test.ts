import { beforeEach, expect, test } from 'vitest'
import { keep, OWN_DATA } from './form/draft.ts'
import { hasLeftPurchase } from './open-purchase.ts'

/** A browser's storage. */
class Kept {
  readonly [name: string]: unknown
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(this[name]) : null
  }
  setItem(name: string, text: string): void {
    Object.assign(this, { [name]: text })
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name)
  }
}

beforeEach(() => {
  Object.assign(globalThis, { localStorage: new Kept(), sessionStorage: new Kept() })
})

const LATER = Date.now() + 600_000

test('a tab that was killed leaves only the document of the person whose data this phone keeps', () => {
  localStorage.setItem(OWN_DATA, JSON.stringify({ nombre: 'Ana', prefijo: 'V', cedula: '11111111' }))
  const draft = { nombre: 'Berta', prefijo: 'V', cedula: '22222222', pagador_cedula: 'V33333333' } as const
  keep(1, { hold: 'one', until: LATER, draft })
  expect(localStorage.getItem('compra:1')).toContain('Berta')
  expect(localStorage.getItem('compra:1')).not.toMatch(/22222222|33333333/)
  keep(1, { draft: { ...draft, cedula: '11111111' } })
  expect(localStorage.getItem('compra:1')).toContain('11111111')
})

test('a proof that outlived its hold is deleted whatever raffle is opened', () => {
  localStorage.setItem('compra:1', JSON.stringify({ hold: 'one', until: 1, draft: { nombre: 'Ana' } }))
  localStorage.setItem('compra:2', JSON.stringify({ hold: 'two', until: LATER }))
  localStorage.setItem('theme', 'light')
  expect(hasLeftPurchase(3)).toBe(false)
  expect(Object.keys(localStorage)).toEqual(['compra:2', 'theme'])
  expect(hasLeftPurchase(2)).toBe(true)
})
