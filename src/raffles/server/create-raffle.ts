import { createHash } from 'node:crypto'
import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { digitsOf } from '../digits.ts'
import type { NewRaffle, RaffleFields } from '../raffle-fields.ts'
import { columnsOf, refuseContradictions } from './raffle-columns.ts'
import { findByCreation, insertRaffle } from './store.ts'

/** Gives a new raffle its pictures, in the transaction that creates it. */
export type AddPictures = (tx: Sql, rifaId: number, now: Instant) => Promise<void>

/** A request for a raffle: the same key with the same fingerprint makes one. */
export interface Creation {
  clave: string
  huella: string
}

/** @param asked the content behind the key, as plain data in a fixed order. */
export function creationOf(clave: string, asked: unknown): Creation {
  return { clave, huella: createHash('sha256').update(JSON.stringify(asked)).digest('hex') }
}

/**
 * Creates a raffle as a draft: nobody sees it until it is published.
 * @param creation of the form, so that sending it twice makes one raffle; null if nobody repeats.
 * @param copia_de the raffle that it is a copy of, or null.
 * @returns its id.
 * @throws AppError 422 DATOS_INVALIDOS | CLAVE_REUTILIZADA
 */
export async function createRaffle(
  ctx: Ctx,
  raffle: NewRaffle,
  actor: Actor,
  pictures: AddPictures | null = null,
  creation: Creation | null = null,
  copia_de: number | null = null,
): Promise<number> {
  const fields: RaffleFields = { ...raffle, digitos: raffle.digitos ?? digitsOf(raffle.total_numeros) }
  refuseContradictions(fields)
  const columns = await columnsOf(fields)
  const now = ctx.clock.now()
  return ctx.db.write('sitio', async (tx) => {
    const earlier = creation && (await findByCreation(tx, creation.clave))
    if (earlier) {
      if (earlier.huella_creacion !== null && earlier.huella_creacion !== creation.huella) {
        throw refusal('CLAVE_REUTILIZADA', {
          error: 'Ya se creó una rifa con otros datos',
          details: 'Este formulario ya creó una, desde aquí o desde otra pestaña. Si esta es otra, toca de nuevo.',
        })
      }
      return earlier.id
    }
    const id = await insertRaffle(tx, {
      ...columns,
      estado: 'borrador',
      imagen: null,
      numero_ganador: '',
      ganador: '',
      clave_creacion: creation?.clave ?? null,
      huella_creacion: creation?.huella ?? null,
      creada_en: now,
      copia_de,
    })
    await pictures?.(tx, id, now)
    await appendEntry(tx, { en: now, actor, accion: 'rifa creada', rifa_id: id, datos: { ...fields } })
    return id
  })
}
