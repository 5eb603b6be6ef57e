import { addDays, after, type CalendarDate, HOUR, type Instant, MINUTE } from '#platform/clock.ts'
import { randomnessOf } from './beacon.ts'
import { pickPlace, type Sha256 } from './bytes.ts'
import { roundFrom } from './chain.ts'
import type { Ticket, Tickets } from './list.ts'
import { type DrawRule, hostOf, type Lottery, type Prize } from './rule.ts'
import { LEAST_MINUTES } from './rule-limits.ts'
import { drawnAgain, drawnAt, firstDay } from './rule-rules.ts'
import { BrokenRule, drawnNumber, firstInstant, latestClose, NO_POSTPONEMENT, postponed, type Step } from './steps.ts'

/** Beginning of a draw: nothing of it changes any more. */
export interface Frozen {
  rule: DrawRule
  /** When sales ended. */
  closed: Instant
  tickets: Tickets
  /** SHA-256 of the list, in hexadecimal. */
  list: string
}

/** Event that a prize waits for. */
export type Due =
  | { tipo: 'loteria'; dia: CalendarDate; hora: string; en: Instant }
  | { tipo: 'faro'; ronda: number; en: Instant }

/** State of a prize. */
export interface Standing {
  ganador: Ticket | null
  /** Next deciding event; null when it has a winner, or no number is left. */
  falta: Due | null
  /** Whether that event is the next of the whole draw: nobody chooses the order either. */
  toca: boolean
  /** Whether no number was left for it. */
  desierto: boolean
  /** Of a lottery: draws of which no number counted. */
  intentos: number
  /** Until then the typed result of its lottery can be objected to; null without one, or if the rule gives no time for it. */
  provisional: Instant | null
}

/** Outcome of a step, for readers. */
export interface Outcome {
  step: Step
  /** The number that it gave; null where it gives none. */
  numero: string | null
  porque: 'ganó' | 'no vendido' | 'ya ganó' | 'sin sorteo' | 'vencido' | 'aplazado' | 'corregido'
  /** Whether a later step took it back: it counts no more. */
  anulado: boolean
  /** Before that it cannot have been known. */
  en: Instant
}

/** A draw as far as it has come. */
export interface Followed {
  standings: Standing[]
  outcomes: Outcome[]
  /** From when draws count, after postponements. */
  from: Instant
}

/**
 * Follows the rule from the frozen list through the steps. The same for the server, which needs the next event, and for verifiers.
 * @param readRound verifies a round's signature: callers that have verified it before need not again.
 * @throws BrokenRule at the first step that the rule does not allow.
 */
export async function followRule(
  frozen: Frozen,
  steps: readonly Step[],
  sha256: Sha256,
  readRound: typeof randomnessOf = randomnessOf,
): Promise<Followed> {
  const course = new Course(frozen, sha256, readRound)
  const outcomes: Outcome[] = []
  latestClose(frozen.rule, steps)
  for (const step of steps) {
    outcomes.push(await course.take(step))
    for (const orden of course.taken()) (outcomes[orden] as Outcome).anulado = true
  }
  return { standings: course.standings(), outcomes, from: course.from() }
}

/** A prize on its way. */
interface Running {
  winner: Ticket | null
  /** When the winning event was drawn. */
  since: Instant
  /** Whether it has had a winner, who may have lost it. */
  decided: boolean
  attempts: number
  /** The day from which its lottery is looked at. */
  day: CalendarDate | null
  /** From when the beacon decides; null while a lottery does. */
  beaconFrom: Instant | null
  provisional: Instant | null
}

class Course {
  readonly #frozen: Frozen
  readonly #sha256: Sha256
  readonly #readRound: typeof randomnessOf
  #prizes: Running[]
  /** Draws before this do not count. */
  #from: Instant
  #begun = false
  /** Places of the list that cannot win any more, each with its step: they have won, or lost their prize. */
  readonly #out = new Map<number, number>()
  /** Prize of each step, and for a lottery's step the prize's state before it. */
  readonly #steps: ({ premio: number; before: Running | null } | null)[] = []
  /** Steps that the last one took back. */
  #taken: number[] = []

  constructor(frozen: Frozen, sha256: Sha256, readRound: typeof randomnessOf) {
    this.#frozen = frozen
    this.#sha256 = sha256
    this.#readRound = readRound
    this.#from = firstInstant(frozen.rule, frozen.closed)
    this.#prizes = this.#start()
  }

