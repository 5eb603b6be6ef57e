import type { ReactNode } from 'react'
import type { SalesState } from './sales-state.ts'

const COMES_BACK = 'Si alguien no completa su pago, sus boletos vuelven a la venta aquí.'

const TEXTS: Record<Exclude<SalesState, 'open' | 'too-few'>, [title: string, text: string]> = {
  'sold-out': ['Se agotaron los boletos', COMES_BACK],
  paused: [
    'Ventas en pausa',
    'Por ahora no se venden boletos de esta rifa. Vuelve en un rato: los tuyos siguen siendo tuyos.',
  ],
  closed: ['Las ventas cerraron', 'Ya no se venden boletos de esta rifa. Falta el sorteo.'],
  drawn: ['Esta rifa ya se sorteó', 'Los números ganadores están en Rifas anteriores.'],
  'by-hand-only': ['Elige tus números', 'Los boletos de esta rifa se compran donde puedes elegir sus números.'],
}

function tooFew(minimo: number): [title: string, text: string] {
  return [
    minimo === 2 ? 'Queda un solo boleto' : `Quedan menos de ${minimo} boletos`,
    `Cada compra es de ${minimo} o más. ${COMES_BACK}`,
  ]
}

interface Props {
  state: Exclude<SalesState, 'open'>
  /** The least that one purchase may have. */
  minimo: number
  /** Number and winner, for a raffle that is drawn. */
  result?: ReactNode
}

/** In place of the picker: why nothing can be bought here, and the alternatives. */
export function SalesOver({ state, minimo, result }: Props) {
  const [title, text] = state === 'too-few' ? tooFew(minimo) : TEXTS[state]
  return (
    <section className="over">
      <h2>{title}</h2>
      {result ?? <p>{text}</p>}
      {state === 'drawn' && (
        <a className="btn" href="/rifas-anteriores">
          Ver Rifas anteriores
        </a>
      )}
      {state === 'by-hand-only' ? (
        <a className="btn btn-go" href="/rifa">
          Elegir mis números
        </a>
      ) : (
        <p>¿Ya compraste? Consulta tus números más abajo.</p>
      )}
    </section>
  )
}
