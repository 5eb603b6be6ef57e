import { useDeed } from '#access/panel/ask.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { BLOCKS } from './blocks.ts'

/** Lets somebody buy again. @param who the person's name, or their cédula. */
export function UnblockDialog({ id, who, onClose }: { id: number; who: string; onClose: () => void }) {
  const unblock = useDeed('DELETE /api/panel/bloqueados/:id', { refreshes: BLOCKS, done: onClose })
  return (
    <AskDialog
      label={`Desbloquear a ${who}`}
      lead="Sale de la lista con su motivo, y lo que reporte ya no llega marcado. El diario dice que lo hiciste."
      deed={unblock}
      leave="Cancelar"
      action={unblock.isPending ? 'Desbloqueando…' : 'Desbloquear'}
      onConfirm={() => unblock.mutate({ params: { id } })}
      onClose={onClose}
    />
  )
}
