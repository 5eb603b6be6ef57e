import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { writeInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { ownerCode } from '#purchases/server/owner-code.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { findStock } from '#tickets/server/store.ts'
import { headLine, ticketLine } from '../../list.ts'

/** Numbers read together, which is also the length of a piece of the text. */
export const PAGE = 2_000

/** The list of a raffle as its rows were at one instant. */
export interface Composed {
  /** Of its stock: as long as that has not changed, neither has the list. */
  version: number
  sha256: string
  cuenta: number
  /** The text, cut after line feeds. */
  pieces: string[]
}

/**
 * Reads the owners of the confirmed numbers and writes the list, without a lock and in pieces: the freeze checks behind the lock whether
 * anything has changed since.
 */
export async function composeList(ctx: Ctx, raffle: Raffle): Promise<Composed> {
  return ctx.db.consistent(async (sql) => {
    const stock = await findStock(sql, raffle.id)
    const cuenta = stock?.confirmados ?? 0
    const pieces = [headLine({ ...headOf(raffle), cuenta })]
    const hash = createHash('sha256').update(pieces[0] as string)
    let found = 0
    for await (const lines of listedLines(ctx, sql, raffle.id)) {
      const text = lines.join('')
      pieces.push(text)
      hash.update(text)
      found += lines.length
    }
    if (found !== cuenta) throw new Error(`${found} numbers are sold and the stock says ${cuenta}`)
    return { version: stock?.version ?? 0, sha256: hash.digest('hex'), cuenta, pieces }
  })
}

/** @throws Error before the close, and without a rule. */
export function headOf({ id, regla_sha256, cerrada_en }: Raffle): { rifa: number; regla: string; cierre: string } {
  if (regla_sha256 === null || cerrada_en === null) throw new Error('a raffle without a rule, or on sale, has no list')
  return { rifa: id, regla: regla_sha256, cierre: writeInstant(cerrada_en) }
}

/** The lines of a list from the current rows, ascending, so many at a time; without a code if the buyer was erased. */
export async function* listedLines(ctx: Pick<Ctx, 'keys'>, sql: Sql, raffleId: number): AsyncGenerator<string[]> {
  const codes = new Map<number, string>()
  for (let last = ''; ; ) {
    const page = await sql
      .selectFrom('tickets')
      .select(['numero', 'reserva_id'])
      .where('rifa_id', '=', raffleId)
      .where('estado', '=', 'vendido')
      .where('numero', '>', last)
      .orderBy('numero')
      .limit(PAGE)
      .execute()
    const unknown = new Set(page.map(({ reserva_id }) => reserva_id).filter((id) => !codes.has(id)))
    for (const { reserva_id, cedula } of await ownersOf(sql, [...unknown])) {
      codes.set(reserva_id, cedula === '' ? '' : ownerCode(ctx, raffleId, cedula))
    }
    const lines = page.map(({ numero, reserva_id }) => {
      const codigo = codes.get(reserva_id)
      if (codigo === undefined) throw new Error(`${numero} is sold and nobody bought it`)
      return ticketLine({ numero, codigo })
    })
    if (lines.length > 0) yield lines
    const end = page.at(-1)
    if (!end || page.length < PAGE) return
    last = end.numero
    // The embedded database answers immediately: without this nobody else is served until the last line.
    await setImmediate()
  }
}

/** A query of its own, by ids alone: an engine without statistics yet would join the whole tables for each page. */
async function ownersOf(sql: Sql, ids: readonly number[]): Promise<{ reserva_id: number; cedula: string }[]> {
  return ids.length === 0
    ? []
    : sql
        .selectFrom('purchases')
        .select(['reserva_id', 'cedula'])
        .where(isOneOf(sql, 'reserva_id', ids))
        .execute()
}
