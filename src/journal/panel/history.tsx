import { formatMoment } from '#platform/panel/time.ts'
import { deedWords } from '../deeds.ts'
import { type ToldLine, tellActor, tellDeed, tellFields } from '../tell-deed.ts'
import './history.css'

/** Fields of a line that the page around it shows anyway. */
const SAID = new Set(['Motivo', 'Motivo interno', 'Números'])

/** History of one thing, newest first: a purchase, a raffle. Lines come oldest first, as the calls answer them. */
export function History({ lines, label }: { lines: (ToldLine & { en: string })[]; label: string }) {
  return (
    <ol className="history stack gap-4" aria-label={label}>
      {[...lines].reverse().map((line) => (
        <li key={`${line.en} ${line.accion}`} className={`history-${deedWords(line.accion).tono ?? 'nada'}`}>
          <p>
            <strong>{tellActor(line.actor)}</strong> {tellDeed(line)}
          </p>
          <time className="faint small" dateTime={line.en}>
            {formatMoment(line.en)}
          </time>
          {tellFields(line)
            .filter((field) => field.cambio || SAID.has(field.nombre))
            .map((field) => (
              <p key={field.nombre} className="soft small">
                {field.nombre}:{' '}
                {field.antes === null ? null : (
                  <>
                    <del className="faint">{field.antes}</del>{' '}
                  </>
                )}
                {field.antes === null ? field.ahora : <ins className="bare strong">{field.ahora}</ins>}
              </p>
            ))}
        </li>
      ))}
    </ol>
  )
}
