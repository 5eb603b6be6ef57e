import { formatWholeInstant, type Instant } from '#platform/clock.ts'
import { drawHour } from '../../describe-rule.ts'
import type { PanelDraw, PanelDue, PanelWinner, WinnerState } from '../../draw-contract.ts'
import { isUntold, nextPrize, winnersInNeed } from '../../tell-outcome.ts'

/** The viewer, and their rights. */
export interface Leader {
  /** May change: owners and reviewers. */
  judges: boolean
  owner: boolean
}

/** `domingo 20 de diciembre de 2026, 8:00 p. m.` of an instant as it is written in Caracas. */
export function tellWhen(text: string): string {
  return formatWholeInstant(Date.parse(text) as Instant)
}

/** `Super Gana y Triple Gana` */
export function lotteriesOf(due: PanelDue & { tipo: 'loteria' }): string {
  return [...new Set(due.partes.map(({ loteria }) => loteria))].join(' y ')
}

export const WINNER_WORDS: Record<WinnerState, string> = {
  por_avisar: 'Por avisar',
  avisado: 'Avisado',
  reclamado: 'Reclamado',
  entregado: 'Entregado',
  vencido: 'No lo reclamó',
}

/** State of the winner: nobody is called told before a mail or a person told them. */
export function winnerWord(winner: Pick<PanelWinner, 'estado' | 'aviso' | 'reclama_hasta'>): string {
  if (isUntold(winner)) return WINNER_WORDS.por_avisar
  return winner.estado === 'avisado' && winner.reclama_hasta === null
    ? 'Su aviso va en camino'
    : WINNER_WORDS[winner.estado]
}

/** How far a draw is, for the line of its stages: done, now, or later. */
export interface Stage {
  name: string
  says: string
  stand: 'done' | 'now' | 'later'
}

const ORDER = ['vendiendo', 'revisando', 'congelada', 'sorteando', 'terminado'] as const

/** The life of a draw from the sale to the delivery, in a line each. */
export function stagesOf(draw: PanelDraw): Stage[] {
  const at = draw.etapa === 'sorteando' ? 2 : Math.max(0, ORDER.indexOf(draw.etapa as (typeof ORDER)[number]))
  const drawn = draw.etapa === 'terminado'
  const stand = (place: number): Stage['stand'] => (place < at ? 'done' : place === at ? 'now' : 'later')
  const { cierre, lista, premios, sorteo_desde } = draw
  const winners = premios.flatMap(({ ganador }) => (ganador ? [ganador] : []))
  const delivered = winners.filter(({ estado }) => estado === 'entregado').length
  const given = premios.filter(({ no_vendido }) => !no_vendido).length
  return [
    { name: 'Venta', says: cierre === null ? 'Sin fecha límite' : tellWhen(cierre), stand: stand(0) },
    {
      name: 'Revisión de los últimos pagos',
      says: draw.revision === null ? '' : `Hasta el ${tellWhen(draw.revision.hasta)}`,
      stand: stand(1),
    },
    {
      name: 'Lista congelada',
      says: lista === null ? '' : tellWhen(lista.congelada_en),
      stand: lista === null ? 'later' : 'done',
    },
    {
      name: 'Sorteo',
      says: drawn || sorteo_desde === null ? '' : `Desde el ${tellWhen(sorteo_desde)}`,
      stand: drawn ? 'done' : lista === null ? 'later' : 'now',
    },
    {
      name: 'Entrega',
      says: winners.length === 0 ? '' : `${delivered} de ${given}`,
      stand: !drawn ? 'later' : delivered === given ? 'done' : 'now',
    },
  ]
}

/**
 * The place of the prize whose winner needs something, while the draw of the others needs nothing from the viewer: winners are told even while a lottery
 * is still to come.
 */
export function winnerMeanwhile(draw: PanelDraw, { judges }: Leader): number | null {
  const { propuesta, faro, premios } = draw
  const due = nextPrize(premios)?.espera
  if (propuesta ? !propuesta.mia && judges : due?.tipo === 'faro' ? faro?.estado === 'tarde' : due?.llego && judges) {
    return null
  }
  const [next] = winnersInNeed(premios)
  return next && next.need !== 'esperar' ? next.premio : null
}

/** Event that a prize waits for, as a sentence. */
export function tellDue(due: PanelDue): string {
  if (due.tipo === 'faro') return `Lo decide el azar público, desde el ${tellWhen(due.en)}`
  return `Lo decide ${lotteriesOf(due)}, sorteo de las ${drawHour(due.hora)} del ${tellWhen(due.en).split(',')[0]}.`
}
