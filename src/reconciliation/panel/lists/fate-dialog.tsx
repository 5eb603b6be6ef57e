import { useState } from 'react'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement } from '../../contract.ts'
import { useMovementDecision } from '../reconciliation-query.ts'
import { tellTrace } from '../verdict-words.ts'

export type Fate = 'devuelto' | 'ignorado'

const WORDS: Record<
  Fate | 'salida',
  { title: string; lead: string; action: string; hint: string; offered: readonly string[] }
> = {
  devuelto: {
    title: '¿Devolviste este dinero?',
    lead: 'Aquí no sale dinero: anota que ya lo devolviste desde tu banco. Deja de esperar su reporte.',
    action: 'Anotar la devolución',
    hint: 'Por ejemplo: pagó dos veces, se lo devolví por Pago Móvil',
    offered: ['Pagó de más', 'Pagó dos veces', 'No quedaban boletos'],
  },
  ignorado: {
    title: '¿No es de una compra?',
    lead: 'Sale de la lista y queda en Resueltos con tu razón. Si era de una compra, lo traes de vuelta.',
    action: 'Ignorar',
    hint: 'Por ejemplo: transferencia entre mis cuentas',
    offered: ['Es dinero mío', 'Es de otro negocio', 'No es de esta rifa'],
  },
  /** Of what left the account, where it was taken for a payment that the bank took back. */
  salida: {
    title: '¿No se llevó ese pago?',
    lead: 'El pago cuenta otra vez como recibido. Lo que salió queda en Resueltos con tu razón, y se deshace.',
    action: 'Es otra cosa',
    hint: 'Por ejemplo: una devolución mía a otra persona',
    offered: ['Es una devolución mía', 'Es un pago mío', 'El banco lo repuso'],
  },
}

/** What becomes of money that nobody reported, with the reason that stays beside it. */
export function FateDialog({ movement, fate, onClose }: { movement: ShownMovement; fate: Fate; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const decision = useMovementDecision(onClose)
  const words = WORDS[movement.sentido === 'debito' ? 'salida' : fate]
  const short = reason.trim().length < 4
  return (
    <AskDialog
      label={fate === 'devuelto' ? 'Devolver' : 'Ignorar'}
      title={words.title}
      lead={words.lead}
      leave="Volver"
      action={words.action}
      error={decision.error}
      pending={decision.isPending}
      onConfirm={() => {
        setAsked(true)
        if (!short) decision.mutate({ id: movement.id, que: fate, razon: reason.trim() })
      }}
      onClose={onClose}
    >
      <p>
        <strong>{formatSum(movement.libre, movement.moneda)}</strong>{' '}
        <span className="faint small">{tellTrace(movement)}</span>
      </p>
      <Field
        label="Por qué"
        hint={words.hint}
        problem={asked && short ? 'Escribe por qué, en pocas palabras.' : undefined}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flow wrap">
        {words.offered.map((offer) => (
          <button
            key={offer}
            type="button"
            className="btn"
            aria-pressed={reason === offer}
            onClick={() => setReason(offer)}
          >
            {offer}
          </button>
        ))}
      </div>
    </AskDialog>
  )
}