  #start(): Running[] {
    return this.#frozen.rule.premios.map(({ por }) => ({
      winner: null,
      since: this.#from,
      decided: false,
      attempts: 0,
      day: por.tipo === 'loteria' ? firstDay(por, this.#from) : null,
      beaconFrom: por.tipo === 'faro' ? this.#from : null,
      provisional: null,
    }))
  }

  from(): Instant {
    return this.#from
  }

  standings(): Standing[] {
    const turn = this.#turn()
    return this.#prizes.map((prize, place) => {
      const desierto = prize.winner === null && this.#left() === 0
      const falta = desierto ? null : this.#due(place)
      const toca = falta !== null && place === turn
      return { ganador: prize.winner, falta, toca, desierto, intentos: prize.attempts, provisional: prize.provisional }
    })
  }

  async take(step: Step): Promise<Outcome> {
    this.#taken = []
    if (step.tipo === 'aplazado') {
      this.#steps.push(null)
      return this.#postpone(step)
    }
    this.#begun = true
    const prize = this.#prizes[step.premio]
    if (!prize) throw new BrokenRule(`no hay un premio ${step.premio + 1}`)
    const typed = step.tipo === 'loteria' || step.tipo === 'sin sorteo'
    this.#steps.push({ premio: step.premio, before: typed ? { ...prize } : null })
    if (step.tipo === 'corregido') return this.#correct(step)
    if (step.tipo === 'vencido') return this.#expire(step, prize)
    const due = this.#due(step.premio)
    if (!due) throw new BrokenRule('ese premio no espera un sorteo')
    if (this.#turn() !== step.premio) throw new BrokenRule('antes toca el sorteo de otro premio')
    if (step.tipo === 'faro') return this.#takeRound(step, prize, due)
    if (due.tipo !== 'loteria' || due.dia !== step.dia) throw new BrokenRule('no es el sorteo que dice la regla')
    prize.provisional = this.#provisionalOf(step, due.en)
    prize.day = addDays(step.dia, 1)
    if (step.tipo === 'sin sorteo') return { step, numero: null, porque: 'sin sorteo', anulado: false, en: due.en }
    return this.#takeLottery(step, prize, due.en)
  }

  #postpone(step: Step & { tipo: 'aplazado' }): Outcome {
    if (this.#begun) throw new BrokenRule(NO_POSTPONEMENT)
    if (step.que === 'sorteo') {
      this.#from = postponed(this.#from, step)
      this.#prizes = this.#start()
    }
    return { step, numero: null, porque: 'aplazado', anulado: false, en: Date.parse(step.en) as Instant }
  }

  /** The steps that the last one took back. */
  taken(): readonly number[] {
    return this.#taken
  }

  /** A typed result of a lottery must be from the page that the rule names, and can be objected to from then on. */
  #provisionalOf({ premio, enlace, en }: Step & { tipo: 'loteria' | 'sin sorteo' }, drawn: Instant): Instant | null {
    const { pagina, objecion_minutos = 0 } = this.#lotteryOf(premio)
    if (pagina === undefined) return null
    const typed = Date.parse(en ?? '') as Instant
    if (!(typed >= drawn)) throw new BrokenRule('se escribió antes de la hora de la lotería')
    if (enlace !== '' && hostOf(enlace) !== hostOf(pagina))
      throw new BrokenRule('el enlace no es de la página que dice la regla')
    return after(typed, objecion_minutos * MINUTE)
  }

  #lotteryOf(premio: number): Lottery {
    return (this.#frozen.rule.premios[premio] as Prize).por as Lottery
  }

  /** Resets the prize to the state before that step; its winner since then can win again. Prizes that were drawn meanwhile stay as they are. */
  #correct(step: Step & { tipo: 'corregido' }): Outcome {
    const { premio, paso, motivo } = step
    const wrong = this.#steps[paso]
    const said = Date.parse(step.en) as Instant
    if (wrong?.premio !== premio || !wrong.before)
      throw new BrokenRule('no hay ahí un resultado de lotería que corregir')
    if (this.#lotteryOf(premio).pagina === undefined || motivo.trim() === '')
      throw new BrokenRule('se corrige con su motivo, y donde la regla dice la página')
    this.#prizes[premio] = { ...wrong.before, since: said }
    for (const [orden, one] of this.#steps.entries()) {
      if (orden < paso || one?.premio !== premio || orden === this.#steps.length - 1) continue
      this.#taken.push(orden)
      one.before = null
      for (const [place, by] of this.#out) if (by === orden) this.#out.delete(place)
    }
    return { step, numero: null, porque: 'corregido', anulado: false, en: said }
  }

  /** Prize of the next event: the one with the earliest hour, and among equal hours the first. */
  #turn(): number | null {
    const all = this.#prizes.flatMap((_, place) => {
      const due = this.#due(place)
      return due ? [{ place, en: due.en }] : []
    })
    return all.sort((one, other) => one.en - other.en || one.place - other.place)[0]?.place ?? null
  }

  /** Next deciding event of that prize. Prizes are decided in their order; a prize that was lost keeps no other waiting. */
  #due(place: number): Due | null {
    const prize = this.#prizes[place] as Running
    if (prize.winner || this.#prizes.slice(0, place).some(({ decided }) => !decided)) return null
    const { por } = this.#frozen.rule.premios[place] as DrawRule['premios'][number]
    if (por.tipo === 'loteria' && prize.beaconFrom === null && prize.day !== null) {
      return { tipo: 'loteria', dia: prize.day, hora: por.hora, en: drawnAt(prize.day, por.hora) }
    }
    const en = prize.beaconFrom as Instant
    return { tipo: 'faro', ronda: roundFrom(this.#frozen.rule.faro, en), en }
  }

  async #takeRound(step: Step & { tipo: 'faro' }, prize: Running, due: Due): Promise<Outcome> {
    const { rule, list } = this.#frozen
    if (due.tipo !== 'faro' || due.ronda !== step.ronda) throw new BrokenRule('no es la ronda que dice la regla')
    const randomness = await this.#readRound(rule.faro, step.ronda, step.firma, this.#sha256)
    if (randomness === null) throw new BrokenRule('la firma no es del azar público')
    const left = this.#left()
    if (left === 0) throw new BrokenRule('no queda ningún número')
    const place = await pickPlace(list, randomness, step.premio, left, this.#sha256)
    return this.#win(step, prize, this.#placeOf(place), due.en)
  }

  async #takeLottery(step: Step & { tipo: 'loteria' }, prize: Running, drawn: Instant): Promise<Outcome> {
    const { rule, tickets } = this.#frozen
    const por = this.#lotteryOf(step.premio)
    const numero = drawnNumber(por, step.resultados, rule)
    const place = await tickets.placeOf(numero)
    if (place !== null && !this.#out.has(place)) return this.#win(step, prize, place, drawn)
    prize.attempts++
    if (prize.attempts >= por.intentos) prize.beaconFrom = after(drawn, LEAST_MINUTES * MINUTE)
    return { step, numero, porque: place === null ? 'no vendido' : 'ya ganó', anulado: false, en: drawn }
  }

  #expire(step: Step & { tipo: 'vencido' }, prize: Running): Outcome {
    if (!prize.winner) throw new BrokenRule('ese premio no tiene a quién se le venza')
    const said = Date.parse(step.en) as Instant
    const hours = this.#frozen.rule.premios[step.premio]?.reclamo_horas ?? 0
    const since = Math.max(prize.since, prize.provisional ?? 0) as Instant
    if (said < after(since, hours * HOUR)) throw new BrokenRule('su tiempo para reclamar no había pasado')
    const { numero } = prize.winner
    prize.winner = null
    prize.beaconFrom = drawnAgain(said)
    return { step, numero, porque: 'vencido', anulado: false, en: said }
  }

  async #win(step: Step, prize: Running, place: number, since: Instant): Promise<Outcome> {
    const { rule, tickets } = this.#frozen
    const ticket = await tickets.at(place)
    prize.winner = ticket
    prize.since = Math.max(since, prize.since) as Instant
    prize.decided = true
    const places = rule.uno_por_persona ? await tickets.placesOf(ticket.codigo) : []
    for (const out of [place, ...places]) if (!this.#out.has(out)) this.#out.set(out, this.#steps.length - 1)
    return { step, numero: ticket.numero, porque: 'ganó', anulado: false, en: since }
  }

  /** How many can still win. */
  #left(): number {
    return this.#frozen.tickets.count - this.#out.size
  }

  /** Where in the list the one is that has so many before it that can still win. */
  #placeOf(left: number): number {
    let place = left
    for (const out of [...this.#out.keys()].sort((a, b) => a - b)) if (out <= place) place++
    return place
  }
}
