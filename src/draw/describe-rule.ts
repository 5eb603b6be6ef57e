import {
  type CalendarDate,
  dayInCaracas,
  formatDrawDay,
  formatHour,
  formatWholeDay,
  formatWholeInstant,
  type Instant,
} from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import { isPublic } from './chain.ts'
import type { DrawDocument } from './document.ts'
import { type DrawRule, type Lottery, type LotteryPart, type Prize, readRule } from './rule.ts'
import { LEAST_MINUTES } from './rule-limits.ts'
import { drawnAt, firstDay, limitOf, soldOutAt } from './rule-rules.ts'
import { firstInstant, latestClose, readStep, type Step } from './steps.ts'

/** Heading of the postponements. */
export const MOVED = 'Lo que se aplazó'

/** Where the chain that a rule names is somebody's own. */
export const REHEARSAL = 'Azar de muestra: este sorteo es un ensayo y no vale.'

/** A piece of a rule in words, for people. */
export interface RulePassage {
  titulo: string
  /** One sentence or two each. */
  lineas: string[]
  /** The place of its prize, from 0; null if it is about the draw. */
  premio: number | null
}

/**
 * A rule in plain words, the same for its owner, its buyers and its verifiers.
 * @param steps of the draw; only the postponements are told
 * @param closed when sales ended, or null while they go on
 */
export function describeRule(
  rule: DrawRule,
  steps: readonly Step[] = [],
  closed: Instant | null = null,
): RulePassage[] {
  const moved = steps.filter((step) => step.tipo === 'aplazado')
  const from = drawnFrom(rule, moved, closed)
  const about = (titulo: string, lineas: string[]): RulePassage => ({ titulo, lineas, premio: null })
  return [
    about('Cuándo terminan las ventas', closeLines(rule, moved, closed)),
    about('Quién participa', [
      `Los pagos que ya estén reportados se revisan hasta ${hoursText(rule.revision_horas)} después. El que no se confirme en ese tiempo no participa.`,
      'Después se congela la lista de quién tiene cada número y se publica su código de control (SHA-256). Desde ahí nadie la cambia, tampoco nosotros.',
    ]),
    ...rule.premios.map((prize, place) => ({
      titulo: rule.premios.length === 1 ? `El premio: ${prize.titulo}` : `Premio ${place + 1}: ${prize.titulo}`,
      lineas: [...winnerLines(prize, rule, from), claimLine(prize)],
      premio: place,
    })),
    ...(rule.premios.length === 1 ? [] : [about('Si hay varios premios', [orderLine(rule)])]),
    about('Qué puede cambiar', [
      `Esta regla queda fija desde la primera venta. Lo único posible es aplazar: ${postponingText(rule)}antes de la hora, para una posterior, con su motivo y a la vista de todos.`,
    ]),
    ...(moved.length === 0 ? [] : [about(MOVED, moved.map(movedLine))]),
  ]
}

function postponingText({ aplazar }: DrawRule): string {
  return aplazar ? `${aplazar.veces} veces como mucho y ${aplazar.dias} días en total, ` : ''
}

/** `72 horas (3 días)` */
export function hoursText(hours: number): string {
  const plain = hours === 1 ? '1 hora' : `${hours} horas`
  return hours >= 48 && hours % 24 === 0 ? `${plain} (${hours / 24} días)` : plain
}

/** `10:00 p. m.` of `22:00`. */
export function drawHour(hora: string): string {
  return formatHour(drawnAt('2026-01-01' as CalendarDate, hora))
}

/** `los 4 últimos dígitos de Super Gana`, part after part. */
export function partsText({ partes }: Pick<Lottery, 'partes'>): string {
  return inRow(partes.map(partText))
}

type Moved = Step & { tipo: 'aplazado' }

