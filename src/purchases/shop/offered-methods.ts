import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import { fetchJson } from '#platform/web/fetch-json.ts'

/** What a record of a host that knows only the specification's fields leaves out. */
const PLAIN: PaymentMethod = {
  id: 1,
  tipo: 'pago_movil',
  titulo: 'Pago Movil',
  banco: '',
  numeroCuenta: '',
  cedula: '',
  telefono: '',
  email: '',
  nombre: '',
  instrucciones: '',
  moneda: 'VES',
  precio_por_boleto: null,
  paginas: ['A', 'B'],
}

/** The methods that the page offers. @throws CallFailure */
export async function offeredMethods(page: SalesPage): Promise<PaymentMethod[]> {
  const answer = await fetchJson<unknown>('/api/rifas/metodo-pago')
  return methodList(answer).filter((method) => method.paginas.includes(page))
}

/** A list that comes bare, below `data` or below `numeros`; anything else is empty. */
export function methodList(answer: unknown): PaymentMethod[] {
  const wrapped = answer as { data?: unknown; numeros?: unknown } | null
  const list = [answer, wrapped?.data, wrapped?.numeros].find(Array.isArray) ?? []
  return list
    .filter((item): item is Partial<PaymentMethod> => typeof item === 'object' && item !== null)
    .map((item) => ({ ...PLAIN, ...item }))
}
