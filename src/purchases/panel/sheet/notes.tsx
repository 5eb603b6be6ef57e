import { type FormEvent, useState } from 'react'
import { queryOf, useDeed } from '#access/panel/ask.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure, TextField } from '#platform/panel/parts/field.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { PurchaseSheet } from '../../panel-contract.ts'

/** The team's notes on a purchase, with author and time. Its buyer never reads them. */
export function Notes({ sheet, canWrite }: { sheet: PurchaseSheet; canWrite: boolean }) {
  const [typed, setTyped] = useState('')
  const params = { id: sheet.id }
  const add = useDeed('POST /api/panel/compras/:id/notas', {
    shows: queryOf('GET /api/panel/compras/:id/ficha', { params }),
    refreshes: ['GET /api/panel/compras/:id/ficha'],
  })
  if (sheet.notas.length === 0 && !canWrite) return null
  function send(event: FormEvent) {
    event.preventDefault()
    const texto = typed.trim()
    if (texto !== '' && !add.isPending) add.mutate({ params, body: { texto } }, { onSuccess: () => setTyped('') })
  }
  return (
    <section className="part card stack gap-3" aria-label="Notas del equipo">
      <h3>
        Notas del equipo <span className="faint small">el comprador no las lee</span>
      </h3>
      {sheet.notas.length === 0 ? null : (
        <ul className="stack gap-3">
          {sheet.notas.map((note) => (
            <li key={note.id} className="breaks lines-kept">
              <p>{note.texto}</p>
              <p className="faint small">
                {note.autor} · {formatMoment(note.en)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {canWrite ? (
        <form className="stack gap-3 from-top" onSubmit={send}>
          <TextField
            label="Nota nueva"
            name="nota"
            rows={2}
            maxLength={500}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Failure of={add.error} />
          <Button
            text="Guardar la nota"
            className="sheet-note-save"
            type="submit"
            pending={add.isPending}
            disabled={typed.trim() === ''}
          />
        </form>
      ) : null}
    </section>
  )
}
