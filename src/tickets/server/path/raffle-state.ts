import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import { Needs, Unit } from '#platform/server/db/unit.ts'
import { systemRandom } from '#platform/server/random.ts'
import { placeOf } from '#raffles/digits.ts'
import { isFrozen } from '#raffles/server/settled.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { type Around, Pile } from '../numbers/free-pile.ts'
import type { Client } from '../shares/client-mark.ts'
import { type Connection, connectionOf, type Held } from '../shares/connections.ts'
import type { Counted } from '../shares/unverified-share.ts'
import { type NewReservation, numbersOf, type Reservation, type Stock } from '../store.ts'
import type { Waiting } from '../waiting/list-waiting.ts'
import { listExpired, readRows, type Wants } from './load-rows.ts'
import { saveRows } from './save-rows.ts'

type Counters = Omit<Stock, 'rifa_id' | 'total_numeros' | 'version'>

/** Reservations that end in one step. */
const AT_ONCE = 1_000

/** Work around the commands: ending expired holds, and serving reports that wait. */
export interface Chores {
  endSome(state: RaffleState, over: readonly Reservation[]): void
  mayServe(state: RaffleState): boolean
  serveSome(state: RaffleState): void
}

/** A raffle as commands find it behind its lock, and as each leaves it to the next. */
export class RaffleState extends Unit<Wants> {
  raffle: Raffle
  readonly stock: Stock
  readonly now: Instant
  readonly pile = new Pile(this)
  /** Reservations whose own answer tells that they have their tickets, so that no mail does. */
  readonly told = new Set<Reservation>()
  readonly #chores: Chores
  readonly #reservations = new Map<number, Reservation>()
  readonly #tokens = new Map<string, number | null>()
  /** The numbers of those that own some, in order. */
  readonly #numbers = new Map<number, string[]>()
  readonly #owners = new Map<string, number | null>()
  /** Numbers that changed hands since the last save, and their owners before. */
  readonly #moved = new Map<string, number | null>()
  readonly #ids: number[] = []
  #random = systemRandom
  /** Expired holds have ended: time stands still for a group. */
  #ended = false
  #mayServe = false
  /** Answers of the database, true until a command has changed rows. */
  #held = new Map<string, Held[]>()
  #answers: { holds?: Reservation[]; line?: Waiting[]; few?: number } = {}

  constructor(raffle: Raffle, stock: Stock, now: Instant, chores: Chores) {
    super()
    this.#chores = chores
    this.raffle = raffle
    this.stock = stock
    this.now = now
  }

  /** @returns the reservation with that token, of any raffle; undefined when there is none. @throws Needs */
  withToken(token: string): Reservation | undefined {
    const id = this.#tokens.get(token)
    if (id === undefined) throw new Needs<Wants>({ tokens: [token] })
    return id === null ? undefined : this.reservation(id)
  }

  /** @throws Needs */
  reservation(id: number): Reservation {
    this.prepare({ ids: [id] })
    return this.#reservations.get(id) as Reservation
  }

