import { type SubmitEvent, useState } from 'react'
import { Boundary } from '#platform/web/boundary.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { Found, NumbersDialog } from './look-up.tsx'

/** A browser remembers that a script did not come: it is loaded while there is a line (entry-client.tsx). */
export const loadLookup = () => import('./look-up.tsx')

/** Section 'Verificar Ticket': which numbers a cédula has in the raffle of this page. */
export function VerifyTicket({ raffleId }: { raffleId: number }) {
  const [error, setError] = useState('')
  const [searching, setSearching] = useState(false)
  const [found, setFound] = useState<{ found: Found; Dialog: typeof NumbersDialog } | null>(null)

  async function search(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    // Not disabled meanwhile: a disabled button loses the visitor's focus.
    if (searching) return
    setError('')
    setFound(null)
    setSearching(true)
    const form = new FormData(event.currentTarget)
    try {
      const { findParticipations, NumbersDialog } = await loadLookup()
      const result = await findParticipations(raffleId, form)
      if (typeof result === 'string') setError(result)
      else setFound({ found: result, Dialog: NumbersDialog })
    } catch {
      setError('Error al buscar participaciones')
    } finally {
      setSearching(false)
    }
  }

  return (
    <section className="verify" aria-labelledby="verificar">
      <h2 id="verificar">Verificar Ticket</h2>
      <form method="post" onSubmit={search} noValidate>
        <label htmlFor="cedula-consulta">Cédula con la que compraste</label>
        <div className="verify-row">
          <div className="verify-box" data-invalid={error !== '' || undefined}>
            <select name="nacionalidad" aria-label="Nacionalidad">
              <option>V</option>
              <option>E</option>
            </select>
            <input
              id="cedula-consulta"
              name="cedula"
              inputMode="numeric"
              autoComplete="off"
              placeholder="12345678"
              maxLength={20}
              aria-invalid={error !== ''}
              aria-describedby="cedula-error"
            />
          </div>
          <button type="submit" className="btn" aria-busy={searching}>
            Buscar
          </button>
        </div>
        <p id="cedula-error" className="verify-error" role="alert">
          {error && <Icon name="info" small />}
          {error}
        </p>
      </form>
      {found && (
        <Boundary onBroken={() => setFound(null)}>
          <found.Dialog found={found.found} onClose={() => setFound(null)} />
        </Boundary>
      )}
    </section>
  )
}
