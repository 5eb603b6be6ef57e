export type Mode = 'automatica' | 'manual'

const MODES: [mode: Mode, name: string][] = [
  ['automatica', 'Al azar'],
  ['manual', 'Elegir a mano'],
]

interface Props {
  mode: Mode
  onChange: (mode: Mode) => void
}

/** Way in which the visitor gets numbers, if the raffle leaves it to them. inline-early.ts keeps the choice. */
export function ModeChoice({ mode, onChange }: Props) {
  return (
    <fieldset className="mode">
      <legend className="sr">Tus números</legend>
      {MODES.map(([value, name]) => (
        <label key={value}>
          <input
            type="radio"
            name="modo"
            value={value}
            defaultChecked={mode === value}
            onChange={() => onChange(value)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The choice in the page, by the visitor or from storage, before React was there. */
export function chosenMode(): Mode {
  return document.querySelector('[name=modo][value=manual]:checked') ? 'manual' : 'automatica'
}
