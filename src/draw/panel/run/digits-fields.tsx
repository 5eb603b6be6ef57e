import { Field } from '#platform/panel/parts/field.tsx'
import type { LotteryPart } from '../../rule.ts'

/** Result of each part of a lottery, to its last digit: one field each. */
export function DigitsFields(props: {
  parts: readonly LotteryPart[]
  typed: readonly string[]
  problems: Readonly<Record<string, string | undefined>>
  hintOf: (place: number) => string
  /** @param field its problem is hidden then. */
  onChange: (typed: string[], field: string) => void
}) {
  const { parts, typed, problems } = props
  return parts.map((part, place) => (
    <Field
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      key={place}
      label={`Lo que salió en ${part.loteria}`}
      name={`resultado-${place}`}
      className="input draw-digits title"
      inputMode="numeric"
      maxLength={8}
      value={typed[place] ?? ''}
      problem={problems[`resultado-${place}`]}
      hint={props.hintOf(place)}
      onChange={({ target }) =>
        props.onChange(
          typed.map((text, each) => (each === place ? target.value : text)),
          `resultado-${place}`,
        )
      }
    />
  ))
}

/** Problems of the typed digits, by field. */
export function digitsProblems(
  typed: readonly string[],
  parts: readonly LotteryPart[],
): Record<string, string | undefined> {
  return Object.fromEntries(
    typed.map((text, place) => [`resultado-${place}`, digitsProblem(text, parts[place]?.cifras ?? 1)]),
  )
}

function digitsProblem(text: string, least: number): string | undefined {
  if (!/^\d{1,8}$/.test(text.trim())) return 'Solo cifras, todas las que salieron.'
  return text.trim().length < least ? `Son al menos ${least} cifras.` : undefined
}
