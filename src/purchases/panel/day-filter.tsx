import { useState } from 'react'
import { addDays, type CalendarDate, dayInCaracas, type Instant, parseDay } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { FilterChoice } from '#platform/panel/parts/filters.tsx'
import { formatDays, formatShortDay } from '#platform/panel/time.ts'

interface Days {
  desde?: string
  hasta?: string
}

/** How many days before today each begins and ends. */
const SPANS = [
  { value: 'hoy', name: 'Hoy', from: 0, to: 0 },
  { value: 'ayer', name: 'Ayer', from: 1, to: 1 },
  { value: '7', name: '7 días', from: 6, to: 0 },
  { value: '30', name: '30 días', from: 29, to: 0 },
] as const
const OWN = 'otros'

/** The days on which it was reported: a usual span, or two days of one's own. */
export function DayFilter({ desde, hasta, onDays }: Days & { onDays: (days: Days) => void }) {
  const [asking, setAsking] = useState(false)
  const today = dayInCaracas(serverNow() as Instant)
  const ends = (span: (typeof SPANS)[number]) => [addDays(today, -span.from), addDays(today, -span.to)] as const
  const on = SPANS.find((span) => ends(span)[0] === desde && ends(span)[1] === hasta)
  return (
    <>
      <FilterChoice
        label="Fecha"
        value={on?.value ?? (desde || hasta ? OWN : '')}
        shows={on?.name ?? tellDays(desde, hasta)}
        options={[...SPANS, { value: OWN, name: 'Elegir días…' }]}
        onChange={(value) => {
          const span = SPANS.find((one) => one.value === value)
          if (value === OWN) setAsking(true)
          else if (span) onDays({ desde: ends(span)[0], hasta: ends(span)[1] })
          else onDays({})
        }}
      />
      {asking ? (
        <DaysDialog
          desde={desde ?? addDays(today, -6)}
          hasta={hasta ?? today}
          today={today}
          onClose={() => setAsking(false)}
          onDays={(days) => {
            setAsking(false)
            onDays(days)
          }}
        />
      ) : null}
    </>
  )
}

function tellDays(desde: string | undefined, hasta: string | undefined): string {
  const [from, to] = [desde ? parseDay(desde) : null, hasta ? parseDay(hasta) : null]
  if (from && to) return from === to ? formatShortDay(from) : formatDays(from, to)
  if (from) return `Desde ${formatShortDay(from)}`
  return to ? `Hasta ${formatShortDay(to)}` : ''
}

function DaysDialog(props: {
  desde: string
  hasta: string
  today: CalendarDate
  onClose: () => void
  onDays: (days: Days) => void
}) {
  const [desde, setDesde] = useState(props.desde)
  const [hasta, setHasta] = useState(props.hasta)
  const wrong = desde !== '' && hasta !== '' && desde > hasta
  return (
    <Dialog label="Elegir días" onClose={props.onClose}>
      <form
        className="dialog-body"
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong) props.onDays({ ...(desde ? { desde } : {}), ...(hasta ? { hasta } : {}) })
        }}
      >
        <h2>¿De qué días?</h2>
        <Field
          label="Desde"
          type="date"
          value={desde}
          max={props.today}
          onChange={({ target }) => setDesde(target.value)}
        />
        <Field
          label="Hasta"
          type="date"
          value={hasta}
          max={props.today}
          problem={wrong ? 'El último día va después del primero.' : undefined}
          onChange={({ target }) => setHasta(target.value)}
        />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={props.onClose}>
            Cancelar
          </button>
          <button type="submit" className="button button-main">
            Mostrar
          </button>
        </div>
      </form>
    </Dialog>
  )
}
