import type { Sql } from '#platform/server/db/database.ts'
import { placeOf } from '#raffles/digits.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { NUMBER_STATE, type ReservationState } from './schema.ts'
import { findStock, type Stock } from './store.ts'

/** Recounts the tickets of one raffle from their rows. Each sentence is something that does not add up. */
export async function auditTickets(sql: Sql, raffle: Raffle): Promise<string[]> {
  const stock = await findStock(sql, raffle.id)
  const problems: string[] = []
  const say = (problem: string) => problems.push(`rifa ${raffle.id}: ${problem}`)
  const shares = await sharesByState(sql, raffle.id)
  // The row is made with the first tickets that somebody wants.
  if (!stock) return shares.size === 0 ? [] : [`rifa ${raffle.id}: falta la fila de stock`]
  compareCounters(stock, shares, raffle, say)
  const owned = await auditNumbers(sql, raffle, say)
  await auditPile(sql, raffle, stock, owned, say)
  await auditReservations(sql, raffle.id, say)
  return problems
}

/** Shares and piles of raffles that do not exist. */
export async function auditStrays(sql: Sql): Promise<string[]> {
  const problems: string[] = []
  for (const table of ['stock', 'free_pile'] as const) {
    const strays = await sql
      .selectFrom(table)
      .select('rifa_id')
      .distinct()
      .where('rifa_id', 'not in', sql.selectFrom('raffles').select('id'))
      .execute()
    for (const { rifa_id } of strays) problems.push(`rifa ${rifa_id}: no existe, y ${table} la nombra`)
  }
  return problems
}

type Say = (problem: string) => void

async function sharesByState(sql: Sql, raffleId: number): Promise<Map<ReservationState, number>> {
  const rows = await sql
    .selectFrom('reservations')
    .select((select) => ['estado', select.fn.sum<number>('cantidad').as('cantidad')])
    .where('rifa_id', '=', raffleId)
    .groupBy('estado')
    .execute()
  return new Map(rows.map((row) => [row.estado, Number(row.cantidad)]))
}

function compareCounters(stock: Stock, shares: Map<ReservationState, number>, raffle: Raffle, say: Say): void {
  const held = shares.get('apartado') ?? 0
  const inReview = shares.get('en revision') ?? 0
  const confirmed = shares.get('confirmado') ?? 0
  const expected = {
    total_numeros: raffle.total_numeros,
    apartados: held,
    en_revision: inReview,
    confirmados: confirmed,
    libres: raffle.total_numeros - held - inReview - confirmed,
    en_espera: shares.get('en espera') ?? 0,
    falsos: shares.get('falso') ?? 0,
  }
  for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
    if (stock[name] !== expected[name]) say(`${name} dice ${stock[name]} y se cuentan ${expected[name]}`)
  }
}

/** Which places have an owner. */
async function auditNumbers(sql: Sql, raffle: Raffle, say: Say): Promise<Uint8Array> {
  const owned = new Uint8Array(raffle.total_numeros)
  const rows = await sql
    .selectFrom('tickets')
    .innerJoin('reservations', 'reservations.id', 'tickets.reserva_id')
    .select(['tickets.numero', 'tickets.estado', 'reservations.estado as reserva', 'reservations.rifa_id as de'])
    .where('tickets.rifa_id', '=', raffle.id)
    .execute()
  for (const row of rows) {
    const place = placeOf(row.numero, raffle.digitos, raffle.total_numeros)
    if (place === null) say(`el número ${row.numero} no existe en la rifa`)
    else if (owned[place] === 1) say(`el número ${row.numero} tiene dos dueños`)
    else owned[place] = 1
    if (row.estado !== NUMBER_STATE[row.reserva])
      say(`el número ${row.numero} está ${row.estado} y su reserva ${row.reserva}`)
    if (row.de !== raffle.id) say(`el número ${row.numero} es de una reserva de la rifa ${row.de}`)
  }
  return owned
}

async function auditPile(sql: Sql, raffle: Raffle, stock: Stock, owned: Uint8Array, say: Say): Promise<void> {
  const free = owned.reduce((count, taken) => count + (taken === 0 ? 1 : 0), 0)
  if (stock.sin_dueno !== free) say(`sin_dueno dice ${stock.sin_dueno} y se cuentan ${free}`)
  const rows = await sql
    .selectFrom('free_pile')
    .select(['posicion', 'lugar'])
    .where('rifa_id', '=', raffle.id)
    .execute()
  const moved = new Map(rows.map((row) => [row.posicion, row.lugar]))
  const seen = new Uint8Array(raffle.total_numeros)
  for (let position = 0; position < stock.sin_dueno; position++) {
    const place = moved.get(position) ?? position
    if (owned[place] !== 0) say(`el lugar ${place} tiene dueño y está en la pila de los libres`)
    else if (seen[place] === 1) say(`el lugar ${place} está dos veces en la pila de los libres`)
    seen[place] = 1
  }
  for (const position of moved.keys()) {
    if (position >= stock.sin_dueno) say(`la pila de los libres tiene una fila de más en la posición ${position}`)
  }
}

async function auditReservations(sql: Sql, raffleId: number, say: Say): Promise<void> {
  const rows = await sql
    .selectFrom('reservations')
    .leftJoin('tickets', 'tickets.reserva_id', 'reservations.id')
    .select((select) => [
      'reservations.id',
      'reservations.cantidad',
      'reservations.elegidos',
      'reservations.estado',
      select.fn.count<number>('tickets.numero').as('numeros'),
    ])
    .where('reservations.rifa_id', '=', raffleId)
    .groupBy(['reservations.id', 'reservations.cantidad', 'reservations.elegidos', 'reservations.estado'])
    .execute()
  for (const row of rows) {
    const live = row.estado === 'apartado' || row.estado === 'en revision'
    const expected = row.estado === 'confirmado' || (live && row.elegidos === 1) ? row.cantidad : 0
    if (Number(row.numeros) !== expected)
      say(`la reserva ${row.id} (${row.estado}) tiene ${row.numeros} números y deben ser ${expected}`)
  }
}