  /** Requests all missing rows together, where a command would ask for one after the other. @throws Needs */
  prepare({ ids = [], networks = [] }: Pick<Wants, 'ids' | 'networks'>): void {
    const absent = ids.filter((id) => !this.#reservations.has(id))
    const uncounted = networks.filter((red) => !this.#held.has(red))
    if (absent.length + uncounted.length > 0) throw new Needs<Wants>({ ids: absent, networks: uncounted })
  }

  /** Its numbers, in order. @throws Needs */
  numbersOf({ id, elegidos, estado }: Reservation): string[] {
    const owns = elegidos === 1 || estado === 'confirmado'
    const numbers = this.#numbers.get(id) ?? (owns ? undefined : [])
    if (!numbers) throw new Needs<Wants>({ ids: [id] })
    return numbers
  }

  /** Which of the numbers have an owner, and the owner's id. @throws Needs */
  ownersAmong(numeros: readonly string[]): Map<string, number> {
    const unknown = numeros.filter((numero) => !this.#owners.has(numero))
    if (unknown.length > 0) throw new Needs<Wants>({ picks: unknown })
    const owned = numeros.flatMap((numero) => {
      const id = this.#owners.get(numero) ?? null
      return id === null ? [] : [[numero, id] as const]
    })
    return new Map(owned.sort())
  }

  /** Tickets of a connection now. @throws Needs */
  connection(client: Client): Connection {
    this.prepare({ networks: [client.red] })
    const since = [...this.touched].filter(([row]) => row !== this.stock) as [Reservation, Reservation | null][]
    return connectionOf(client, this.#held.get(client.red) ?? [], since, this.now)
  }

  /** The bare holds, the first first. @throws Needs */
  holds(): Reservation[] {
    const { holds } = this.#answers
    if (!holds) throw new Needs<Wants>({ holds: true })
    return holds.filter(({ estado }) => estado === 'apartado')
  }

  /** Tickets that few connections hold. @throws Needs */
  heldByFew(): number {
    const { few } = this.#answers
    if (few === undefined) throw new Needs<Wants>({ few: true })
    return few
  }

  /** Reports that wait and may be served (list-waiting.ts). @throws Needs */
  line(counted: Counted): Waiting[] {
    const { line } = this.#answers
    if (!line) throw new Needs<Wants>({ line: counted })
    return line
  }

  /** Expired holds give their tickets back before the command goes on. @throws Needs */
  endExpired(): void {
    if (!this.#ended) throw new Needs<Wants>({ ended: true })
  }

  /** Moves the counters by so much. */
  count(moves: Partial<Counters>): void {
    const counters = Object.keys(moves) as (keyof Counters)[]
    this.set(this.stock, Object.fromEntries(counters.map((name) => [name, this.stock[name] + (moves[name] ?? 0)])))
  }

  /** Makes a reservation. @throws Needs */
  make(row: NewReservation): Reservation {
    const id = this.#ids[0]
    if (id === undefined) throw new Needs<Wants>({ reservations: 1 })
    this.#ids.shift()
    this.undo(() => void this.#ids.unshift(id))
    const made: Reservation = { ...row, id, servido_en: null, esperaba: 0 }
    this.add(made)
    this.put(this.#reservations, id, made)
    this.put(this.#tokens, made.token, id)
    return made
  }

  /** Numbers, all of one reservation or of nobody, have that owner now, or none. */
  own(numeros: readonly string[], from: Reservation | null, to: Reservation | null): void {
    for (const numero of numeros) {
      if (!this.#moved.has(numero)) this.put(this.#moved, numero, from?.id ?? null)
      this.put(this.#owners, numero, to?.id ?? null)
    }
    if (from) this.put(this.#numbers, from.id, undefined)
    if (to) this.put(this.#numbers, to.id, [...numeros].sort())
  }

  /** Waiting reports may be served now. */
  callNext(): void {
    const before = this.#mayServe
    this.#mayServe = true
    this.undo(() => {
      this.#mayServe = before
    })
  }

  protected due(): (() => void) | null {
    // A report that waits when the list is frozen is dropped, and is not told first that it has its tickets.
    const due = this.#mayServe && !isFrozen(this.raffle, this.now) && this.#chores.mayServe(this)
    this.#mayServe = false
    if (!due) this.told.clear()
    return due ? () => this.#chores.serveSome(this) : null
  }

  protected kept(): void {
    this.#held.clear()
    this.#answers = {}
  }

  async load(tx: Sql, wants: Wants): Promise<void> {
    if (wants.ended) await this.#end(tx)
    if (wants.draw) this.#random = wants.draw.random
    const { raffle, stock, pile } = this
    const { tokens = [], picks = [], networks = [], places = [], positions = [], sizes = [] } = wants
    const drawn = Math.min(wants.draw?.count ?? 0, stock.sin_dueno)
    const draws = [...sizes, ...Array.from({ length: drawn }, (_, at) => stock.sin_dueno - at)]
    // An invalid number is refused later, and never reaches a statement that all of them share.
    const named = picks.filter((numero) => placeOf(numero, raffle.digitos, raffle.total_numeros) !== null)
    const picked = named.map(Number)
    const around = {
      places: [...places, ...picked],
      positions: [
        ...positions,
        // As far down as all picks so far may take it.
        ...(named.length ? [...this.#owners.keys(), ...named] : []).map((_, at) => stock.sin_dueno - 1 - at),
        ...draws.flatMap((size) => [pile.chance(size, (limit) => this.#random.below(limit)), size - 1]),
      ],
    }
    const read = await this.read(tx, { ...wants, picks: named }, around)
    const known = read.rows.map((row) => this.#know(row))
    for (const token of tokens) if (!this.#tokens.has(token)) this.#tokens.set(token, null)
    for (const numero of named) this.#owners.set(numero, read.owners.get(numero) ?? null)
    pile.learn(around, read.pile)
    for (const red of networks) this.#held.set(red, read.held.get(red) ?? [])
    if (read.holds) this.#answers.holds = read.holds.map((row) => this.#know(row))
    if (read.line) this.#answers.line = read.line
    if (read.few !== null) this.#answers.few = read.few
    this.#ids.push(...read.ids)
    await this.#readNumbers(tx, known)
  }

  /** Rows from the database. */
  protected read(tx: Sql, wants: Wants, around: Around): ReturnType<typeof readRows> {
    return readRows(tx, this.raffle.id, wants, around, this.now)
  }

  /** Expired reservations, the earliest first. */
  protected listOver(tx: Sql): Promise<Reservation[]> {
    return listExpired(tx, this.raffle.id, this.now, AT_ONCE)
  }

  async save(tx: Sql): Promise<void> {
    if (this.unsaved.size === 0) return
    await saveRows(tx, this.stock, {
      changed: this.unsaved as ReadonlyMap<object, Reservation | null>,
      pile: this.pile,
      moved: this.#moved,
      ownerOf: (numero) => {
        const id = this.#owners.get(numero) ?? null
        return id === null ? null : this.reservation(id)
      },
    })
    this.unsaved.clear()
    this.#moved.clear()
  }

  /** Ends expired holds, the earliest first, and serves reports that wait for the freed tickets. */
  async #end(tx: Sql): Promise<void> {
    let over: Reservation[] = []
    do {
      await this.save(tx)
      over = (await this.listOver(tx)).map((row) => this.#know(row))
      await this.#readNumbers(tx, over)
      await this.settle(tx, () => this.#chores.endSome(this, over))
    } while (over.length === AT_ONCE)
    this.#ended = true
    await this.save(tx)
  }

  /** A reservation in memory is as new as the database's row. */
  #know(row: Reservation): Reservation {
    const known = this.#reservations.get(row.id) ?? row
    this.#reservations.set(row.id, known)
    this.#tokens.set(row.token, row.id)
    return known
  }

  async #readNumbers(tx: Sql, rows: readonly Reservation[]): Promise<void> {
    const owning = rows.filter(
      ({ id, elegidos, estado }) => !this.#numbers.has(id) && (elegidos === 1 || estado === 'confirmado'),
    )
    const numbers = await numbersOf(tx, idsOf(owning))
    for (const [id, own] of numbers) this.#numbers.set(id, own)
  }
}
