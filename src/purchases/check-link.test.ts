import { expect, test } from 'vitest'
import { checkLink, isCutLink, readCheckLink } from './check-link.ts'

const [regla, lista] = ['ab'.repeat(32), '0c'.repeat(32)]
const all = { numeros: ['0042', '0777'], codigo: '23456789BCDF', regla, lista, pasos: 'ef'.repeat(32) }
const fragmentOf = (link: string) => link.slice(link.indexOf('#'))

test('a link carries the content of the mail, and nothing of it in the part of the address that servers see', () => {
  const link = checkLink(7, all)
  expect(link.split('#')[0]).toBe('/rifa/7/verificar')
  expect(readCheckLink(fragmentOf(link))).toEqual(all)
  const little = { numeros: [], codigo: '23456789BCDF', regla: null, lista: null, pasos: null }
  expect(readCheckLink(fragmentOf(checkLink(7, little)))).toEqual(little)
})

test('of many numbers none is left out', () => {
  const numeros = Array.from({ length: 150 }, (_, at) => String(at).padStart(3, '0'))
  expect(readCheckLink(fragmentOf(checkLink(7, { ...all, numeros }))).numeros).toEqual(numeros)
  const tooMany = Array.from({ length: 1_001 }, (_, at) => String(at).padStart(4, '0'))
  expect(readCheckLink(fragmentOf(checkLink(7, { ...all, numeros: tooMany }))).numeros).toEqual([])
})

test.each(['.', ').', '>', ',', '%20'])('%j behind it changes nothing', (behind) => {
  expect(readCheckLink(fragmentOf(checkLink(7, all)) + behind)).toEqual(all)
  expect(readCheckLink(fragmentOf(checkLink(7, { ...all, lista: null, pasos: null })) + behind)).toEqual({
    ...all,
    lista: null,
    pasos: null,
  })
})

test.each(['', '#', '#n=', '#n=x&c=no&r=12&l=zz', `#r=${regla}0`, '#c=23456789BCDFG'])(
  '%j holds nothing',
  (fragment) => {
    expect(readCheckLink(fragment)).toEqual({ numeros: [], codigo: null, regla: null, lista: null, pasos: null })
  },
)

test('a link that lost its end says so, wherever its content was cut, and a whole one does not', () => {
  const fragment = fragmentOf(checkLink(7, all))
  expect(isCutLink(fragment)).toBe(false)
  expect(isCutLink(fragmentOf(checkLink(7, { ...all, lista: null, pasos: null })))).toBe(false)
  expect([isCutLink(''), isCutLink('#')]).toEqual([false, false])
  const code = fragment.indexOf('&c=')
  // A loss between two of them does not show, but after the code of a mail there is always its rule.
  const whole = [fragment.indexOf('&l='), fragment.indexOf('&p='), fragment.length]
  for (let end = code; end < fragment.length; end++) {
    expect(isCutLink(fragment.slice(0, end)), fragment.slice(0, end)).toBe(end !== code && !whole.includes(end))
  }
})

test('a link whose signs a mail program changed says the same', () => {
  const claims = { numeros: ['017', '112'], codigo: 'BKWP279RKH45', regla: 'ab'.repeat(32), lista: 'c1'.repeat(32) }
  const fragment = checkLink(7, claims).replace(/^[^#]*/, '')
  const read = readCheckLink(fragment)
  expect(read.codigo).toBe(claims.codigo)
  expect(readCheckLink(fragment.replaceAll('=', '%3D').replaceAll('&', '%26'))).toEqual(read)
  expect(readCheckLink(fragment.toUpperCase())).toEqual(read)
})
