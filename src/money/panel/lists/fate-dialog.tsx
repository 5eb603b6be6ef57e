import { useState } from 'react'
import { useDeed } from '#access/panel/ask.ts'
import { moneyOfCents } from '#platform/money.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ClaimedPurchase, ShownMovement } from '../../contract.ts'
import { centsOf } from '../amounts.ts'
import { MONEY_SHOWN } from '../shown-money.ts'
import { tellTrace } from '../verdict-words.ts'

export type Fate = 'devuelto' | 'ignorado'

const WORDS: Record<Fate | 'salida' | 'retenido', { title: string; lead: string; action: string; hint: string }> = {
  devuelto: {
    title: '¿Devolviste este dinero?',
    lead: 'Aquí no sale dinero: anota que ya lo devolviste desde tu banco.',
    action: 'Anotar la devolución',
    hint: 'Por ejemplo: pagó dos veces, se lo devolví por Pago Móvil',
  },
  ignorado: {
    title: '¿No es de una compra?',
    lead: 'Sale de la lista y queda en Resueltos con tu razón. Si era de una compra, un dueño lo trae de vuelta.',
    action: 'Ignorar',
    hint: 'Por ejemplo: transferencia entre mis cuentas',
  },
  /** Of a purchase that was rejected or annulled. */
  retenido: {
    title: '¿No se devuelve?',
    lead: 'Deja de estar por devolver, y tu razón queda en el diario. Un dueño lo puede deshacer.',
    action: 'No se devuelve',
    hint: 'Por ejemplo: el pago nunca llegó',
  },
  /** Of money that left the account, where it was taken for a payment that the bank took back. */
  salida: {
    title: '¿No se llevó ese pago?',
    lead: 'El pago cuenta otra vez como recibido. Lo que salió queda en Resueltos con tu razón, y un dueño lo puede deshacer.',
    action: 'Es otra cosa',
    hint: 'Por ejemplo: una devolución mía a otra persona',
  },
}

/**
 * Both ways out of it. @param of whose it is, after the name of the button. @param kept name of the second. @param gone the bank took it:
 * nobody returns it.
 */
export function FateButtons(props: { of: string; kept: string; gone?: boolean; onFate: (fate: Fate) => void }) {
  const ways = [['devuelto', 'Devuelto'] as const, ['ignorado', props.kept] as const].slice(props.gone ? 1 : 0)
  return ways.map(([fate, name]) => (
    <Button text={`${name}…`} key={fate} aria-label={`${name} ${props.of}`} onClick={() => props.onFate(fate)} />
  ))
}

/** In their place, for others, where a purchase was annulled. */
export const OWNER_NOTES = <p className="soft small">Un dueño anota la devolución.</p>

/** A purchase that was rejected or annulled. */
export type Fallen = Pick<ClaimedPurchase, 'id' | 'codigo' | 'nombre' | 'monto' | 'monto_moneda'>

/** Decides about money that nobody reported, or that a fallen purchase had paid, with a reason that is kept with it. */
export function FateDialog(props: { movement?: ShownMovement; owed?: Fallen; fate: Fate; onClose: () => void }) {
  const { movement, owed, fate, onClose } = props
  const ofMovement = useDeed('POST /api/panel/conciliacion/movimientos/:id', { refreshes: MONEY_SHOWN, done: onClose })
  const ofPurchase = useDeed('POST /api/panel/conciliacion/por-devolver/:id', { refreshes: MONEY_SHOWN, done: onClose })
  const decision = movement ? ofMovement : ofPurchase
  const id = movement?.id ?? owed?.id ?? 0
  const monto = movement ? sumLeft(movement) : (owed?.monto ?? null)
  const words = WORDS[movement?.sentido === 'debito' ? 'salida' : owed && fate === 'ignorado' ? 'retenido' : fate]
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const short = reason.trim().length < 4
  return (
    <AskDialog
      label={fate === 'devuelto' ? 'Devolver' : 'Ignorar'}
      title={words.title}
      lead={words.lead}
      leave="Volver"
      action={words.action}
      deed={decision}
      onConfirm={() => {
        setAsked(true)
        if (!short) decision.mutate({ params: { id }, body: { que: fate, razon: reason.trim(), monto } })
      }}
      onClose={onClose}
    >
      <p>
        <strong>{monto === null ? '' : formatSum(monto, movement?.moneda ?? owed?.monto_moneda ?? 'VES')}</strong>{' '}
        <span className="faint small">{movement ? tellTrace(movement) : `${owed?.nombre} · ${owed?.codigo}`}</span>
      </p>
      <Field
        label="Por qué"
        hint={words.hint}
        problem={asked && short ? 'Escribe por qué, en pocas palabras.' : undefined}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </AskDialog>
  )
}

/** The rest of it, with the parts that fallen purchases hold: those go with the rest. */
function sumLeft({ libre, por_devolver }: ShownMovement): string {
  return moneyOfCents(por_devolver.reduce((sum, { monto }) => sum + centsOf(monto), centsOf(libre)))
}
