import { type ComponentType, type SubmitEvent, useState } from 'react'
import { Icon } from '#platform/web/icon.tsx'
import type { CedulaPrefix } from '#purchases/cedula.ts'
import type { Found } from './find-participations.ts'

interface NumbersDialogProps {
  found: Found
  onClose: () => void
}

/** Section 'Verificar Ticket': which numbers a cédula has in the raffle of this page. */
export function VerifyTicket({ raffleId }: { raffleId: number }) {
  const [prefix, setPrefix] = useState<CedulaPrefix>('V')
  const [error, setError] = useState('')
  const [searching, setSearching] = useState(false)
  const [found, setFound] = useState<Found | null>(null)
  const [NumbersDialog, setNumbersDialog] = useState<ComponentType<NumbersDialogProps> | null>(null)

  async function search(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setError('')
    setFound(null)
    setSearching(true)
    const typed = new FormData(event.currentTarget).get('cedula')
    try {
      const [lookup, dialog] = await Promise.all([import('./find-participations.ts'), import('./numbers-dialog.tsx')])
      const result = await lookup.findParticipations(raffleId, String(typed ?? ''), prefix)
      setNumbersDialog(() => dialog.NumbersDialog)
      setFound(result)
    } catch (failure) {
      setError(
        failure instanceof Error && failure.name === 'LookupError'
          ? failure.message
          : 'Error al buscar participaciones',
      )
    } finally {
      setSearching(false)
    }
  }

  return (
    <section className="verify" aria-labelledby="verificar">
      <h2 id="verificar">Verificar Ticket</h2>
      <form onSubmit={search} noValidate>
        <label htmlFor="cedula-consulta">Cédula con la que compraste</label>
        <div className="verify-row">
          <div className="verify-box" data-invalid={error !== '' || undefined}>
            <select
              aria-label="Nacionalidad"
              value={prefix}
              onChange={(event) => setPrefix(event.target.value as CedulaPrefix)}
            >
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
          <button type="submit" className="btn" aria-busy={searching} disabled={searching}>
            Buscar
          </button>
        </div>
        <p id="cedula-error" className="verify-error" role="alert">
          {error && <Icon name="info" small />}
          {error}
        </p>
      </form>
      {found && NumbersDialog && <NumbersDialog found={found} onClose={() => setFound(null)} />}
    </section>
  )
}