function closeLines(rule: DrawRule, moved: readonly Moved[], closed: Instant | null): string[] {
  if (closed !== null) return [`Terminaron el ${formatWholeInstant(closed)}`]
  const text = limitOf(rule.cierre)
  const last = movedTo(moved, 'cierre') ?? (text === null ? null : (Date.parse(text) as Instant))
  const limit = last === null ? null : formatWholeInstant(last)
  const enough = soldOutAt(rule)
  if (enough === null) return [`El ${limit}, hora de Venezuela.`]
  const { cierre, numeros } = rule
  const goal =
    cierre.tipo === 'porcentaje'
      ? `Al vender el ${cierre.porcentaje} %: cuando estén confirmados ${formatCount(enough)} de los ${formatCount(numeros)} números.`
      : `Al agotarse: cuando estén confirmados los ${formatCount(numeros)} números.`
  const otherwise =
    limit === null
      ? 'No hay fecha límite: mientras no se llegue ahí, la venta sigue abierta.'
      : `Si no se llega ahí antes, terminan el ${limit}, hora de Venezuela, con lo que se haya vendido.`
  return [goal, otherwise]
}

/** From when draws count; null while nobody knows when sales end. */
function drawnFrom(rule: DrawRule, moved: readonly Moved[], closed: Instant | null): Instant | null {
  const sure = rule.cierre.tipo === 'instante' ? (Date.parse(rule.cierre.en) as Instant) : null
  const end = closed ?? (sure && (movedTo(moved, 'cierre') ?? sure))
  return movedTo(moved, 'sorteo') ?? (end && firstInstant(rule, end))
}

function winnerLines({ por }: Prize, rule: DrawRule, from: Instant | null): string[] {
  if (por.tipo === 'loteria') return lotteryLines(por, rule, from)
  const when =
    from === null
      ? `${minutesText(rule.espera_minutos)} después del cierre`
      : `el ${formatWholeInstant(from)}, hora de Venezuela`
  return [
    isPublic(rule.faro)
      ? `Lo decide un azar público (drand), ${when}: un número que se publica en internet cada 3 segundos y que nadie, tampoco nosotros, puede conocer ni cambiar antes.`
      : `Lo decide un azar de muestra, ${when}: quien lo tiene conoce sus números antes. ${REHEARSAL}`,
    'Siempre sale un número vendido.',
  ]
}

function lotteryLines(por: Lottery, rule: DrawRule, from: Instant | null): string[] {
  const hour = drawHour(por.hora)
  const names = inRow([...new Set(por.partes.map(({ loteria }) => loteria))])
  const when =
    from === null
      ? `en el primer sorteo de las ${hour} que se haga al menos ${minutesText(rule.espera_minutos)} después del cierre`
      : `en el sorteo de las ${hour} del ${formatWholeDay(firstDay(por, from))}`
  const order = por.partes.length > 1 ? ', en ese orden' : ''
  const added =
    por.suma > 0
      ? ` A ese número se le suma ${por.suma}; si pasa de ${'9'.repeat(rule.cifras)}, sigue desde ${'0'.repeat(rule.cifras)}.`
      : ''
  const several = rule.premios.length > 1
  const missed = several ? 'no se vendió, o ya ganó' : 'no se vendió'
  const those = several ? 'entre los vendidos que no hayan ganado' : 'entre los vendidos'
  return [
    `Lo decide ${names}, ${when}: gana el número que forman ${partsText(por)}${order}.${added}`,
    `Si ese número ${missed}, ${
      por.intentos === 1 ? '' : `vale el sorteo del día siguiente. Si tampoco se acierta en ${por.intentos} sorteos, `
    }decide ${beaconName(rule)} una hora después, ${those}.`,
    'Un día en que esa lotería no juegue no cuenta: vale el del día siguiente.',
    ...(por.pagina === undefined
      ? []
      : [
          `Lo que sale se mira en ${por.pagina} y lo escriben dos personas de la tienda. Es provisional ${por.objecion_minutos} minutos. Si estaba mal escrito se corrige con su motivo, a la vista de todos, mientras no se haya entregado el premio.`,
        ]),
  ]
}

