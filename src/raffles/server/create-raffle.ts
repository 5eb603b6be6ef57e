import { appendEntry } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { NewRaffle, RaffleFields } from '../contract.ts'
import { digitsOf } from '../digits.ts'
import { columnsOf, refuseContradictions } from './raffle-columns.ts'
import { findByCreation, insertRaffle } from './store.ts'

/** Gives a new raffle its pictures, in the transaction that creates it. */
export type AddPictures = (tx: Sql, rifaId: number, now: Instant) => Promise<void>

/**
 * Creates a raffle as a draft: nobody sees it until it is published.
 * @param clave of the form that asks, so that asking twice makes one raffle; null where nobody repeats.
 * @returns its id.
 * @throws AppError 422 DATOS_INVALIDOS
 */
export async function createRaffle(
  ctx: Ctx,
  raffle: NewRaffle,
  actor: string,
  pictures: AddPictures | null = null,
  clave: string | null = null,
): Promise<number> {
  const fields: RaffleFields = { ...raffle, digitos: raffle.digitos ?? digitsOf(raffle.total_numeros) }
  refuseContradictions(fields)
  const columns = columnsOf(fields)
  const now = ctx.clock.now()
  return ctx.db.write('sitio', async (tx) => {
    const earlier = clave === null ? undefined : await findByCreation(tx, clave)
    if (earlier) return earlier.id
    const id = await insertRaffle(tx, {
      ...columns,
      estado: 'borrador',
      imagen: null,
      numero_ganador: '',
      ganador: '',
      clave_creacion: clave,
      creada_en: now,
    })
    await pictures?.(tx, id, now)
    await appendEntry(tx, {
      ambito: `rifa:${id}`,
      en: now,
      actor,
      accion: 'rifa creada',
      rifa_id: id,
      datos: { ...fields },
    })
    return id
  })
}
