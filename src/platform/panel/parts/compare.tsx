import { Icon } from './icon.tsx'
import './parts.css'

/** A field with its old and new value; empty text if it is new, or was removed. */
export interface ComparedLine {
  label: string
  before: string
  after: string
  changed: boolean
}

/** Before and after side by side. Changes are marked by weight, by colour, and by a word for screen readers. */
export function Compare({ lines, names }: { lines: ComparedLine[]; names: readonly [string, string] }) {
  return (
    <div className="versus columns-narrow gap-2">
      <Side name={names[0]} lines={lines} side="before" />
      <span className="versus-arrow centre soft">
        <Icon name="next" />
      </span>
      <Side name={names[1]} lines={lines} side="after" />
    </div>
  )
}

function Side({ name, lines, side }: { name: string; lines: ComparedLine[]; side: 'before' | 'after' }) {
  const kept = lines.filter((line) => line[side] !== '' || (side === 'after' && line.changed))
  return (
    <section className={`versus-side pad-3-4 round versus-${side}`} aria-label={name}>
      <h3>{name}</h3>
      {kept.length === 0 ? <p className="faint">Nada</p> : null}
      <dl>
        {kept.map((line) => (
          <div key={line.label}>
            <dt>{line.label}</dt>
            {side === 'after' && line.changed ? (
              <dd className="accent strong">
                {line.after === '' ? 'nada' : line.after}
                <span className="sr"> (cambia)</span>
              </dd>
            ) : (
              <dd>{line[side]}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
