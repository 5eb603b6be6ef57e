import { appendEntry } from '#journal/server/append-entry.ts'
import { AppError } from '#platform/errors.ts'
import { parseMoney, parseRate } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { NewRaffle, RaffleImage } from '../contract.ts'
import { digitsOf } from '../digits.ts'
import { sanitiseDescription } from './sanitise-description.ts'
import { insertRaffle } from './store.ts'

/**
 * Creates a raffle as a draft: nobody sees it until it is published.
 * @returns its id.
 */
export async function createRaffle(
  ctx: Ctx,
  raffle: NewRaffle,
  actor: string,
  image: RaffleImage | null = null,
): Promise<number> {
  const precio = parseMoney(raffle.precio)
  const tasa = raffle.tasa_usd === null ? null : parseRate(raffle.tasa_usd)
  if (precio === null || (raffle.tasa_usd !== null && tasa === null)) {
    throw new AppError(422, 'DATOS_INVALIDOS', 'Datos inválidos', 'precio o tasa_usd no se puede leer.')
  }
  const now = ctx.clock.now()
  return ctx.db.write('sitio', async (tx) => {
    const id = await insertRaffle(tx, {
      titulo: raffle.titulo,
      descripcion: sanitiseDescription(raffle.descripcion),
      premio: raffle.premio,
      precio,
      moneda: raffle.moneda,
      fecha: raffle.fecha,
      tasa_usd: tasa,
      total_numeros: raffle.total_numeros,
      digitos: digitsOf(raffle.total_numeros),
      seleccion: raffle.seleccion,
      registro_unico: raffle.registro_unico ? 1 : 0,
      gracia_segundos: raffle.gracia_segundos,
      estado: 'borrador',
      imagen: image === null ? null : JSON.stringify(image),
      numero_ganador: '',
      ganador: '',
      creada_en: now,
    })
    await appendEntry(tx, {
      ambito: `rifa:${id}`,
      en: now,
      actor,
      accion: 'rifa creada',
      rifa_id: id,
      datos: { ...raffle },
    })
    return id
  })
}
