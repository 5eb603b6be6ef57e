import { useId, useState } from 'react'
import { addDays, type CalendarDate, formatDay } from '#platform/clock.ts'
import { Button } from '#platform/web/button.tsx'
import { PAYMENT_DAYS_BACK } from '../../rules.ts'

interface Props {
  /** In Caracas, by the server's clock; null until a server has answered. */
  today: CalendarDate | null
  /** Empty while it is today. */
  value: string
  /** Another day is chosen: now the current day must be known. */
  onOpen?: () => void
  onChange: (day: string) => void
  /** Instead of today's date and its question, where the date was reported before. */
  ask?: string
}

/** Whether that day can be chosen. */
export function isPaymentDay(day: string, today: CalendarDate): boolean {
  return day <= today && day >= addDays(today, -PAYMENT_DAYS_BACK)
}

/** The payment date: a hidden field with today in Caracas, until somebody says that it was another day. */
export function DateField({ today, value, onOpen, onChange, ask }: Props) {
  const id = useId()
  const [asked, setAsked] = useState(false)
  if (!today || (!asked && value === '')) {
    return (
      <p className="other-day">
        {ask === undefined && (
          <>
            <input type="hidden" name="fecha" value={today ?? ''} readOnly />
            <span className="small">{today ? `Pagado hoy, ${formatDay(today)}.` : 'Pagado hoy.'}</span>
          </>
        )}
        <Button
          look="link"
          text={ask ?? '¿Pagaste otro día?'}
          onClick={() => {
            setAsked(true)
            onOpen?.()
          }}
        />
      </p>
    )
  }
  const days = Array.from({ length: PAYMENT_DAYS_BACK + 1 }, (_, back) => addDays(today, -back))
  return (
    <div className="field">
      <label htmlFor={id}>Fecha del pago</label>
      <select
        id={id}
        className="input"
        name="fecha"
        value={value || today}
        ref={asked ? focusOnMount : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {days.map((day, back) => (
          <option key={day} value={day}>
            {back === 0 ? `Hoy, ${formatDay(day)}` : back === 1 ? `Ayer, ${formatDay(day)}` : formatDay(day)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The button that was just pressed gave its place to the field. */
export function focusOnMount(field: HTMLSelectElement | null): void {
  field?.focus()
}
