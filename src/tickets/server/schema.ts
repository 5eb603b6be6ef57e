import { type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import {
  bigint,
  check,
  counter,
  creating,
  initially,
  integer,
  of,
  orNull,
  primary,
  text,
  unique,
} from '#platform/server/db/create-table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { NumberState } from '../contract.ts'

/**
 * How the numbers of a raffle are shared out, one row a raffle. Always
 * `libres + apartados + en_revision + confirmados = total_numeros`. The row is also the raffle's lock.
 */
export interface StockTable {
  rifa_id: number
  total_numeros: number
  libres: number
  apartados: number
  en_revision: number
  confirmados: number
  /** Numbers without an owner: the free ones and those that are promised but not drawn yet. */
  sin_dueno: number
  /** Tickets that reported payments wait for: there were none for them (serve-waiting.ts). They are in no other counter. */
  en_espera: number
  /** Tickets that were rejected as fakes and still count against their connections (shares.ts). They are in no other counter. */
  falsos: number
  /** Grows with every change. */
  version: number
}

/**
 * `cedido` is a visitor who pays and whose tickets a report took. `en espera` is a reported payment for which there are none yet.
 * `falso` was rejected as a fake and has none: it counts against its connection until `vence_en`.
 */
export type ReservationState =
  | 'apartado'
  | 'cedido'
  | 'en espera'
  | 'en revision'
  | 'confirmado'
  | 'falso'
  | 'liberado'
  | 'vencido'

/** Who has how many tickets of a raffle: a visitor who is paying, then a purchase. */
export interface ReservationsTable {
  id: Generated<number>
  token: string
  rifa_id: number
  cantidad: number
  /** 1 when the visitor picked the numbers. */
  elegidos: number
  estado: ReservationState
  /** When its tickets go back on sale by themselves; null when they do not, or when they have. */
  vence_en: Instant | null
  renovado: number
  /** 1 once it belongs to a purchase, and is kept for good. */
  compra: number
  /** The frozen quote, JSON. */
  cotizacion: string
  /** Whose connection took or reported it (client-mark.ts); null once it is judged or over, and where nobody counts. */
  cliente: string | null
  /** The network of that connection, by the same rules. */
  red: string | null
  /** Picked numbers that are wanted and not his yet, JSON; null when none are. */
  pedidos: string | null
  /** When its payment was reported, or corrected after its tickets had gone; null before. */
  reportado_en: Instant | null
  /** When it got the tickets that it waited for, until its buyer has been told (purchases/server/mail/tell-served.ts); else null. */
  servido_en: Instant | null
  /** 1 once its tickets were given to it by its approval: until then it waited, and does again when that is taken back. */
  esperaba: Generated<number>
  creado_en: Instant
}

/** A number that has an owner: picked or confirmed. The primary key is what makes selling it twice impossible. */
export interface TicketsTable {
  rifa_id: number
  numero: string
  estado: Exclude<NumberState, 'disponible'>
  reserva_id: number
  /** The stock's version with which it got this state. */
  version: number
}

/** When a number last lost its owner, so that who keeps the grid in memory reads only what changed (number-states.ts). */
export interface FreedNumbersTable {
  rifa_id: number
  numero: string
  /** The stock's version with which it lost him. */
  version: number
}

/**
 * Where the numbers without an owner stand in the shuffled pile they are drawn from (free-pile.ts). Only places that hold
 * another number than their own have a row.
 */
export interface FreePileTable {
  rifa_id: number
  posicion: number
  lugar: number
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    stock: StockTable
    reservations: ReservationsTable
    tickets: TicketsTable
    free_pile: FreePileTable
    freed_numbers: FreedNumbersTable
  }
}

/** Each of their rows is of one raffle, and written in its lane or in one of no raffle. */
export const OF_ONE_RAFFLE: ReadonlySet<string> = new Set<keyof Tables & string>([
  'raffles',
  'stock',
  'reservations',
  'tickets',
  'free_pile',
  'freed_numbers',
])

const raffle = of(integer, 'raffles.id')
const none = initially(integer, 0)

