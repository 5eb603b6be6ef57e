import type { PanelDraw, PanelPrize } from '../../draw-contract.ts'
import { type Leader, tellDue, tellWhen, WINNER_WORDS } from './draw-words.ts'
import { WinnerCard } from './winner-card.tsx'

/** One prize: its next event, or its winner and the state of the delivery. */
export function PrizeDraw(props: { id: number; draw: PanelDraw; prize: PanelPrize; leader: Leader }) {
  const { draw, prize } = props
  const { ganador, anteriores } = prize
  return (
    <article
      className="draw-prize pad-5 card stack gap-4"
      id={`premio-${prize.premio}`}
      aria-labelledby={`premio-${prize.premio}-titulo`}
    >
      <header>
        {draw.premios.length === 1 ? null : <p className="faint small">Premio {prize.premio + 1}</p>}
        <h3 className="subheading" id={`premio-${prize.premio}-titulo`}>
          {prize.titulo}
        </h3>
      </header>
      {ganador && prize.provisional_hasta !== null ? (
        <p className="soft">
          <strong className="draw-number">{ganador.numero}</strong> · Resultado provisional hasta el{' '}
          {tellWhen(prize.provisional_hasta)} Si está mal escrito, un dueño lo corrige antes: después se le avisa a
          quien ganó.
        </p>
      ) : ganador ? (
        <WinnerCard {...props} winner={ganador} />
      ) : (
        <p className="soft">{waitsFor(prize)}</p>
      )}
      {anteriores.map((lost) => (
        <p key={lost.id} className="soft small">
          <strong className="draw-number">{lost.numero}</strong> · {WINNER_WORDS.vencido} y lo perdió
          {lost.vencido_en === null ? '' : ` el ${tellWhen(lost.vencido_en)}`}
        </p>
      ))}
    </article>
  )
}

function waitsFor({ espera, no_vendido, por }: PanelPrize): string {
  if (no_vendido) return 'No quedó ningún número para este premio: nadie lo gana.'
  if (espera) return tellDue(espera)
  return por === 'faro' ? 'Lo decide el azar público, a su turno.' : 'Lo decide su lotería, a su turno.'
}
