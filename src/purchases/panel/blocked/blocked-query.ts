import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import { usePurchaseForget } from '../purchases-query.ts'

export const blockedQuery = queryOptions({ queryKey: ['bloqueados'], queryFn: () => ask('GET /api/panel/bloqueados') })

/** What the form sends. */
export interface BlockDraft {
  cedula: string
  telefono: string
  correo: string
  motivo: string
  /** The purchase for which it is done. */
  compra?: number
}

/** What says of somebody whether he is blocked is asked for again. */
function useForgetBlocks() {
  const client = useQueryClient()
  const forget = usePurchaseForget()
  return () => {
    forget()
    for (const key of ['bloqueados', 'revision']) void client.invalidateQueries({ queryKey: [key] })
  }
}

export function useBlock(onDone: () => void) {
  const forget = useForgetBlocks()
  return useMutation({
    mutationFn: (body: BlockDraft) => ask('POST /api/panel/bloqueados', { body }),
    onSuccess: onDone,
    onSettled: forget,
  })
}

export function useUnblock(onDone: () => void) {
  const forget = useForgetBlocks()
  return useMutation({
    mutationFn: (id: number) => ask('DELETE /api/panel/bloqueados/:id', { params: { id } }),
    onSuccess: onDone,
    onSettled: forget,
  })
}
