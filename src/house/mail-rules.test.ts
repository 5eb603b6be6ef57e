import { expect, test } from 'vitest'
import { mailProblems } from './mail-rules.ts'

const problemsOf = (servidor: string) =>
  Object.keys(
    mailProblems({ servidor, puerto: 2525, seguridad: 'ninguna', usuario: '', clave: '', remitente: '', nombre: '' }),
  )

test.each([
  'localhost',
  'Relay-2',
  'smtp.oficina.internal',
  '127.0.0.1',
  '10.0.0.8',
  '192.168.1.20',
  '::1',
  '[::1]',
  'fd00::8',
])('without encryption a host of the house is spoken to: %s', (servidor) => {
  expect(problemsOf(servidor)).toEqual([])
})

test.each([
  'smtp.ejemplo.com',
  '10.evil.com',
  '127.0.0.1.evil.com',
  '134744072',
  '0x08080808',
  '10.1',
  '010.8.8.8',
  '8.8.8.8',
  '172.32.0.1',
  '2001:db8::1',
  'fc00.evil.com',
])('without encryption no other host is spoken to, however it is written: %s', (servidor) => {
  expect(problemsOf(servidor)).toEqual(['seguridad'])
})
