import { type FormEvent, useState } from 'react'
import { useDeed } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { formatRate, movesWithin, type Rate } from '#platform/money.ts'
import { serverNow } from '#platform/panel/api.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure, Field } from '#platform/panel/parts/field.tsx'
import { DAY_MOVES, type RateStatus } from '../contract.ts'
import { rateProblem, readTypedRate } from '../rate-text.ts'
import { type AskedRate, RATE_SHOWN } from './rate-dialog.tsx'

/**
 * The morning's task, in one field: today's rate of the one in use. Near the previous rate it is stored immediately; farther away it takes the way of
 * every other change.
 * @param before rate of an earlier day.
 */
export function RateOfDay(props: { status: RateStatus; before: Rate; onAsk: (asked: AskedRate) => void }) {
  const { status, before } = props
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const write = useDeed('POST /api/panel/tasa/hoy', RATE_SHOWN)

  function submit(event: FormEvent) {
    event.preventDefault()
    const tasa = readTypedRate(typed)
    setProblem(rateProblem(tasa))
    if (tasa === null || tasa === 'ambigua' || write.isPending) return
    if (movesWithin(before, tasa, DAY_MOVES)) return write.mutate({ body: { tasa } })
    const { referencia } = status
    const fecha_valor = dayInCaracas(serverNow() as Instant)
    props.onAsk(referencia === 'fija' ? { kind: 'fijar', tasa } : { kind: 'publicada', referencia, tasa, fecha_valor })
  }

  return (
    <form className="stack gap-3" noValidate onSubmit={submit} aria-label="La tasa de hoy">
      <div className="rates-today row wrap gap-3">
        <Field
          label="La tasa de hoy"
          name="hoy"
          inputMode="decimal"
          placeholder={formatRate(before)}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          problem={problem}
        />
        <Button look="go" text="Guardar" type="submit" pending={write.isPending} />
      </div>
      <p className="faint small">
        Hasta {DAY_MOVES} % de la de antes se guarda de una vez. {ownersLearn()}
      </p>
      <Failure of={write.error} />
    </form>
  )
}
