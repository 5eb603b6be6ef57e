import { CallFailure, fetchJson } from '#platform/web/fetch-json.ts'
import { type CedulaPrefix, normaliseCedula } from '#purchases/cedula.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { LookupAnswer } from '../contract.ts'

/** What a cédula has in one raffle. */
export interface Found {
  raffle: RaffleAnswer
  /** Confirmed numbers, in order. */
  numbers: string[]
  /** Tickets whose payment is still being reviewed. */
  inReview: number
}

/** Its message is the text to show under the field. The page knows it by its name: this file is loaded when it is needed. */
class LookupError extends Error {
  override name = 'LookupError'
}

/**
 * Looks up a cédula, as it was typed, in the raffle that the page shows.
 * @throws LookupError
 */
export async function findParticipations(raffleId: number, typed: string, prefix: CedulaPrefix): Promise<Found> {
  const cedula = normaliseCedula(typed, prefix)
  if (cedula === null) throw new LookupError('Escribe tu cédula, por ejemplo 12345678.')
  const raffle = await fetchJson<RaffleAnswer>(`/api/rifas/rifas/${raffleId}`).catch(() => {
    throw new LookupError('No se pudo obtener la rifa')
  })
  const { participaciones } = await ask(cedula)
  const own = participaciones.filter((one) => one.rifa_id === raffle.id)
  // A foreign host knows nothing of states: what it lists is confirmed.
  const numbers = own.filter((one) => (one.estado ?? 'confirmado') === 'confirmado').flatMap((one) => one.numeros)
  const inReview = own.filter((one) => one.estado === 'en revision').reduce((sum, one) => sum + one.cantidad, 0)
  if (numbers.length === 0 && inReview === 0) throw new LookupError('No tienes participaciones en la rifa actual')
  return { raffle, numbers: numbers.sort(), inReview }
}

async function ask(cedula: string): Promise<LookupAnswer> {
  try {
    return await fetchJson<LookupAnswer>('/api/rifas/participante/buscar', { method: 'POST', body: { cedula } }).catch(
      (error) => {
        // A host that knows only the plain call has no twin that keeps the cédula out of the address.
        if (error instanceof CallFailure && [404, 405].includes(error.status) && error.body.code === undefined) {
          return fetchJson<LookupAnswer>(`/api/rifas/participante/cedula/${encodeURIComponent(cedula)}`)
        }
        throw error
      },
    )
  } catch (error) {
    const body = error instanceof CallFailure ? error.body : {}
    throw new LookupError(body.message ?? body.details ?? 'Error al buscar participaciones')
  }
}
