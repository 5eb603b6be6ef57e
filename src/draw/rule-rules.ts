import { addDays, after, type CalendarDate, dayInCaracas, type Instant, MINUTE, startOfDay } from '#platform/clock.ts'
import { isWebLink } from '#platform/web-link.ts'
import { type Close, type DrawRule, digitsOf, hostOf, type Lottery } from './rule.ts'
import { LEAST_MINUTES } from './rule-limits.ts'

/** Hour at which the beacon decides about an unclaimed prize: once a day, so that the person who declares it lost cannot choose the round. */
const EVENING = { hora: '20:00' }
/** Between the loss of a prize and the beacon's round: by then all participants have a mail, whose date nobody can change. */
const NOTICE = 12 * 60 * MINUTE

/** When a rule ends the sale of a raffle at the latest; null if only the number of sold tickets does. */
export function limitOf(cierre: Close): string | null {
  return cierre.tipo === 'instante' ? cierre.en : cierre.limite
}

/** With how many confirmed numbers it does; null where none do. */
export function soldOutAt({ cierre, numeros }: Pick<DrawRule, 'cierre' | 'numeros'>): number | null {
  if (cierre.tipo === 'instante') return null
  return cierre.tipo === 'agotarse' ? numeros : Math.ceil((numeros * cierre.porcentaje) / 100)
}

/** Contradictions between the fields of a rule, or with the raffle: field and message. */
export function checkRule(rule: DrawRule, now: Instant): Record<string, string> {
  const problems: Record<string, string> = {}
  const limit = limitOf(rule.cierre)
  if (limit !== null && Date.parse(limit) <= now) problems['cierre'] = 'cierre: esa hora ya pasó'
  const least = rule.revision_horas * 60 + LEAST_MINUTES
  if (rule.espera_minutos < least) {
    problems['espera_minutos'] = `espera_minutos: ${least} o más, una hora después de la revisión`
  }
  for (const [place, { por }] of rule.premios.entries()) {
    if (por.tipo === 'faro') continue
    if (!isWebLink(por.pagina ?? '') || hostOf(por.pagina ?? '') === null) {
      problems[`premios.${place}.por.pagina`] =
        'pagina: pega la dirección donde la lotería publica lo que sale, que empieza por https://'
    }
    if (digitsOf(por) === rule.cifras) continue
    problems['premios'] ??=
      `premios: el número del premio ${place + 1} tiene ${digitsOf(por)} cifras y los de la rifa ${rule.cifras}`
  }
  return problems
}

/** The first day whose draw is at or after that instant. */
export function firstDay({ hora }: Pick<Lottery, 'hora'>, from: Instant): CalendarDate {
  const day = dayInCaracas(from)
  return drawnAt(day, hora) >= from ? day : addDays(day, 1)
}

/** When a lottery draws on that day. @param hora `22:00` */
export function drawnAt(day: CalendarDate, hora: string): Instant {
  const [hours = 0, minutes = 0] = hora.split(':').map(Number)
  return after(startOfDay(day), (hours * 60 + minutes) * MINUTE)
}

/** When the beacon decides about a prize declared lost at that instant. */
export function drawnAgain(said: Instant): Instant {
  return drawnAt(firstDay(EVENING, after(said, NOTICE)), EVENING.hora)
}

/** People who type a lottery's result: the second confirms the first one's entry. */
const HANDS = 2

/** Notice while too few people may type it; null if there are enough. */
export function handsText(manos: number): string | null {
  if (manos >= HANDS) return null
  return 'Lo que sale en la lotería lo escriben dos personas, y en tu equipo puede una sola: sin otra no se sortea.'
}
