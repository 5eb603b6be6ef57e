import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { methodKind } from '#payment-methods/contract.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import { timeoutSignal } from '#platform/web/fetch-json.ts'
import type { SoldByHand } from '../../sale-contract.ts'

/** Milliseconds for a sale with its proof; on a bad line it is retried with the same key. */
const PATIENCE = 90_000

const typedText = z.string().catch('')

/** A sale as it is typed. Of a stored one unreadable parts are left out. */
export const saleDraft = z.object({
  rifa: z.int().catch(0),
  cantidad: z.int().catch(0),
  /** Picked by hand; null when they are drawn. */
  numeros: z.array(z.string()).nullable().catch(null),
  /** Null is cash. */
  metodo: methodKind.nullable().catch(null),
  /** Currency of the cash; null is the raffle's own money. */
  efectivo: z.enum(['USD', 'VES']).nullable().catch(null),
  ...{ nombre: typedText, cedula: typedText, telefono: typedText, correo: typedText, referencia: typedText },
  /** Never stored: it is chosen again. */
  comprobante: z.instanceof(File).nullable().catch(null),
  confirmar: z.boolean().catch(true),
})
export type SaleDraft = z.infer<typeof saleDraft>

/** Free numbers of the raffle, by place: a bit for each, as the call of the shop gives them. */
export function freeNumbersQuery(id: number) {
  return queryOptions({
    queryKey: ['libres', id],
    queryFn: async () => {
      const response = await fetch(`/api/rifas/${id}/numeros`, {
        headers: { accept: 'application/octet-stream' },
        signal: timeoutSignal(20_000),
      }).catch(() => null)
      if (!response?.ok) {
        throw new PanelFailure(response?.status ?? 0, {
          error: 'No pudimos cargar los números',
          details: 'Revisa tu conexión y vuelve a intentar.',
        })
      }
      return new Uint8Array(await response.arrayBuffer())
    },
    refetchInterval: 20_000,
  })
}

/** A sale as it is sent, word for word: sent again with its key, it is the same sale. */
export const sentSaleShape = z.object({
  campos: z.record(z.string(), z.string()),
  /** Name of the file that goes with it, or empty. */
  comprobante: typedText,
  /** Title of the raffle, to identify the sale. */
  rifa: typedText,
})
export type SentSale = z.infer<typeof sentSaleShape>

/** @param total the form's total, which the server compares with its own. */
export function sentSale(sale: SaleDraft, total: string, rifa: string): SentSale {
  return {
    campos: {
      id_rifa: String(sale.rifa),
      cantidad_tickets: String(sale.cantidad),
      total,
      nombre: sale.nombre.trim(),
      cedula: sale.cedula.trim(),
      telefono: sale.telefono,
      correo: sale.correo.trim(),
      referencia: sale.metodo === null ? '' : sale.referencia.trim(),
      metodo_pago: sale.metodo ?? '',
      moneda_efectivo: sale.metodo === null ? (sale.efectivo ?? '') : '',
      numeros_seleccionados: sale.numeros === null ? '' : JSON.stringify(sale.numeros),
      confirmar: sale.confirmar ? '1' : '',
    },
    comprobante: sale.metodo === null ? '' : (sale.comprobante?.name ?? ''),
    rifa,
  }
}

/** @param clave of the form: the same sale sent twice is one. @throws PanelFailure */
export async function sendSale(sale: SentSale, proof: File | null, clave: string): Promise<SoldByHand> {
  const form = new FormData()
  for (const [name, value] of Object.entries(sale.campos)) form.append(name, value)
  if (proof && sale.comprobante !== '') form.append('comprobante', proof)
  const response = await fetch('/api/panel/compras/nueva', {
    method: 'POST',
    headers: { 'x-tombola': 'panel', 'idempotency-key': clave },
    body: form,
    signal: timeoutSignal(PATIENCE),
  }).catch(() => null)
  const answer: unknown = await response?.json().catch(() => null)
  if (!response || !answer) {
    throw new PanelFailure(0, {
      code: 'SIN_RESPUESTA',
      error: 'No llegó la respuesta',
      details: 'Vuelve a enviar: si la venta ya se registró, no se repite.',
    })
  }
  if (!response.ok) throw new PanelFailure(response.status, answer as Record<string, unknown>)
  return answer as SoldByHand
}
