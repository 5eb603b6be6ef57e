import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { Found } from './find-participations.ts'
import './numbers.css'

interface Props {
  found: Found
  onClose: () => void
}

/** 'Números asignados': each number as a ticket, and how many tickets are still in review. */
export function NumbersDialog({ found: { raffle, numbers, inReview }, onClose }: Props) {
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
        {numbers.length > 0
          ? `${numbers.length} ${numbers.length === 1 ? 'boleto' : 'boletos'} de `
          : 'Aún sin números en '}
        {raffle.titulo}
      </p>
      {numbers.length > 0 && (
        <ul className="numbers">
          {numbers.map((number) => (
            <li key={number}>
              <span aria-hidden="true">Rifa {raffle.id}</span>
              <b className="num">{number}</b>
            </li>
          ))}
        </ul>
      )}
      {inReview > 0 && (
        <div className="in-review">
          <Icon name="clock" />
          <span>
            {numbers.length > 0
              ? `Tienes ${inReview} ${inReview === 1 ? 'boleto' : 'boletos'} más en revisión.`
              : `Tienes ${inReview} ${inReview === 1 ? 'boleto' : 'boletos'} en revisión.`}{' '}
            {inReview === 1 ? 'Su número aparece' : 'Sus números aparecen'} aquí al confirmar el pago.
          </span>
        </div>
      )}
    </Dialog>
  )
}
