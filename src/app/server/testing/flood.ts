import { hash } from 'node:crypto'
import type { Randomness } from '#platform/server/random.ts'
import type { SettableClock } from '#platform/server/testing/settable-clock.ts'
import { WORK_HEADER, type WorkChallenge } from '#platform/work.ts'
import { earn, type Worker } from './earn.ts'

/**
 * People and scripts who want tickets of one raffle at the same time, by the calls of the specification alone, on a clock that is
 * moved some seconds at a time. Whoever is asked for work does it.
 */

export interface Call {
  path: string
  address: string
  body?: Record<string, unknown>
  /** Sent as a form with a proof. */
  form?: Record<string, string>
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  body: {
    token?: string
    sin_apartar?: boolean
    id?: number
    secreto?: string
    en_espera?: boolean
    estado?: string
    permitidos?: number
    trabajo?: WorkChallenge | null
    tiene_boletos?: boolean
    code?: string
  }
}

export interface World {
  clock: SettableClock
  raffleId: number
  /** Seconds that pass at once. */
  step: number
  send(call: Call): Promise<Answer>
  solve: Solver
  /** What the server does beside the requests. */
  tidy(): Promise<void>
}

export interface Buyer {
  /** Seconds after the beginning at which he opens the payment. */
  at: number
  address: string
  tickets: number
  /** Seconds from there to his report. */
  pays: number
}

/** Seconds for which a person tries again when there is nothing for him, and how often. */
const PATIENCE = 600
const AGAIN = 30

/** Seconds for which his page stays in front of him, and works when it is asked to: once he has opened the payment, and once he has reported. */
const IN_FRONT = { before: 20, after: 120 }

interface Visit extends Buyer {
  token: string | null
  /** He pays without tickets, or has reported and waits for some, and his page works for them until then. */
  works: { until: number } | null
  phone: Worker
  next: number
  secret: string | null
  /** What he was told that ended it. */
  refused: string | null
}

export interface Attack {
  kind: 'holds' | 'reports' | 'corrections'
  addresses: readonly string[]
  /** Tickets that an address asks for first: 100, then ever fewer, or 2 at a time as a visitor does. */
  first: 2 | 100
  /** Calls in one step, all addresses together. */
  calls: number
  /** Numbers that its core tries in that time when it is asked for work. */
  tries: number
  /** Whether it works for the tickets of its reports that wait, with all that its core can. */
  earns?: true
  /** Of rejected reports that are corrected again and again. */
  secrets?: readonly string[]
}

export interface Outcome {
  buyers: number
  /** Have tickets in review. */
  served: number
  /** Were accepted and wait for tickets. */
  waiting: number
  /** Why others have nothing. */
  refused: Record<string, number>
  /** Purchases that the attack reported. */
  fakes: number[]
  /** The most numbers that the phone of one buyer tried for its turn, and what the script's core tried for those of its reports. */
  tried: { phone: number; core: number }
}

/** Does the work that is asked for, in no time. */
export type Solver = (challenge: WorkChallenge) => Record<string, string>

/**
 * Work costs scripts what it is reckoned with and the machine nothing: whoever knows what the server's chance said need not look
 * for the number.
 */
export function foreknow(random: Randomness): { random: Randomness; solve: Solver } {
  const said: number[] = []
  return {
    random: {
      bytes: (length) => random.bytes(length),
      below(limit) {
        const number = random.below(limit)
        said.push(number)
        if (said.length > 1_000) said.splice(0, 500)
        return number
      },
    },
    solve({ reto, sal, huella }) {
      const found = said.findLast((number) => hash('sha256', `${sal}.${number}`) === huella)
      if (found === undefined) throw new Error('the server asked for a number that its chance never said')
      return { [WORK_HEADER]: `${reto}.${found}` }
    },
  }
}

let serial = 10_000_000

/** A person and a payment that nobody had before. */
function person(raffleId: number, tickets: number): Record<string, string> {
  const number = ++serial
  return {
    id_rifa: String(raffleId),
    cantidad_tickets: String(tickets),
    total: `${tickets * 5}.00`,
    nombre: 'Carla Mendoza',
    cedula: `V${number}`,
    telefono: `0414${String(number).slice(-7)}`,
    correo: `carla${number}@ejemplo.test`,
    referencia: `77${number}${number % 97}`,
    metodo_pago: 'Pago Movil',
  }
}

