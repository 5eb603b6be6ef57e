import {
  check,
  creatingTables,
  id,
  instant,
  integer,
  of,
  oneOf,
  orNull,
  primary,
  type Row,
  table,
  text,
  unique,
} from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { raffles } from '#raffles/server/schema.ts'
import { numberState } from '../contract.ts'
import { HOLD_SECONDS } from '../quantity.ts'

const HOLD = HOLD_SECONDS * 1000
/** How long tickets of rejected fakes count against their connection (milliseconds). */
export const FAKES_COUNT = 6 * 3_600_000

const counted = check(integer(0), (count) => `${count} >= 0`)

/**
 * How the numbers of a raffle are shared out, one row a raffle. Always
 * `libres + apartados + en_revision + confirmados = total_numeros`. The row is also the raffle's lock.
 */
export const stock = table(
  'stock',
  {
    rifa_id: primary(of(raffles)),
    total_numeros: integer(),
    libres: integer(),
    apartados: integer(0),
    en_revision: integer(0),
    confirmados: integer(0),
    /** Numbers without an owner: the free ones and those that are promised but not drawn yet. */
    sin_dueno: integer(),
    /** Tickets that reported payments wait for: there were none for them (serve-waiting.ts). They are in no other counter. */
    en_espera: counted,
    /** Tickets that were rejected as fakes and still count against their connections (shares.ts). They are in no other counter. */
    falsos: counted,
    /** Grows with every change. */
    version: integer(0),
  },
  {
    checks: {
      stock_never_negative: 'libres >= 0 and apartados >= 0 and en_revision >= 0 and confirmados >= 0',
      stock_adds_up: 'libres + apartados + en_revision + confirmados = total_numeros',
      stock_pile: 'sin_dueno >= libres and sin_dueno <= total_numeros - confirmados',
    },
  },
)

/**
 * `cedido` is a visitor who pays and whose tickets a report took. `en espera` is a reported payment for which there are none yet.
 * `falso` was rejected as a fake and has none: it counts against its connection until `vence_en`.
 */
const RESERVATION_STATES = [
  'apartado',
  'cedido',
  'en espera',
  'en revision',
  'confirmado',
  'falso',
  'liberado',
  'vencido',
] as const
export type ReservationState = (typeof RESERVATION_STATES)[number]

/** Counts of tickets by owner in a raffle: a visitor who is paying, then a purchase. */
export const reservations = table(
  'reservations',
  {
    id: id(),
    token: unique(text()),
    rifa_id: of(raffles),
    cantidad: check(integer(), (count) => `${count} > 0`),
    /** 1 when the visitor picked the numbers. */
    elegidos: integer(),
    estado: oneOf(RESERVATION_STATES),
    /** When its tickets go back on sale by themselves; null when they do not, or when they have. */
    vence_en: orNull(instant()),
    renovado: integer(0),
    /** 1 once it belongs to a purchase, and is kept for good. */
    compra: integer(0),
    /** The frozen quote, JSON. */
    cotizacion: text(),
    /** Mark of the connection that took or reported it (client-mark.ts); null once it is judged or over, and where nobody counts. */
    cliente: orNull(text()),
    /** The network of that connection, by the same rules. */
    red: orNull(text()),
    /** Picked numbers that are wanted and not owned yet, JSON; null when none are. */
    pedidos: orNull(text()),
    /** When its payment was reported, or corrected after its tickets had gone; null before. */
    reportado_en: orNull(instant()),
    /** When it got the tickets that it waited for, until its buyer was notified (purchases/server/mail/tell-served.ts); else null. */
    servido_en: orNull(instant()),
    /** 1 once its tickets were given to it by its approval: until then it waited, and does again when that is undone. */
    esperaba: integer(0),
    creado_en: instant(),
  },
  {
    indexes: {
      reservations_expiring: { on: ['rifa_id', 'vence_en'], where: 'vence_en is not null' },
      reservations_without_purchase: { on: ['creado_en'], where: 'compra = 0' },
      reservations_held_from: { on: ['rifa_id', 'red'], where: 'red is not null' },
      reservations_served: { on: ['servido_en'], where: 'servido_en is not null' },
      reservations_to_forget: { on: ['id'], where: `red is not null and estado in ('confirmado', 'liberado')` },
    },
    deadlines: [
      { column: 'vence_en', most: HOLD, gets: HOLD, where: `estado in ('apartado', 'cedido')` },
      { column: 'vence_en', most: FAKES_COUNT, gets: FAKES_COUNT, where: `estado = 'falso'` },
      // It would be the last of all.
      { column: 'reportado_en', most: 0, where: `estado = 'en espera'` },
    ],
  },
)

/** A number that has an owner: picked or confirmed. The primary key is what makes selling it twice impossible. */
export const tickets = table(
  'tickets',
  {
    rifa_id: of(raffles),
    numero: text(),
    estado: oneOf(numberState.exclude(['disponible'])),
    reserva_id: of(reservations),
    /** The stock's version with which it got this state. */
    version: integer(),
  },
  {
    primaryKey: { tickets_once: ['rifa_id', 'numero'] },
    indexes: { tickets_of_reservation: ['reserva_id'], tickets_by_change: ['rifa_id', 'version'] },
  },
)

/** When a number last lost its owner, so that a process with the grid in memory reads only the changes (number-states.ts). */
export const freedNumbers = table(
  'freed_numbers',
  {
    rifa_id: of(raffles),
    numero: text(),
    /** The stock's version with which it lost its owner. */
    version: integer(),
  },
  {
    primaryKey: { freed_numbers_once: ['rifa_id', 'numero'] },
    indexes: { freed_by_change: ['rifa_id', 'version'] },
  },
)

/**
 * Places of the numbers without an owner in the shuffled pile they are drawn from (free-pile.ts). Only places that hold another
 * number than their own have a row.
 */
export const freePile = table(
  'free_pile',
  { rifa_id: of(raffles), posicion: integer(), lugar: integer() },
  {
    primaryKey: { free_pile_position: ['rifa_id', 'posicion'] },
    unique: { free_pile_place: ['rifa_id', 'lugar'] },
  },
)

export type Stock = Row<typeof stock>
export type Reservation = Row<typeof reservations>
export type Ticket = Row<typeof tickets>

/** State of the numbers of a reservation; one that has no tickets has no numbers. */
export const NUMBER_STATE: Partial<Record<ReservationState, Ticket['estado']>> = {
  apartado: 'apartado',
  'en revision': 'en revision',
  confirmado: 'vendido',
}

const tables = [stock, reservations, tickets, freedNumbers, freePile] as const
export const ticketsSchema = [creatingTables('2026-11-28-10-tickets', tables)]

/** Each of their rows is of one raffle, and written in its lane or in one of no raffle. */
export const OF_ONE_RAFFLE: ReadonlySet<keyof Tables & string> = new Set([raffles, ...tables].map(({ name }) => name))
