import { expect, test } from 'vitest'
import { siteChanges } from './contract.ts'
import { whatsappAddress } from './whatsapp.ts'

const read = (whatsapp: string) => siteChanges.safeParse({ whatsapp }).data?.whatsapp

test.each([
  '0412-5550101',
  '0412 555 01 01',
  '(0412) 555.01.01',
  '412 5550101',
  '+58 412-5550101',
  '+58 (412) 555-01-01',
  '+58 0412 5550101',
  '+58 (0)412 5550101',
  '00584125550101',
  '\u202a+58 412-5550101\u202c',
  'https://wa.me/584125550101',
  'wa.me/+584125550101?text=Hola%201',
  'https://api.whatsapp.com/send?phone=584125550101&text=Hola',
  'https://api.whatsapp.com/send/?phone=%2B584125550101',
])('%s is that number', (text) => expect(read(text)).toBe('584125550101'))

test.each(['0412', 'escríbeme', 'https://wa.me/message/ABCDEFGH1', '0412-5550101 / 0414-5550102'])(
  '%s is none',
  (text) => expect(read(text)).toBeUndefined(),
)

test('one that was kept as it was typed leads to the same chat, and an empty one to none', () => {
  const link = (whatsapp: string) => whatsappAddress({ nombre: 'Rifas', whatsapp, whatsapp_texto: 'Hola' })
  for (const typed of ['0412-5550101', '+58 412-555.01.01', '0058 412 5550101'])
    expect(link(typed)).toBe('https://wa.me/584125550101?text=Hola%20Rifas')
  expect(link('')).toBe(null)
})

test('another country keeps its code, and an empty number stays empty', () => {
  expect(read('+1 786 555 0101')).toBe('17865550101')
  expect(read('')).toBe('')
})