/** Sends it, and again with the work that it was asked for. @param tries how much of it is still done; null as much as it takes. */
async function work(world: World, call: Call, tries: { left: number } | null): Promise<Answer> {
  const first = await world.send(call)
  const challenge = first.status === 428 ? first.body.trabajo : undefined
  if (!challenge || (tries && tries.left < challenge.hasta / 2)) return first
  if (tries) tries.left -= challenge.hasta / 2
  return world.send({ ...call, headers: world.solve(challenge) })
}

/** A script that sets tickets aside, or reports payments that were never made, as fast as it is let. */
class Script {
  readonly fakes: number[] = []
  readonly #world: World
  readonly #attack: Attack
  readonly #wanted = new Map<string, number>()
  /** Reports of two tickets that wait: the work for them is the least for each ticket. */
  readonly #waiting: { address: string; secret: string }[] = []
  readonly core: Worker = { left: 0, tried: 0 }
  #turn = 0

  constructor(world: World, attack: Attack) {
    this.#world = world
    this.#attack = attack
  }

  async step(): Promise<void> {
    const { kind, addresses, calls, tries: each } = this.#attack
    const tries = { left: each }
    if (this.#attack.earns) await this.#earn(tries)
    for (const address of addresses) if (this.#first(address) < 2) this.#wanted.set(address, 2)
    // A round in which nobody got anything: until time passes nobody will.
    let inVain = 0
    for (let call = 0; call < calls && inVain < addresses.length; call++) {
      const address = addresses[this.#turn++ % addresses.length] ?? ''
      if (kind === 'holds') inVain = (await this.#hold(address, tries)) ? 0 : inVain + 1
      else if (kind === 'reports') await this.#report(address, tries)
      else await this.#correct(address, tries)
    }
  }

  /** All but an eighth of its core, which is left for what each call asks for, works for one report after the other. */
  async #earn(tries: { left: number }): Promise<void> {
    const reserve = tries.left / 8
    this.core.left = this.#waiting.length > 0 ? this.core.left + tries.left - reserve : 0
    if (this.#waiting.length > 0) tries.left = reserve
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (!(await earn(this.#world, this.core, first))) return
      this.#waiting.shift()
    }
  }

  /** First as many as one may hold at once, then as many as it is told, then ever fewer. @returns whether any are its now. */
  async #hold(address: string, tries: { left: number }): Promise<boolean> {
    const path = `/api/rifas/${this.#world.raffleId}/apartados`
    for (let wanted = this.#first(address); wanted >= 2; ) {
      const { status, body } = await work(this.#world, { path, address, body: { cantidad_tickets: wanted } }, tries)
      if (status === 201 && body.sin_apartar === false) return true
      wanted = Math.min(body.permitidos ?? wanted, Math.floor(wanted / 2))
      this.#wanted.set(address, wanted)
    }
    return false
  }

  async #report(address: string, tries: { left: number }): Promise<void> {
    const { raffleId } = this.#world
    const tickets = this.#first(address)
    const form = person(raffleId, Math.max(tickets, 2))
    const { body } = await work(this.#world, { path: '/api/rifas/participantes', address, form }, tries)
    if (body.id !== undefined) this.fakes.push(body.id)
    if (body.en_espera && tickets <= 2) this.#waiting.push({ address, secret: body.secreto ?? '' })
    if (body.en_espera) this.#wanted.set(address, Math.max(2, Math.floor(tickets / 2)))
  }

  async #correct(address: string, tries: { left: number }): Promise<void> {
    const { secrets = [] } = this.#attack
    const form = { secreto: secrets[this.#turn % secrets.length] ?? '', referencia: `88${++serial}` }
    await work(this.#world, { path: '/api/rifas/mi-compra/corregir', address, form }, tries)
  }

  #first(address: string): number {
    const wanted = this.#wanted.get(address) ?? this.#attack.first
    this.#wanted.set(address, wanted)
    return wanted
  }
}

/** One step of a person: set tickets aside, pay, report; and come back in half a minute when there are none. */
async function go(world: World, visit: Visit, second: number): Promise<void> {
  const { address, tickets } = visit
  const { raffleId } = world
  if (visit.token === null) {
    const path = `/api/rifas/${raffleId}/apartados`
    const held = await work(world, { path, address, body: { cantidad_tickets: tickets } }, null)
    if (held.status === 201) {
      visit.token = held.body.token ?? ''
      visit.next = second + visit.pays
      if (held.body.sin_apartar) visit.works = { until: second + IN_FRONT.before }
    } else {
      visit.next = second + AGAIN
      if (visit.next > visit.at + PATIENCE) visit.refused = held.body.code ?? String(held.status)
    }
    return
  }
  const form = { ...person(raffleId, tickets), apartado: visit.token }
  const reported = await work(world, { path: '/api/rifas/participantes', address, form }, null)
  if (reported.status === 201) {
    visit.secret = reported.body.secreto ?? ''
    visit.works = reported.body.en_espera ? { until: second + IN_FRONT.after } : null
  } else visit.refused = `report: ${reported.body.code ?? reported.status}`
}

/** Somebody reports that he paid. @param token of his hold or pass; without one he is of another page, or late. */
export function payNow(
  world: World,
  { address, tickets, token }: Pick<Buyer, 'address' | 'tickets'> & { token?: string },
): Promise<Answer> {
  const form = { ...person(world.raffleId, tickets), ...(token === undefined ? {} : { apartado: token }) }
  return work(world, { path: '/api/rifas/participantes', address, form }, null)
}

/** What his page does by itself in one step, while it is in front of him. @param phone numbers that it tries in that time. */
async function workOn(world: World, visit: Visit, second: number, phone: number): Promise<void> {
  const { works, token, secret, address } = visit
  if (works === null) return
  if (works.until <= second) visit.works = null
  visit.phone.left += phone
  const at = secret === null ? { address, token: token ?? '' } : { address, secret }
  if (await earn(world, visit.phone, at)) visit.works = null
}

/**
 * Lets all of them come, until the last has reported or given up.
 * @param phone numbers that a buyer's phone tries in one step.
 */
export async function sufferFlood(
  world: World,
  attack: Attack,
  buyers: readonly Buyer[],
  phone = 0,
): Promise<FloodedSale> {
  const script = new Script(world, attack)
  const visits = buyers.map(
    (buyer): Visit => ({
      ...buyer,
      token: null,
      next: buyer.at,
      secret: null,
      refused: null,
      works: null,
      phone: { left: 0, tried: 0 },
    }),
  )
  const open = () => visits.filter(({ secret, refused }) => secret === null && refused === null)
  const busy = () => open().length > 0 || visits.some(({ works }) => works !== null)
  for (let second = 0; busy(); second += world.step) {
    await script.step()
    for (const visit of visits) await workOn(world, visit, second, phone)
    for (const visit of open()) if (visit.next <= second) await go(world, visit, second)
    await pass(world)
  }
  return { script, visits }
}

export interface FloodedSale {
  script: { fakes: number[]; core: Worker }
  visits: { address: string; secret: string | null; refused: string | null; phone: Worker }[]
}

async function pass({ clock, step, tidy }: World): Promise<void> {
  clock.advance(step * 1000)
  await tidy()
}

/** Lets time pass in which nobody comes. */
export async function rest(world: World, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += world.step) await pass(world)
}

/** What became of the buyers, by what their private pages say. */
export async function outcomeOf(world: World, { script, visits }: FloodedSale): Promise<Outcome> {
  const outcome: Outcome = {
    buyers: visits.length,
    served: 0,
    waiting: 0,
    refused: {},
    fakes: script.fakes,
    tried: { phone: 0, core: script.core.tried },
  }
  for (const { secret, refused, address, phone } of visits) {
    outcome.tried.phone = Math.max(outcome.tried.phone, phone.tried)
    if (secret === null) {
      outcome.refused[refused ?? ''] = (outcome.refused[refused ?? ''] ?? 0) + 1
      continue
    }
    const { body } = await world.send({ path: '/api/rifas/mi-compra', address, body: { secreto: secret } })
    if (body.estado === 'en revision' || body.estado === 'confirmado') outcome[body.en_espera ? 'waiting' : 'served']++
  }
  return outcome
}

/**
 * Buyers who come over that many seconds, each from an address of his own but for the last `neighbours`, who share one.
 * @param chance from 0 to below 1.
 */
export function crowd(
  { buyers, neighbours, seconds, most }: { buyers: number; neighbours: number; seconds: number; most: number },
  chance: () => number,
): Buyer[] {
  const wishes = [2, 2, 2, 4, 5, 10].filter((wish) => wish <= most)
  return Array.from({ length: buyers }, (_, index) => ({
    at: Math.floor(chance() * seconds),
    address: index >= buyers - neighbours ? '186.167.240.9' : `190.72.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    tickets: wishes[Math.floor(chance() * wishes.length)] ?? 2,
    pays: 120 + Math.floor(chance() * 300),
  }))
}

/** Where scripts come from. */
export function addressesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `203.0.${Math.floor(index / 250)}.${(index % 250) + 1}`)
}

/** Connections of one /48, each a subscriber's /64. */
export function networksOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `2001:db8:77:${(index + 1).toString(16)}::1`)
}
