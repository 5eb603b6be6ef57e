import { Icon, type IconName } from '#platform/web/icon.tsx'
import { isWebLink, readAddress } from '#platform/web-link.ts'
import type { Finding } from '../findings.ts'
import { foldOwn } from './own-numbers.ts'
import type { Verdict } from './run-check.ts'
import type { Check } from './use-check.ts'

const ICONS: Record<Finding['estado'], IconName> = { bien: 'check', mal: 'close', aviso: 'info' }
const SAID: Record<Finding['estado'], string> = { bien: 'Bien: ', mal: 'Mal: ', aviso: 'Aviso: ' }

/** Every thing that was looked at, in its order, as it is found. */
export function Lines({ check }: { check: Pick<Check, 'hallazgos' | 'estado' | 'ahora'> }) {
  const { hallazgos, estado, ahora } = check
  if (hallazgos.length === 0) return null
  return (
    <section aria-labelledby="lineas">
      <h2 id="lineas">Qué se comprobó</h2>
      <ol className="rail">
        {hallazgos.map((finding, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings are only ever added at the end.
          <Line key={place} finding={finding} />
        ))}
        {estado === 'comprobando' && (
          <li data-now>
            <span className="rail-dot" />
            <p>{ahora}</p>
          </li>
        )}
      </ol>
    </section>
  )
}

function Line({ finding: { estado, texto } }: { finding: Finding }) {
  return (
    <li data-done={estado === 'bien' || undefined} data-bad={estado === 'mal' || undefined}>
      <span className="rail-dot">
        <Icon name={ICONS[estado]} small />
      </span>
      <p>
        <span className="sr">{SAID[estado]}</span>
        <WithHashes text={texto} />
      </p>
    </li>
  )
}

/** A text with its hashes and addresses marked apart from words. */
function WithHashes({ text }: { text: string }) {
  const parts = text.split(/([\da-f]{64}|https:\/\/\S+)/).map((part, place) => {
    const key = `${place}`
    if (place % 2 === 0) return part
    if (!part.startsWith('http')) {
      return (
        <span key={key} className="hash">
          {part}
        </span>
      )
    }
    // A typed text may be no address.
    if (!isWebLink(part)) return part
    return (
      <a key={key} className="link" href={part} target="_blank" rel="noopener noreferrer">
        {readAddress(part)?.host}
      </a>
    )
  })
  return <>{parts}</>
}

/** The prizes with the numbers that won them, as tickets. @param own the visitor's code. */
export function Winners({ premios, own }: { premios: Verdict['premios']; own: string | null }) {
  const won = premios.filter(({ ganador }) => ganador !== null)
  if (won.length === 0) return null
  return (
    <section className="won" aria-labelledby="ganadores">
      <h2 id="ganadores">{won.length > 1 ? 'Números ganadores' : 'Número ganador'}</h2>
      <ol>
        {won.map(({ titulo, ganador }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: prizes stay in their order.
          <li key={place} className="won-ticket" data-own={ganador?.codigo === own || undefined}>
            <p>
              {titulo}
              {ganador?.codigo === own && <b>Es tuyo</b>}
            </p>
            <p className="num">{ganador?.numero}</p>
          </li>
        ))}
      </ol>
      {own !== null && won.length === premios.length && won.every(({ ganador }) => ganador?.codigo !== own) && (
        <p>Ninguno de tus números ganó.</p>
      )}
    </section>
  )
}

/** The buyer's numbers in the list. */
export function OwnNumbers({ propios }: { propios: readonly Finding[] }) {
  const { told, folded } = foldOwn(propios)
  return (
    <section aria-labelledby="propios">
      <h2 id="propios">{propios.length > 1 ? 'Tus números' : 'Tu número'}</h2>
      <ul className="rail">
        {told.map((finding) => (
          <Line key={finding.texto} finding={finding} />
        ))}
      </ul>
      {folded.length > 0 && (
        <details>
          <summary>Verlos uno por uno</summary>
          <ul className="rail">
            {folded.map((finding) => (
              <Line key={finding.texto} finding={finding} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
