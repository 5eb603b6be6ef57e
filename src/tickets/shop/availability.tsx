import { availabilityText, leftText } from '../availability-text.ts'
import type { AvailabilityAnswer } from '../contract.ts'

export type Availability = AvailabilityAnswer['data']['rifa']

/** The available percentage as a bar, with how many tickets that is. */
export function AvailabilityBar({ availability }: { availability: Availability | null }) {
  const percentage = availability?.porcentaje_disponible ?? 0
  return (
    <div className="left">
      <p>
        <b>{availability ? availabilityText(percentage) : ' '}</b>
        {availability && <span>{leftText(availability.numeros_disponibles, availability.total_numeros)}</span>}
      </p>
      <progress value={percentage} max={100} aria-label="Boletos disponibles" />
    </div>
  )
}
