import { formatMoney, type Money } from '#platform/money.ts'
import type { PaymentMethod, SalesPage } from './contract.ts'
import { type PaymentField, paymentRows } from './payment-rows.ts'

type Told = Pick<PaymentMethod, PaymentField | 'tipo' | 'titulo' | 'instrucciones' | 'precio_por_boleto' | 'paginas'>

/** Where each page is. */
export const PAGE_PATHS: Record<SalesPage, string> = { A: '/rifa', B: '/rifa1' }

/** Everything of a method that an owner decides, as it is read: for a before and an after. */
function methodLines(method: Told, pages: Record<SalesPage, string>): Map<string, string> {
  const price = method.precio_por_boleto
  return new Map([
    ['Nombre', method.titulo],
    ...paymentRows(method).map(({ label, shown }) => [label, shown] as const),
    ...(method.instrucciones === '' ? [] : [['Instrucciones', method.instrucciones] as const]),
    ...(price === null ? [] : [['Precio por boleto', formatMoney(price as Money, 'COP')] as const]),
    ['Páginas', method.paginas.map((page) => pages[page]).join(' y ') || 'ninguna'],
  ])
}

/**
 * Both side by side; a missing value is empty. @param pages their names for the reader: the panel names the raffles, the
 * journal the paths.
 */
export function compareMethods(before: Told | null, after: Told | null, pages: Record<SalesPage, string> = PAGE_PATHS) {
  const [from, to] = [before, after].map((method) => (method ? methodLines(method, pages) : new Map<string, string>()))
  const labels = new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])
  return [...labels].map((label) => {
    const [old, fresh] = [from?.get(label) ?? '', to?.get(label) ?? '']
    return { label, before: old, after: fresh, changed: old !== fresh }
  })
}
