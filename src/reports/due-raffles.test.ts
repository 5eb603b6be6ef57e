import { expect, test } from 'vitest'
import type { CalendarDate } from '#platform/clock.ts'
import { dueOf, type GoingRaffle } from './due-raffles.ts'

const TODAY = '2026-11-30' as CalendarDate

function titled(changes: Partial<GoingRaffle>): string | null {
  const raffle: GoingRaffle = {
    titulo: 'Moto',
    estado: 'publicada',
    fecha: '',
    ventas: { libres: 10, apartados: 0, en_revision: 0 },
    ...changes,
  }
  const due = dueOf(raffle, TODAY)
  return due && `${due.tono}: ${due.titulo}`
}

test('a raffle speaks when its draw is near, over or owed, when it is sold out, and when it is paused', () => {
  expect(titled({})).toBeNull()
  expect(titled({ fecha: '2026-12-08' })).toBeNull()
  expect(titled({ fecha: '2026-12-07' })).toBe('nada: Sorteo en 7 días')
  expect(titled({ fecha: '2026-12-01' })).toBe('aviso: Sorteo mañana')
  expect(titled({ fecha: '2026-11-30' })).toBe('aviso: Sorteo hoy')
  expect(titled({ fecha: '2026-11-29' })).toBe('aviso: Pasó la fecha del sorteo')
  expect(titled({ estado: 'cerrada', fecha: '2026-11-29' })).toBe('aviso: Falta sortear')
  expect(titled({ estado: 'cerrada' })).toBe('aviso: Falta sortear')
  expect(titled({ estado: 'cerrada', fecha: '2026-12-02' })).toBe('nada: Sorteo en 2 días')
  expect(titled({ estado: 'pausada' })).toBe('aviso: En pausa')
  expect(titled({ estado: 'borrador', fecha: '2026-11-30' })).toBeNull()
})

test('sold out is only over when nobody holds a ticket, and payments in review come first', () => {
  expect(titled({ ventas: { libres: 0, apartados: 2, en_revision: 0 } })).toBeNull()
  expect(titled({ ventas: { libres: 0, apartados: 0, en_revision: 5 } })).toBe('nada: Se agotó')
  expect(titled({ ventas: { libres: 0, apartados: 0, en_revision: 0 } })).toBe('aviso: Se agotó')
})

test('a date that is none says nothing', () => {
  expect(titled({ fecha: '0000-00-00' })).toBeNull()
})
