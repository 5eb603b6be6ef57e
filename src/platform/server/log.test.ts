import { expect, it } from 'vitest'
import { createLog, describeFailure } from './log.ts'

function capture(): { lines: string[]; log: ReturnType<typeof createLog> } {
  const lines: string[] = []
  return { lines, log: createLog('debug', { write: (line) => void lines.push(line) }) }
}

it('writes the listed fields as one line of JSON', () => {
  const { lines, log } = capture()
  log.info({ route: '/api/rifas/participante/cedula/:cedula', status: 200 }, 'request')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    route: '/api/rifas/participante/cedula/:cedula',
    status: 200,
    msg: 'request',
  })
})

it('drops every other field, whatever a caller passes', () => {
  const { lines, log } = capture()
  const careless = {
    status: 200,
    cedula: 'V12345678',
    correo: 'a@example.com',
    body: { nombre: 'Ana' },
    err: new Error('V12345678'),
  }
  for (const write of [log.info, log.warn, log.error]) write(careless as { status: number }, 'x')
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toMatch(/V12345678|example\.com|Ana/)
})

it('describes an unexpected error by its class, code and place, never by its message', () => {
  const error = Object.assign(new TypeError('duplicate key (cedula)=(V12345678)\nsecond line V12345678'), {
    code: '23505',
  })
  const text = describeFailure(error)
  expect(text).toContain('TypeError 23505')
  expect(text).toContain('log.test.ts')
  expect(text).not.toContain('V12345678')
  expect(describeFailure('V12345678')).toBe('string')
})
