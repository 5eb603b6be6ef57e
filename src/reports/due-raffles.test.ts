import { expect, test } from 'vitest'
import type { CalendarDate } from '#platform/clock.ts'
import { dueOf, type GoingRaffle } from './due-raffles.ts'

const TODAY = '2026-11-30' as CalendarDate

const FREE = { libres: 100, apartados: 0, en_revision: 0, confirmados: 0, en_espera: 0, elegidos: false }

type Changes = Partial<Omit<GoingRaffle, 'ventas'>> & { ventas?: Partial<GoingRaffle['ventas']> }

function titled(changes: Changes): string | null {
  const raffle: GoingRaffle = {
    titulo: 'Moto',
    estado: 'publicada',
    fecha: '',
    total_numeros: 100,
    de_pocos: 0,
    tope_sin_verificar: null,
    ...changes,
    ventas: { ...FREE, ...changes.ventas },
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
  expect(titled({ ventas: { libres: 0, apartados: 0, en_revision: 5, confirmados: 95 } })).toBe('nada: Se agotó')
  expect(titled({ ventas: { libres: 0, apartados: 0, en_revision: 0 } })).toBe('aviso: Se agotó')
})

test('a raffle that fills up unverified asks for a limit, unless it has one or confirmations keep pace', () => {
  const flood = { libres: 60, en_revision: 30, confirmados: 10 }
  expect(titled({ ventas: flood })).toBe('aviso: Mucho sin confirmar')
  expect(titled({ ventas: { ...flood, en_revision: 29 } })).toBeNull()
  expect(titled({ ventas: { ...flood, confirmados: 30 } })).toBeNull()
  expect(titled({ ventas: flood, tope_sin_verificar: 40 })).toBeNull()
  expect(titled({ ventas: flood, estado: 'cerrada' })).toBe('aviso: Falta sortear')
  // Also when it is full: of fakes, as far as anybody knows.
  expect(titled({ ventas: { libres: 0, en_revision: 90, confirmados: 10 } })).toBe('aviso: Mucho sin confirmar')
})

test('many reports of few connections ask for a limit much sooner', () => {
  expect(titled({ de_pocos: 9, ventas: { libres: 91, en_revision: 9 } })).toBeNull()
  const few = { de_pocos: 10, ventas: { libres: 90, en_revision: 10 } }
  expect(titled(few)).toBe('aviso: Muchos reportes de pocas conexiones')
  expect(titled({ ...few, tope_sin_verificar: 30 })).toBeNull()
})

test('an invalid date gives no line', () => {
  expect(titled({ fecha: '0000-00-00' })).toBeNull()
})
