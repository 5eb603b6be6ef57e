import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import { fetchJson } from '#platform/web/fetch-json.ts'

/** Fields of a method's name and price that a host with only the specification's fields leaves out. */
const PLAIN = { tipo: 'pago_movil', titulo: 'Pago Movil', moneda: 'VES', paginas: ['A', 'B'] }

/** The methods of that page. @throws CallFailure */
export async function offeredMethods(page: SalesPage): Promise<PaymentMethod[]> {
  const methods = methodList(await fetchJson('/api/rifas/metodo-pago'))
  return methods.filter(({ paginas }) => paginas.includes(page))
}

/** A list that comes bare, below `data` or below `numeros`; anything else is empty. */
export function methodList(answer: unknown): PaymentMethod[] {
  const wrapped = answer as { data?: unknown; numeros?: unknown } | null
  const list: unknown[] = [answer, wrapped?.data, wrapped?.numeros].find(Array.isArray) ?? []
  const records = list.filter((item) => item instanceof Object) as Partial<PaymentMethod>[]
  // Records that only the specification's fields describe are all Pago Movil: entry 1 is the one to pay to.
  const plain = records.filter(({ tipo }) => !tipo)
  const one = plain.find(({ id }) => `${id}` === '1') ?? plain[0]
  return records.filter((item) => item.tipo || item === one).map((item) => ({ ...PLAIN, ...item }) as PaymentMethod)
}
