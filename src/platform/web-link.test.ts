import { expect, it } from 'vitest'
import { isWebLink, readAddress } from './web-link.ts'

it('takes the whole address of a page that anybody may open', () => {
  for (const text of [
    'https://loteria.com',
    'https://www.lotería.com.ve/resultados?dia=2026-12-21#moto',
    'HTTPS://Loteria.com:8443/',
    'https://xn--lotera-8va.xn--p1ai/',
  ]) {
    expect(isWebLink(text), text).toBe(true)
  }
  expect(isWebLink('http://loteria.com', ['https:', 'http:'])).toBe(true)
})

it('refuses links that no browser opens, and those that another finds somewhere else', () => {
  for (const text of [
    '',
    'loteria.com',
    'http://loteria.com',
    'https://',
    'https:loteria.com',
    'https://…',
    'https://[',
    'https://:',
    'https://-',
    'https://.',
    'https://%zz',
    'https://a..b/',
    'https://xn--/',
    'https://999.1.1.1',
    'https://10.0.0.1/',
    'https://1.2.3.4.5/x',
    'https://[::1]/',
    'https://a:99999/',
    'https://loteria.com:99999/',
    'https://localhost/',
    'https://caja.local/',
    'https://\u00ad/',
    'https://loteria.com@otra.com/',
    'https://loteria\\.com/',
    'https://loteria.com/ una',
    'https://loteria.com/\u202egnp.exe',
    `https://${'a'.repeat(64)}.com`,
  ]) {
    expect(isWebLink(text), text).toBe(false)
  }
})

it('an invalid address is read as none, and not thrown', () => {
  expect(readAddress('https://%zz')).toBeNull()
  expect(readAddress('https://loteria.com/a')?.host).toBe('loteria.com')
})
