import { type ReactNode, useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { problemsIn } from '#platform/panel/form/problems.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton } from '#platform/panel/parts/button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { Receipt } from '../../sources-contract.ts'
import { useDecideReceipt } from './sources.ts'

const WORDS: Record<Receipt['estado'], string> = {
  pendiente: 'Por leer',
  leido: 'Dinero que llegó',
  ilegible: 'Nadie lo pudo leer',
  prueba: 'Prueba',
  descartado: 'No es dinero que llegó',
  a_mano: 'Anotado a mano',
}

/** Receipts: first the unreadable ones, which a person types in or sets aside, then the last of the rest. */
export function ReceiptsPart() {
  const { data } = useAsk('GET /api/panel/fuentes/recibos', { refetchInterval: 5_000 })
  const unread = data?.recibos.filter(({ estado }) => estado === 'ilegible') ?? []
  const last = data?.recibos.filter(({ estado }) => estado !== 'ilegible') ?? []
  return (
    <>
      {unread.length === 0 ? null : (
        <section className="stack gap-3" aria-labelledby="por-leer">
          <h2 id="por-leer" className="subheading">
            Nadie los pudo leer <span className="faint">{unread.length}</span>
          </h2>
          <ul className="lines card card-wide">
            {unread.map((receipt) => (
              <UnreadRow key={receipt.id} receipt={receipt} />
            ))}
          </ul>
        </section>
      )}
      {last.length === 0 ? null : (
        <details>
          <summary className="soft press pad-y-3">Lo último que llegó</summary>
          <ul className="lines card card-wide">
            {last.map((receipt) => (
              <li key={receipt.id} className="pad-3-4 stack gap-1">
                <ReceiptHead receipt={receipt} />
                <p className="receipt-text breaks lines-kept flush compact">{receipt.texto}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function ReceiptHead({ receipt }: { receipt: Receipt }) {
  const { estado, motivo, fuente, recibido_en, veces } = receipt
  return (
    <p className="row wrap apart small faint">
      <span className={estado === 'ilegible' ? 'inline verdict-aviso' : 'inline'}>
        {estado === 'ilegible' ? <VerdictShape level="aviso" word={false} /> : null}
        {motivo === '' || estado === 'a_mano' ? WORDS[estado] : motivo}
      </span>
      <span>
        {fuente}, {formatMoment(recibido_en)}
        {veces > 1 ? ` · llegó ${veces} veces` : ''}
      </span>
    </p>
  )
}

function UnreadRow({ receipt }: { receipt: Receipt }) {
  return (
    <li className="pad-3-4 stack">
      <ReceiptHead receipt={receipt} />
      <blockquote className="receipt-text breaks lines-kept flush">
        {receipt.texto ?? 'No se pudo abrir con la llave de esta instalación.'}
      </blockquote>
      <div className="row">
        <AskButton text="Anotar el pago" ask={(close) => <NoteDialog receipt={receipt} onClose={close} />} />
        <AskButton look="plain" text="Descartar" ask={(close) => <DropDialog receipt={receipt} onClose={close} />} />
      </div>
    </li>
  )
}

function DropDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const decide = useDecideReceipt()
  return (
    <AskDialog
      label="Descartar el aviso"
      lead="No cuenta como dinero que llegó. El diario guarda quién lo descartó."
      deed={decide}
      leave="Dejarlo"
      action="Descartar"
      danger
      onConfirm={() =>
        decide.mutate({ params: { id: receipt.id }, body: { que: 'descartar' } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <blockquote className="receipt-text breaks lines-kept flush">{receipt.texto}</blockquote>
    </AskDialog>
  )
}

/** A person types in a notice that no rule can read. */
function NoteDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
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
