import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { newKey } from '#raffles/panel/new-key.ts'
import { usePurchaseForget } from '../purchases-query.ts'
import { dropSale, type KeptSale, keepSale, readKeptSale } from './kept-sale.ts'
import { type SaleDraft, type SentSale, sendSale } from './sell-query.ts'

/** Refusals that say that nothing is registered under the key: what was typed may change. */
const REFUSED = [400, 409, 413, 415, 422]
/** Refusals that say the opposite, or that it is not known yet. */
const OPEN = ['EN_CURSO', 'CLAVE_REUTILIZADA']

/**
 * One sale, from what is typed to its numbers. Its key stays the same until it is done, so that at most one comes of it, and
 * what was sent without an answer does not change: it is sent again as it was.
 */
export function useSale(operatorId: number) {
  const client = useQueryClient()
  const forget = usePurchaseForget()
  const [found] = useState(() => readKeptSale(operatorId))
  const [kept, setKept] = useState<KeptSale>(() => found ?? { clave: newKey(), borrador: null, envio: null })
  const [restored, setRestored] = useState(found !== null && found.borrador !== null && found.envio === null)
  // What is kept is written before anything leaves, not when the page is drawn again.
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
      forget()
      for (const key of ['vender', 'libres', 'inicio', 'revision']) void client.invalidateQueries({ queryKey: [key] })
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
    /** What was sent without an answer; null while it is sent for the first time. */
    unanswered: sale.isPending && !sale.variables.again ? null : kept.envio,
    /** Whether what stands in the form was typed before a reload. */
    restored,
    change: (borrador: SaleDraft) => update({ borrador }),
    sell: (borrador: SaleDraft, envio: SentSale) => {
      update({ borrador })
      send(envio, borrador.comprobante, false)
    },
    sendAgain: () => kept.envio && send(kept.envio, kept.borrador?.comprobante ?? null, true),
    /** What is typed is another sale than the one that was sent under the key. */
    asAnother: () => {
      sale.reset()
      update({ clave: newKey(), envio: null })
    },
  }
}

export type Sale = ReturnType<typeof useSale>
