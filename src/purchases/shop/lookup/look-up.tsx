import { useEffect, useState } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { Button } from '#platform/web/button.tsx'
import { CopyButton } from '#platform/web/copy-button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import './numbers.css'
import { apiAddress, CallFailure, fetchJson } from '#platform/web/fetch-json.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { type CedulaPrefix, normaliseCedula } from '../../cedula.ts'
import type { LookupAnswer } from '../../contract.ts'

/** Reason and way back are for the buyer alone: the link is in the mail, or wherever the buyer keeps it. */
const rejectedText = () =>
  `. Un reporte con esta cédula no se confirmó: abre el enlace de tu compra, ${byMail('que te enviamos por correo', 'el que guardaste al reportar')}, para ver por qué y corregirlo.`

/** Longer lists are scanned, not read: tickets in review come before them. */
const MANY = 20

interface Props {
  found: Found
  onClose: () => void
}

/** 'Números asignados': each number as a ticket, and how many tickets are still in review. */
export function NumbersDialog({ found: { raffle, numbers, inReview, waiting }, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const many = numbers.length > MANY
  const count = numbers.length.toLocaleString('es-VE')
  // After the dialog has closed: where the next cédula is typed.
  useEffect(() => () => document.getElementById('cedula-consulta')?.focus(), [])
  const shown = typed === '' ? numbers : numbers.filter((number) => number.includes(typed))
  return (
    <Dialog title="Números asignados" onClose={onClose} foot={<Button look="go" text="Cerrar" onClick={onClose} />}>
      <p>
        {numbers.length > 0
          ? `${count} ${numbers.length === 1 ? 'boleto' : 'boletos'} de `
          : 'Todavía no tienes números en '}
        {raffle.titulo}
      </p>
      {many && inReview > 0 && <InReview tickets={inReview} waiting={waiting} more />}
      {many && (
        <div className="numbers-tools">
          <input
            type="search"
            className="input"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Buscar un número"
            aria-label="Buscar un número"
            value={typed}
            onChange={(event) => setTyped(event.target.value.trim())}
          />
          <CopyButton text={numbers.join(', ')} what="todos los números" label="Copiar" />
        </div>
      )}
      {numbers.length > 0 && (
        <ul className="numbers">
          {shown.map((number) => (
            <li key={number}>
              <span aria-hidden="true">Rifa {raffle.id}</span>
              <b className="num">{number}</b>
            </li>
          ))}
        </ul>
      )}
      {numbers.length > 0 && shown.length === 0 && <p role="status">Ninguno de tus números contiene «{typed}».</p>}
      {!many && inReview > 0 && <InReview tickets={inReview} waiting={waiting} more={numbers.length > 0} />}
    </Dialog>
  )
}

function InReview({ tickets, waiting, more }: { tickets: number; waiting: number; more: boolean }) {
  return (
    <p className="notice in-review">
      <Icon name="clock" />
      <span>
        Tienes {tickets} {tickets === 1 ? 'boleto' : 'boletos'} {more && 'más '}en revisión.{' '}
        {tickets === 1 ? 'Su número aparecerá' : 'Sus números aparecerán'} aquí cuando tu pago se confirme.
        {waiting > 0 &&
          ` ${waiting === tickets ? 'Estás' : `Para ${waiting} estás`} en lista de espera: los boletos se dan por orden de llegada.`}
      </span>
    </p>
  )
}

/** A cédula's tickets in one raffle. */
export interface Found {
  raffle: RaffleAnswer
  /** Confirmed numbers, in order. */
  numbers: string[]
  /** Tickets whose payment is still being reviewed. */
  inReview: number
  /** Of these, those for which there are none yet. */
  waiting: number
}

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
  // A foreign host knows nothing of states: its list is of confirmed ones.
  const numbers = own
    .filter((one) => (one.estado ?? 'confirmado') === 'confirmado')
    .flatMap((one) => (one.numeros ?? []).map(String))
  const reviewed = own.filter((one) => one.estado === 'en revision')
  const count = (some: typeof own) => some.reduce((sum, one) => sum + Number(one.cantidad), 0)
  const [inReview, waiting] = [count(reviewed), count(reviewed.filter((one) => one.en_espera))]
  if (numbers.length === 0 && inReview === 0) {
    const rejected = own.some((one) => one.estado === 'rechazado') ? rejectedText() : ''
    return `No tienes participaciones en la rifa actual${rejected}`
  }
  return { raffle, numbers: numbers.sort(), inReview, waiting }
}

/** @throws CallFailure */
async function ask(cedula: string): Promise<LookupAnswer> {
  try {
    return await fetchJson<LookupAnswer>('/api/rifas/participante/buscar', { method: 'POST', body: { cedula } })
  } catch (error) {
    // A host with only the plain call has no twin that keeps the cédula out of the address. When it is another host, its refused preflight arrives as
    // no answer at all.
    const elsewhere = apiAddress('') !== ''
    const unheard = error instanceof CallFailure && (error.status === 0 ? elsewhere : [404, 405].includes(error.status))
    if (unheard && error.body.code === undefined) {
      return fetchJson<LookupAnswer>(`/api/rifas/participante/cedula/${encodeURIComponent(cedula)}`)
    }
    throw error
  }
}
