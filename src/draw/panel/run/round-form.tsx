import { type FormEvent, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { useProblems } from '#platform/panel/form/problems.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Failure, TextField } from '#platform/panel/parts/field.tsx'
import { QUICKNET } from '../../chain.ts'
import { useDrawDeed } from './draw-run.ts'

const SIGNATURE = /\b[\da-f]{96}\b/

/** A round of the beacon, copied from a phone: pasted whole, or only its signature, which proves it. */
export function RoundForm(props: { id: number; prize: number; round: number; relays: readonly string[] }) {
  const { id, prize, round, relays } = props
  const [typed, setTyped] = useState('')
  const problems = useProblems()
  const deed = useDrawDeed(id)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const firma = SIGNATURE.exec(typed.toLowerCase())?.[0]
    const wrong = firma === undefined ? 'Ahí no hay una firma: son 96 letras y cifras, de la 0 a la f.' : undefined
    if (!problems.show({ firma: wrong }, event.currentTarget) || firma === undefined) return
    const body = { premio: prize, ronda: round, firma }
    deed.mutate(() => ask('POST /api/panel/rifas/:id/sorteo/faro', { params: { id }, body }))
  }

  return (
    <form className="stack gap-4" noValidate aria-label="Ronda traída a mano" onSubmit={send}>
      <ol className="stack gap-1">
        {relays.map((relay) => (
          <li key={relay}>
            <ButtonLink
              out
              look="link"
              text={`Abrir la ronda en ${relay}`}
              href={`https://${relay}/${QUICKNET.cadena}/public/${round}`}
            />
          </li>
        ))}
      </ol>
      <TextField
        label="Lo que dice la página"
        name="firma"
        rows={3}
        value={typed}
        spellCheck={false}
        problem={problems.shown['firma']}
        hint="Cópialo entero y pégalo aquí. Si fuera falso no se acepta."
        onChange={({ target }) => {
          setTyped(target.value)
          problems.clear({ firma: '' })
        }}
      />
      <Failure of={deed.error} />
      <Button look="go" text="Sortear con esta ronda" className="btn-wide" type="submit" pending={deed.isPending} />
    </form>
  )
}
