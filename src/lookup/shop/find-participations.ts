import { apiAddress, CallFailure, fetchJson } from '#platform/web/fetch-json.ts'
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
  /** Of these, those for which there are none yet. */
  waiting: number
}

/** The reason and the way back are his alone: his link is in the mail. */
const REJECTED =
  '. Un reporte con esta cédula no se confirmó: abre el enlace de tu compra, que te enviamos por correo, para ver por qué y corregirlo.'

/** Looks up the cédula of the form (`nacionalidad`, `cedula`, as typed) in the raffle that the page shows. A text is why not, to show under the field. */
export async function findParticipations(raffleId: number, form: FormData): Promise<Found | string> {
  const prefix: CedulaPrefix = form.get('nacionalidad') === 'E' ? 'E' : 'V'
  const cedula = normaliseCedula(String(form.get('cedula')), prefix)
  if (cedula === null) return 'Escribe tu cédula, por ejemplo 12345678.'
  const raffle = await fetchJson<RaffleAnswer>(`/api/rifas/rifas/${raffleId}`).catch(() => null)
  if (raffle === null) return 'No se pudo obtener la rifa'
  let answer: LookupAnswer
  try {
    answer = await ask(cedula)
  } catch (error) {
    const body = error instanceof CallFailure ? error.body : {}
    return body.message ?? body.details ?? 'Error al buscar participaciones'
  }
  // Ids, counts and numbers are numbers or text, as its host likes.
  const own = answer.participaciones.filter((one) => Number(one.rifa_id) === raffleId)
  // A foreign host knows nothing of states: what it lists is confirmed.
  const numbers = own
    .filter((one) => (one.estado ?? 'confirmado') === 'confirmado')
    .flatMap((one) => (one.numeros ?? []).map(String))
  const reviewed = own.filter((one) => one.estado === 'en revision')
  const count = (some: typeof own) => some.reduce((sum, one) => sum + Number(one.cantidad), 0)
  const [inReview, waiting] = [count(reviewed), count(reviewed.filter((one) => one.en_espera))]
  if (numbers.length === 0 && inReview === 0) {
    const rejected = own.some((one) => one.estado === 'rechazado') ? REJECTED : ''
    return `No tienes participaciones en la rifa actual${rejected}`
  }
  return { raffle, numbers: numbers.sort(), inReview, waiting }
}

/** @throws CallFailure */
async function ask(cedula: string): Promise<LookupAnswer> {
  try {
    return await fetchJson<LookupAnswer>('/api/rifas/participante/buscar', { method: 'POST', body: { cedula } })
  } catch (error) {
    // A host that knows only the plain call has no twin that keeps the cédula out of the address. When it is another
    // host, its refusal of what the browser asks beforehand arrives as no answer at all.
    const elsewhere = apiAddress('') !== ''
    const unheard = error instanceof CallFailure && (error.status === 0 ? elsewhere : [404, 405].includes(error.status))
    if (unheard && error.body.code === undefined) {
      return fetchJson<LookupAnswer>(`/api/rifas/participante/cedula/${encodeURIComponent(cedula)}`)
    }
    throw error
  }
}
