import { expect, test } from 'vitest'
import { spanText } from './check.ts'
import { judgeCertificate } from './checks/certificate.ts'
import { judgeMemory } from './checks/memory.ts'

const DAY = 86_400_000
const MB = 1024 ** 2

test('a certificate is told two weeks before it ends, and at once when browsers do not believe it', () => {
  const level = (left: number, trouble: string | null = null) => judgeCertificate({ ends: left, trouble }, 0).nivel
  expect([30, 13, 2, -1].map((days) => level(days * DAY))).toEqual(['bien', 'atento', 'grave', 'grave'])
  expect(level(30 * DAY, 'CERT_HAS_EXPIRED')).toBe('grave')
  expect(judgeCertificate(null, 0).nivel).toBe('bien')
})

test('memory is told when the machine is small, and before the system ends the process', () => {
  const level = (used: number, limit: number) => judgeMemory(used * MB, limit * MB).nivel
  expect([level(200, 1_000), level(200, 512), level(950, 1_000)]).toEqual(['bien', 'atento', 'grave'])
})

test('a span is told in its largest unit', () => {
  expect([1_000, 90_000, 7_200_000, 2 * DAY].map(spanText)).toEqual(['1 segundo', '2 minutos', '2 horas', '2 días'])
})
