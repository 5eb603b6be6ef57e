import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { spanText } from './check.ts'
import { judgeCertificate } from './checks/certificate.ts'
import { judgeSources } from './checks/outside.ts'

const DAY = 86_400_000

test('a certificate is told two weeks before it ends, and immediately when browsers do not believe it; so is an address where nobody answers', () => {
  const level = (left: number, trouble: string | null = null) => judgeCertificate({ ends: left, trouble }, 0).nivel
  expect([30, 13, 2, -1].map((days) => level(days * DAY))).toEqual(['bien', 'atento', 'grave', 'grave'])
  expect(level(30 * DAY, 'CERT_HAS_EXPIRED')).toBe('grave')
  expect(judgeCertificate(null, 0)).toMatchObject({
    nivel: 'atento',
    texto: expect.stringContaining('no responde nadie'),
  })
})

test('a span is shown in its largest unit', () => {
  expect([1_000, 90_000, 7_200_000, 2 * DAY].map(spanText)).toEqual(['1 segundo', '2 minutos', '2 horas', '2 días'])
})

test("a bank's key is reported three weeks before it ends, and when the bank refuses it", () => {
  const at = Date.parse('2026-11-23T12:00:00-04:00') as Instant
  const source = { nombre: 'Bancamiga', activa: true, causa: null, ajustes: { vence: '2026-12-13' } } as const
  const said = (more: object) => judgeSources([{ ...source, ...more }], at)
  expect(said({}).texto).toBe('La clave de «Bancamiga» vence en 19 días. Después no se lee qué dinero llegó.')
  expect(said({ ajustes: { vence: '2026-11-23' } }).texto).toContain('venció')
  expect(said({ causa: 'credencial' }).texto).toContain('no acepta la clave de')
  const addressed = said({ causa: 'credencial', ajustes: { direccion: 'https://banco.test' } })
  expect(addressed.texto).toContain('no acepta la clave o la dirección de')
  expect(addressed.que_hacer).toMatch(/^Compara la dirección/)
  for (const one of [{ ajustes: { vence: '2026-12-20' } }, { ajustes: {} }, { activa: false, causa: 'credencial' }])
    expect(said(one).nivel).toBe('bien')
})
