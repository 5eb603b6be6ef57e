import { expect, test } from 'vitest'
import type { ReviewQueue } from '../contract.ts'
import { queueItems, withoutItem } from './queue/queue.ts'
import { sayRejection } from './wording.ts'

test('the effect of rejecting fakes: a report that waits for tickets has none that come free', () => {
  const report = (cantidad_tickets: number, en_espera = false) => ({ cantidad_tickets, en_espera })
  expect(sayRejection([], 28)).toBe('Elige al menos uno.')
  expect(sayRejection([report(3), report(100, true)], 28)).toMatch(/^Se rechazan 2 de 28\. Sus 3 boletos quedan libres/)
  expect(sayRejection([report(1), report(100, true)], 28)).toMatch(/^Se rechazan 2 de 28\. Su boleto queda libre/)
  expect(sayRejection([report(100, true)], 28)).toMatch(
    /^Se rechaza 1 de 28\. Aún no tiene boletos: deja de esperarlos/,
  )
  expect(sayRejection([report(9, true), report(1, true)], 2)).toMatch(/^Se rechazan 2 de 2\. Aún no tienen boletos/)
})

test('a decided payment leaves the queue once, and the count with it', () => {
  const item = { id: 7, en_revision_desde: '2026-01-01T00:00:00Z' } as ReviewQueue['compras'][number]
  const other = { id: 8 } as ReviewQueue['compras'][number]
  const data = {
    pages: [{ compras: [item, other], total: 2, tarde: 1, sumas: [], rifas: [], metodos: [], siguiente: null }],
    pageParams: [''],
  }
  const after = withoutItem(data, 7)
  expect(queueItems(after)).toEqual([other])
  expect(after.pages[0]).toMatchObject({ total: 1, tarde: 0 })
  expect(withoutItem(after, 7).pages[0]?.total).toBe(1)
})
