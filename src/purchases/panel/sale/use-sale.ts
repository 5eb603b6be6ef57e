import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { refresh } from '#access/panel/ask.ts'
import { methodKind } from '#payment-methods/contract.ts'
import { readFailure } from '#platform/panel/api.ts'
import { sendForm } from '#platform/panel/upload.ts'
import { dropKept, keep, newKey, readKept } from '#platform/web/kept.ts'
import type { SoldByHand } from '../../sale-contract.ts'
import { PURCHASE_SHOWN } from '../purchase-list.ts'

/** Milliseconds for a sale with its proof; on a bad line it is retried with the same key. */
const PATIENCE = 90_000

const typedText = z.string().catch('')

/** A sale as it is typed. Of a stored one unreadable parts are left out; of nothing it is an empty one. */
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

/** A sale as it is sent, word for word: sent again with its key, it is the same sale. */
const sentSaleShape = z.object({
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

const LOST = {
  code: 'SIN_RESPUESTA',
  error: 'No llegó la respuesta',
  details: 'Vuelve a enviar: si la venta ya se registró, no se repite.',
}

/** @param clave of the form: the same sale sent twice is one. @throws PanelFailure */
function sendSale(sale: SentSale, proof: File | null, clave: string): Promise<SoldByHand> {
  const form = new FormData()
  for (const [name, value] of Object.entries(sale.campos)) form.append(name, value)
  if (proof && sale.comprobante !== '') form.append('comprobante', proof)
  return sendForm('/compras/nueva', form, PATIENCE, LOST, { 'idempotency-key': clave })
}

/** Refusals after which nothing is registered under the key: the form may change. */
const REFUSED = [400, 409, 413, 415, 422]
/** Refusals after which something is, or it is not known yet. */
const OPEN = ['EN_CURSO', 'CLAVE_REUTILIZADA']

/**
 * One sale, from the form to its numbers. Its key stays the same until it is done, so that it is made at most once. A sale
 * that was sent without an answer does not change: it is sent again as it was.
 */
export function useSale(operatorId: number) {
  const client = useQueryClient()
  const [found] = useState(() => readKeptSale(operatorId))
  const [kept, setKept] = useState<KeptSale>(() => found ?? { clave: newKey(), borrador: null, envio: null })
  const [restored, setRestored] = useState(found !== null && found.borrador !== null && found.envio === null)
  // The stored part is written before anything leaves, not when the page is drawn again.
  const latest = useRef(kept)
  function update(part: Partial<KeptSale>): void {
    latest.current = { ...latest.current, ...part }
    keepSale(operatorId, latest.current)
    setKept(latest.current)
  }

  const sale = useMutation({
    mutationFn: ({ envio, proof }: { envio: SentSale; proof: File | null; again: boolean }) =>
      sendSale(envio, proof, latest.current.clave),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['libres'] })
      void refresh(client, [
        ...PURCHASE_SHOWN,
        'GET /api/panel/compras/nueva',
        'GET /api/panel/ventas',
        'GET /api/panel/inicio',
        'GET /api/panel/revision',
      ])
    },
  })
  const sold = sale.data
  useEffect(() => {
    if (sold) dropSale(operatorId)
  }, [sold, operatorId])

  function send(envio: SentSale, proof: File | null, again: boolean): void {
    update({ envio })
    setRestored(false)
    sale.mutate(
      { envio, proof, again },
      {
        onError(error) {
          const { status, code } = readFailure(error)
          if (REFUSED.includes(status) && !OPEN.includes(code)) update({ envio: null })
        },
      },
    )
  }

  return {
    ...kept,
    sold,
    failure: sale.error ? readFailure(sale.error) : null,
    pending: sale.isPending,
    /** The sale sent without an answer; null while it is sent for the first time. */
    unanswered: sale.isPending && !sale.variables.again ? null : kept.envio,
    /** Whether the form's text was typed before a reload. */
    restored,
    change: (borrador: SaleDraft) => update({ borrador }),
    sell: (borrador: SaleDraft, envio: SentSale) => {
      update({ borrador })
      send(envio, borrador.comprobante, false)
    },
    sendAgain: () => kept.envio && send(kept.envio, kept.borrador?.comprobante ?? null, true),
    /** The form holds another sale than the one that was sent under the key. */
    asAnother: () => {
      sale.reset()
      update({ clave: newKey(), envio: null })
    },
  }
}

export type Sale = ReturnType<typeof useSale>

const WHERE = 'sessionStorage'

/** Per operator: the next person to sign in on this tab sees nothing of it. The number is raised with the shape of the stored data. */
function nameOf(operatorId: number): string {
  return `panel-venta-1:${operatorId}`
}

export function keepSale(operatorId: number, sale: KeptSale): void {
  keep(WHERE, nameOf(operatorId), sale)
}

export function dropSale(operatorId: number): void {
  dropKept(WHERE, nameOf(operatorId))
}

const keptSale = z.object({
  clave: z.string().regex(/^[0-9a-f]{32}$/),
  borrador: saleDraft.nullable().catch(null),
  envio: sentSaleShape.nullable().catch(null),
})

/**
 * An unfinished sale: its key, its typed form (null while nothing was typed), and the request sent without an answer, word for word. It outlives a
 * reload, and lasts from the first letter until its numbers are shown.
 */
export type KeptSale = z.infer<typeof keptSale>

/** Unreadable parts are left out, but never the key: it keeps a sale from being made twice. */
export function readKeptSale(operatorId: number): KeptSale | null {
  return keptSale.safeParse(readKept(WHERE, nameOf(operatorId))).data ?? null
}
