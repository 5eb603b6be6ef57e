import { type ReactNode, useState } from 'react'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { problemsIn } from '#platform/panel/form/problems.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import type { Receipt } from '../../sources-contract.ts'
import { useDecideReceipt } from './sources.ts'

/** A person types in a notice that no rule can read. */
export function NoteDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const decide = useDecideReceipt()
  const [typed, setTyped] = useState({
    monto: '',
    fecha: dayInCaracas(Date.parse(receipt.recibido_en) as Instant) as string,
    hora: '',
    referencia: '',
    telefono: '',
    nombre: '',
  })
  const problems = problemsIn(decide.error)
  const field = (name: keyof typeof typed, label: string, more: { hint?: ReactNode; type?: string } = {}) => (
    <Field
      label={label}
      name={name}
      {...more}
      value={typed[name]}
      problem={problems[name]}
      onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
    />
  )
  const named = Object.keys(problems).length > 0
  return (
    <AskDialog
      label="Anotar el pago"
      lead="Escribe lo que dice el aviso. Cuenta como dinero que llegó, y nunca confirma una compra por sí solo."
      error={named ? null : decide.error}
      leave="Dejarlo"
      action="Anotar"
      pending={decide.isPending}
      why={typed.monto.trim() === '' ? 'Escribe el monto.' : ''}
      onConfirm={() =>
        decide.mutate({ params: { id: receipt.id }, body: { que: 'anotar', ...typed } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <blockquote className="receipt-text breaks lines-kept flush">{receipt.texto}</blockquote>
      {field('monto', 'Monto', { hint: 'Con sus céntimos, como 1.300,50.' })}
      <div className="pair pair-stacks">
        {field('fecha', 'Día', { type: 'date' })}
        {field('hora', 'Hora', { hint: 'Si la dice, como 15:43.' })}
      </div>
      {field('referencia', 'Referencia', { hint: 'Si la dice.' })}
      <div className="pair">
        {field('telefono', 'Teléfono de quien pagó')}
        {field('nombre', 'Nombre de quien pagó')}
      </div>
    </AskDialog>
  )
}
