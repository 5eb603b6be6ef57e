import { mailLeaves } from '#mail/mail-leaves.ts'
import { formatDatedInstant, formatDay, type Instant } from '#platform/clock.ts'
import type { PanelPrize, PanelWinner } from './draw-contract.ts'
import type { Due, Outcome } from './follow-rule.ts'
import type { DrawRule } from './rule.ts'
import { isLateFreeze, type Step } from './steps.ts'

/** Event that a prize waits for, as the end of a sentence. */
export function tellDue(due: Due | null): string {
  if (!due) return 'que se decida el premio anterior.'
  return due.tipo === 'faro'
    ? `la ronda ${due.ronda} del azar público, del ${formatDatedInstant(due.en)}`
    : `el sorteo de la lotería del ${formatDatedInstant(due.en)}`
}

const tellInstant = (text: string) => formatDatedInstant(Date.parse(text) as Instant)

/** A postponement, for people. */
export function tellPostponed(step: Step & { tipo: 'aplazado' }): string {
  const moved = `del ${tellInstant(step.de)} al ${tellInstant(step.a)}`
  return isLateFreeze(step)
    ? `La lista se congeló tarde, y el sorteo pasó ${moved} Si tienes el código de control de la lista desde antes de la primera hora, esto no es verdad.`
    : `${step.que === 'cierre' ? 'El cierre' : 'El sorteo'} se aplazó antes de su hora, ${moved}: ${step.motivo}`
}

/** Outcome of a step, for people. */
export function tellOutcome(rule: DrawRule, { step, numero, porque }: Outcome): string {
  if (step.tipo === 'aplazado') return tellPostponed(step)
  const prize = `Premio ${step.premio + 1}`
  const { por } = rule.premios[step.premio] ?? { por: { tipo: 'faro' as const } }
  switch (step.tipo) {
    case 'faro':
      return `${prize}: la ronda ${step.ronda} del azar público, con su firma comprobada, da el ${numero}.`
    case 'corregido':
      return `${prize}: se corrigió lo que decía el paso ${step.paso + 1}, y ese resultado no vale. Motivo: ${step.motivo.replace(/\.$/, '')}. Lo dice ${step.mano}.`
    case 'vencido':
      return `${prize}: el ${numero} no se reclamó a tiempo.`
    case 'sin sorteo':
      return `${prize}: el ${formatDay(step.dia)} no hubo sorteo (${step.motivo}). Lo dicen ${step.manos.join(' y ')}.`
    case 'loteria': {
      const drawn =
        por.tipo === 'loteria'
          ? por.partes.map(({ loteria }, at) => `${loteria} ${step.resultados[at]}`).join(' y ')
          : ''
      const why = { ganó: 'que ganó', 'no vendido': 'que no se vendió', 'ya ganó': 'que ya había ganado' } as Record<
        string,
        string
      >
      return `${prize}: el ${formatDay(step.dia)} salió ${drawn}, y da el ${numero}, ${why[porque]}. Lo escribieron ${step.manos.join(' y ')}; compruébalo en ${step.enlace || 'la página de la lotería'}.`
    }
  }
}

/** Of the waiting prizes, the next one: the one with the earliest hour, and among equal hours the first. */
export function nextPrize<P extends Pick<PanelPrize, 'espera'>>(prizes: readonly P[]): P | undefined {
  const hour = ({ espera }: P) => (espera ? Date.parse(espera.en) : Number.POSITIVE_INFINITY)
  return prizes.filter(({ espera }) => espera !== null).sort((one, other) => hour(one) - hour(other))[0]
}

/**
 * Whether somebody has to tell the winner: there is no mail, or it did not arrive. While it is on its way nobody has to, and until something
 * tells them, their time to claim does not run. @param leaves whether mail leaves the shop; if not, theirs never will.
 */
export function isUntold(
  { estado, aviso, reclama_hasta }: Pick<PanelWinner, 'estado' | 'aviso' | 'reclama_hasta'>,
  leaves = mailLeaves(),
) {
  return (
    estado === 'por_avisar' || (estado === 'avisado' && reclama_hasta === null && !(aviso === 'pendiente' && leaves))
  )
}

/** What a winner needs of somebody, the most pressing first. */
const NEEDS = ['avisar', 'vencer', 'entregar', 'esperar'] as const

/** The winners who need something, the most pressing first: none whose prize is delivered, or whose result is provisional. */
export function winnersInNeed(premios: readonly PanelPrize[], leaves = mailLeaves()) {
  const all = premios.flatMap(({ premio, titulo, ganador, provisional_hasta }) => {
    if (!ganador || ganador.estado === 'entregado' || provisional_hasta !== null) return []
    const late = ganador.puede_vencer ? 'vencer' : ganador.estado === 'reclamado' ? 'entregar' : 'esperar'
    const need: (typeof NEEDS)[number] = isUntold(ganador, leaves) ? 'avisar' : late
    return [{ premio, titulo, ganador, need }]
  })
  return all.sort((one, other) => NEEDS.indexOf(one.need) - NEEDS.indexOf(other.need))
}