export const ticketsSchema = [
  creating('2026-11-22-09-tickets', async ({ table, index }) => {
    await table<'stock', 'falsos'>(
      'stock',
      {
        rifa_id: of(primary(integer), 'raffles.id'),
        total_numeros: integer,
        libres: integer,
        apartados: none,
        en_revision: none,
        confirmados: none,
        sin_dueno: integer,
        en_espera: check(none, sql`en_espera >= 0`),
        // Until 2026-11-27-95-shares.
        ...{
          pases: check(none, sql`pases >= 0`),
          apretado_desde: orNull(bigint),
          holgado_desde: orNull(bigint),
          rechazado_en: orNull(bigint),
          quedaban: none,
          devueltos: none,
        },
        version: none,
      },
      (stock) =>
        stock
          .addCheckConstraint(
            'stock_never_negative',
            sql`libres >= 0 and apartados >= 0 and en_revision >= 0 and confirmados >= 0`,
          )
          .addCheckConstraint('stock_adds_up', sql`libres + apartados + en_revision + confirmados = total_numeros`)
          .addCheckConstraint('stock_pile', sql`sin_dueno >= libres and sin_dueno <= total_numeros - confirmados`),
    )
    await table('reservations', {
      id: counter,
      token: unique(text),
      rifa_id: raffle,
      cantidad: check(integer, sql`cantidad > 0`),
      elegidos: integer,
      estado: text,
      vence_en: orNull(bigint),
      renovado: none,
      compra: none,
      cotizacion: text,
      cliente: orNull(text),
      red: orNull(text),
      pedidos: orNull(text),
      reportado_en: orNull(bigint),
      servido_en: orNull(bigint),
      esperaba: none,
      // Until 2026-11-27-95-shares.
      ...{ trabajo: initially(bigint, 0) },
      creado_en: bigint,
    })
    await index('reservations_expiring', 'reservations', ['rifa_id', 'vence_en'], sql`vence_en is not null`)
    await index('reservations_without_purchase', 'reservations', ['creado_en'], sql`compra = 0`)
    await index('reservations_held_by', 'reservations', ['rifa_id', 'cliente'], sql`cliente is not null`)
    await index('reservations_held_from', 'reservations', ['rifa_id', 'red'], sql`red is not null`)
    await index('reservations_reported', 'reservations', ['rifa_id', 'reportado_en'], sql`reportado_en is not null`)
    await index('reservations_served', 'reservations', ['servido_en'], sql`servido_en is not null`)
    await index('reservations_earning', 'reservations', ['rifa_id'], sql`trabajo > 0`)
    const judged = sql`red is not null and estado in ('confirmado', 'liberado')`
    await index('reservations_to_forget', 'reservations', ['id'], judged)

    await table(
      'tickets',
      { rifa_id: raffle, numero: text, estado: text, reserva_id: of(bigint, 'reservations.id'), version: integer },
      (tickets) => tickets.addPrimaryKeyConstraint('tickets_once', ['rifa_id', 'numero']),
    )
    await index('tickets_of_reservation', 'tickets', ['reserva_id'])
    await index('tickets_by_change', 'tickets', ['rifa_id', 'version'])
    await table('freed_numbers', { rifa_id: raffle, numero: text, version: integer }, (freed) =>
      freed.addPrimaryKeyConstraint('freed_numbers_once', ['rifa_id', 'numero']),
    )
    await index('freed_by_change', 'freed_numbers', ['rifa_id', 'version'])
    await table('free_pile', { rifa_id: raffle, posicion: integer, lugar: integer }, (pile) =>
      pile
        .addPrimaryKeyConstraint('free_pile_position', ['rifa_id', 'posicion'])
        .addUniqueConstraint('free_pile_place', ['rifa_id', 'lugar']),
    )
  }),
  creating('2026-11-27-95-shares', async ({ columns, run }) => {
    // A pass of before has no tickets and ends by its own time, as any hold.
    for (const column of ['pases', 'apretado_desde', 'holgado_desde', 'rechazado_en', 'quedaban', 'devueltos'])
      await run(sql`alter table stock drop column ${sql.ref(column)}`)
    await columns('stock', { falsos: check(none, sql`falsos >= 0`) })
    for (const index of ['reservations_earning', 'reservations_held_by', 'reservations_reported'])
      await run(sql`drop index ${sql.ref(index)}`)
    await run(sql`alter table reservations drop column trabajo`)
  }),
]
