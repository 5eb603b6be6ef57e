import type { Ctx } from '#platform/server/context.ts'
import type { Snapshots } from '#platform/server/snapshots.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { numberText } from '#raffles/digits.ts'
import type { NumberState } from '../../contract.ts'
import { findStock } from '../store.ts'
import { listChanged, listFreed, listOwned } from './number-store.ts'

/** A state's place here is its code in `NumberStates.codes`. */
export const STATES: readonly NumberState[] = ['disponible', 'apartado', 'en revision', 'vendido']

/**
 * The states of a raffle's numbers by their rows, kept in memory: a byte a number. After a sale only the changes since are
 * read, so that a raffle of a million costs as much as one of a hundred.
 */
export interface NumberStates {
  readonly total: number
  readonly digits: number
  /** Of the number at each place. Like the bits they go on changing: copy what must not. */
  readonly codes: Uint8Array
  /** One bit a number, 1 when it has no owner; the first number is the lowest bit of the first byte. */
  readonly bits: Uint8Array
  /** Grows with every state that changed. */
  edits: number
  /** The stock's version of which every change is in; -1 when nothing was ever sold. */
  version: number
}

type Shape = Pick<RaffleAnswer, 'id' | 'total_numeros' | 'digitos'>

/** States in a process: one process has one set of snapshots. The readings of a raffle wait for each other. */
const kept = new WeakMap<Snapshots, Map<number, Promise<NumberStates | null>>>()

/** The states as they are now. */
export function readStates(ctx: Ctx, raffle: Shape): Promise<NumberStates> {
  const byRaffle = kept.get(ctx.snapshots) ?? new Map<number, Promise<NumberStates | null>>()
  kept.set(ctx.snapshots, byRaffle)
  const before = byRaffle.get(raffle.id) ?? Promise.resolve(null)
  const now = before.then((states) => bringUpToDate(ctx, raffle, states))
  byRaffle.set(
    raffle.id,
    now.catch(() => before),
  )
  return now
}

async function bringUpToDate(ctx: Ctx, raffle: Shape, known: NumberStates | null): Promise<NumberStates> {
  const fits = known?.total === raffle.total_numeros && known.digits === raffle.digitos
  const states = fits ? known : nothingSold(raffle)
  // The version first: all changes that it counts had committed before, so none of the readings that follow can miss them.
  const version = (await findStock(ctx.db.read, raffle.id))?.version ?? -1
  if (version === states.version) return states
  if (states.version >= 0 && (await readChanges(ctx, raffle.id, states))) {
    states.version = version
    return states
  }
  const fresh = nothingSold(raffle)
  await readAll(ctx, raffle.id, fresh)
  fresh.version = version
  return fresh
}

function nothingSold({ total_numeros: total, digitos: digits }: Shape): NumberStates {
  const bits = new Uint8Array(Math.ceil(total / 8)).fill(0xff)
  if (total % 8 > 0) bits[bits.length - 1] = (1 << (total % 8)) - 1
  return { total, digits, codes: new Uint8Array(total), bits, edits: 0, version: -1 }
}

/** Rows per read, so that a first reading of a million does not make every other request wait. */
const PAGE = 10_000

async function readAll(ctx: Ctx, raffleId: number, states: NumberStates): Promise<void> {
  const { total, digits } = states
  for (let start = 0; start < total; start += PAGE) {
    const last = Math.min(start + PAGE, total) - 1
    const page = await listOwned(ctx.db.read, raffleId, numberText(start, digits), numberText(last, digits))
    for (const { numero, estado } of page) setState(states, numero, estado)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** @returns false when so much changed that reading all of it again costs less. */
async function readChanges(ctx: Ctx, raffleId: number, states: NumberStates): Promise<boolean> {
  const owned = await listChanged(ctx.db.read, raffleId, states.version, PAGE)
  const freed = await listFreed(ctx.db.read, raffleId, states.version, PAGE)
  if (owned.length === PAGE || freed.length === PAGE) return false
  const lost = new Map(freed.map((row) => [row.numero, row.version]))
  for (const { numero } of freed) setState(states, numero, 'disponible')
  for (const { numero, estado, version } of owned) {
    // A number that lost its owner between the two readings stays free.
    if (version >= (lost.get(numero) ?? 0)) setState(states, numero, estado)
  }
  return true
}

function setState(states: NumberStates, numero: string, estado: NumberState): void {
  const place = Number(numero)
  const code = STATES.indexOf(estado)
  if (place >= states.total || states.codes[place] === code) return
  states.codes[place] = code
  const bit = 1 << (place & 7)
  const byte = states.bits[place >> 3] ?? 0
  states.bits[place >> 3] = code === 0 ? byte | bit : byte & ~bit
  states.edits++
}

const CHUNK = 5_000

/** The contract's array, in pieces, so that a million numbers are never in memory as one text. */
export function* listNumbers(codes: Uint8Array, digits: number): Generator<string> {
  for (let start = 0; start < codes.length; start += CHUNK) {
    let text = start === 0 ? '[' : ','
    const end = Math.min(codes.length, start + CHUNK)
    for (let place = start; place < end; place++) {
      const estado = STATES[codes[place] ?? 0]
      text += `${place === start ? '' : ','}{"numero":"${numberText(place, digits)}","estado":"${estado}"}`
    }
    yield text
  }
  yield ']'
}
