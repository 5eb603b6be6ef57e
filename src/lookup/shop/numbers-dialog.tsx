import { useEffect, useState } from 'react'
import { CopyButton } from '#platform/web/copy-button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { Found } from './find-participations.ts'
import './numbers.css'

/** More than these are looked through, not read: what is in review stands before them. */
const MANY = 20

interface Props {
  found: Found
  onClose: () => void
}

/** 'Números asignados': each number as a ticket, and how many tickets are still in review. */
export function NumbersDialog({ found: { raffle, numbers, inReview, waiting }, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const many = numbers.length > MANY
  const count = numbers.length.toLocaleString('es-VE')
  // After the dialog has closed: where the next cédula is typed.
  useEffect(() => () => document.getElementById('cedula-consulta')?.focus(), [])
  const shown = typed === '' ? numbers : numbers.filter((number) => number.includes(typed))
  return (
    <Dialog
      title="Números asignados"
      onClose={onClose}
      foot={
        <button type="button" className="btn btn-go" onClick={onClose}>
          Cerrar
        </button>
      }
    >
      <p>
        {numbers.length > 0 ? `${count} ${numbers.length === 1 ? 'boleto' : 'boletos'} de ` : 'Aún sin números en '}
        {raffle.titulo}
      </p>
      {many && inReview > 0 && <InReview tickets={inReview} waiting={waiting} more />}
      {many && (
        <div className="numbers-tools">
          <input
            type="search"
            className="input"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Buscar un número"
            aria-label="Buscar un número"
            value={typed}
            onChange={(event) => setTyped(event.target.value.trim())}
          />
          <CopyButton text={numbers.join(', ')} what="todos los números" label="Copiar" />
        </div>
      )}
      {numbers.length > 0 && (
        <ul className="numbers">
          {shown.map((number) => (
            <li key={number}>
              <span aria-hidden="true">Rifa {raffle.id}</span>
              <b className="num">{number}</b>
            </li>
          ))}
        </ul>
      )}
      {numbers.length > 0 && shown.length === 0 && <p role="status">Ninguno de tus números contiene «{typed}».</p>}
      {!many && inReview > 0 && <InReview tickets={inReview} waiting={waiting} more={numbers.length > 0} />}
    </Dialog>
  )
}

function InReview({ tickets, waiting, more }: { tickets: number; waiting: number; more: boolean }) {
  return (
    <p className="in-review">
      <Icon name="clock" />
      <span>
        Tienes {tickets} {tickets === 1 ? 'boleto' : 'boletos'} {more && 'más '}en revisión.{' '}
        {tickets === 1 ? 'Su número aparece' : 'Sus números aparecen'} aquí al confirmar el pago.
        {waiting > 0 &&
          ` ${waiting === tickets ? 'Aún no hay boletos para tu pago' : `Para ${waiting} aún no hay boletos`}: se dan en orden, o al verificar el pago.`}
      </span>
    </p>
  )
}