function partText({ loteria, toma, cifras, al_reves }: LotteryPart): string {
  const [one, many] = toma === 'primeras' ? ['primer', 'primeros'] : ['último', 'últimos']
  const digits = cifras === 1 ? `el ${one} dígito` : `los ${cifras} ${many} dígitos`
  return `${digits} de ${loteria}${al_reves ? ' leídos al revés' : ''}`
}

function claimLine({ reclamo_horas }: Prize): string {
  return `Quien gane tiene ${hoursText(reclamo_horas)} para reclamarlo desde que se le avise. Si no lo hace lo pierde: se avisa a todos los que participan y, doce horas después o más, a las 8 de la noche, se sortea otra vez entre los números vendidos.`
}

function orderLine({ uno_por_persona }: DrawRule): string {
  const once = uno_por_persona
    ? 'Una persona gana un solo premio, aunque tenga varios números.'
    : 'Un número gana un solo premio. Una persona con varios números puede ganar varios.'
  return `Se sortean en orden, uno tras otro. ${once}`
}

function movedLine({ que, de, a, motivo }: Moved): string {
  const [before, next] = [de, a].map((text) => formatWholeInstant(Date.parse(text) as Instant))
  return `El ${que === 'cierre' ? 'fin de las ventas' : 'sorteo'} pasó del ${before} al ${next} Motivo: ${motivo}`
}

function beaconName({ faro }: DrawRule): string {
  return isPublic(faro) ? 'el azar público (drand)' : 'un azar de muestra'
}

/** `25 horas`, or minutes where hours do not fit. */
function minutesText(minutes: number): string {
  return minutes % LEAST_MINUTES === 0 ? hoursText(minutes / LEAST_MINUTES) : `${minutes} minutos`
}

/** `a, b y c` */
function inRow(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`
}

/** Where the end of sales, or the draw, was moved to at last; null if it never was. */
function movedTo(steps: readonly Step[], what: Moved['que']): Instant | null {
  const last = steps.filter((step) => step.tipo === 'aplazado' && step.que === what).at(-1)
  return last?.tipo === 'aplazado' ? (Date.parse(last.a) as Instant) : null
}

/** From when draws count, after postponements. @param closed when sales ended, or end. */
export function drawsFrom(rule: DrawRule, steps: readonly Step[], closed: Instant): Instant {
  return movedTo(steps, 'sorteo') ?? firstInstant(rule, closed)
}

/** When a prize is drawn that is the first one. */
export function drawDay({ por }: DrawRule['premios'][number], from: Instant): CalendarDate {
  return por.tipo === 'faro' ? dayInCaracas(from) : firstDay(por, from)
}

/**
 * When the first prize is drawn, as far as it is known.
 * @param pasos texts of the steps.
 * @param closed when sales ended; null while they go on.
 */
export function firstDrawDay(rule: DrawRule, pasos: readonly string[], closed: Instant | null): CalendarDate | null {
  const [first] = rule.premios
  const steps = pasos.flatMap((text) => readStep(text) ?? [])
  const end = closed ?? (rule.cierre.tipo === 'instante' ? latestClose(rule, steps) : null)
  return first && end !== null ? drawDay(first, drawsFrom(rule, steps, end)) : null
}

/** `22 de Noviembre`, `Al vender 80%`, `Al agotarse`: when a raffle is drawn by its rule, where its owner has announced no day; null where the rule cannot be read. */
export function drawLine({ regla, cierre, pasos }: DrawDocument): string | null {
  const rule = readRule(regla)
  if (!rule || rule.premios.length === 0) return null
  const day = firstDrawDay(rule, pasos, cierre === null ? null : (Date.parse(cierre) as Instant))
  if (day !== null) return formatDrawDay(day)
  return rule.cierre.tipo === 'porcentaje' ? `Al vender ${rule.cierre.porcentaje}%` : 'Al agotarse'
}
