import { type FormEvent, useState } from 'react'
import { type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'
import { Field, SelectField } from '#platform/panel/parts/field.tsx'
import type { RateReference, RateStatus } from '../contract.ts'
import { RATE_NAMES, readTypedRate } from '../rate-text.ts'
import type { AskedRate } from './rate-dialog.tsx'

/** A rate by hand: one that BCV published and the source did not give, or the operator's own. */
export function RateForm({ status, onAsk }: { status: RateStatus; onAsk: (asked: AskedRate) => void }) {
  const [reference, setReference] = useState<RateReference>(status.referencia)
  const [typed, setTyped] = useState('')
  const [day, setDay] = useState<string>(() => dayInCaracas(serverNow() as Instant))
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const tasa = readTypedRate(typed)
    if (tasa === null || tasa === 'ambigua') {
      setProblem(
        tasa === null
          ? 'Escríbela como 671,4235.'
          : 'No se sabe si el punto es de miles. Escríbela con coma: 1050,00 o 1,050.',
      )
      ;(event.currentTarget.elements.namedItem('tasa') as HTMLElement | null)?.focus()
      return
    }
    setProblem(undefined)
    onAsk(
      reference === 'fija'
        ? { kind: 'fijar', tasa }
        : { kind: 'publicada', referencia: reference, tasa, fecha_valor: day as CalendarDate },
    )
  }

  return (
    <section aria-labelledby="tasa-escribir">
      <form className="rates-form line-above stack gap-4" noValidate onSubmit={submit}>
        <div>
          <h2 id="tasa-escribir">Escribir una tasa</h2>
          <p className="faint small">
            Si la fuente falló o rechazamos un salto que es cierto, o si prefieres tu propia tasa.
          </p>
        </div>
        <div className="rates-fields">
          <SelectField
            label="Cuál es"
            value={reference}
            onChange={({ target }) => setReference(target.value as RateReference)}
          >
            <option value="bcv_euro">{RATE_NAMES.bcv_euro}</option>
            <option value="bcv_dolar">{RATE_NAMES.bcv_dolar}</option>
            <option value="fija">Una fija mía</option>
          </SelectField>
          <Field
            label="Bolívares"
            name="tasa"
            inputMode="decimal"
            autoComplete="off"
            placeholder="671,4235"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            problem={problem}
          />
          {reference === 'fija' ? null : (
            <Field
              label="Fecha valor"
              name="fecha_valor"
              type="date"
              value={day}
              onChange={({ target }) => setDay(target.value)}
              hint="El día para el que el BCV la publicó"
            />
          )}
        </div>
        <button type="submit" className="btn">
          Revisar y guardar
        </button>
      </form>
    </section>
  )
}
