import { formatDay, parseDay } from '#platform/clock.ts'
import { imageAddress, nearestWidth } from '#raffles/image-set.ts'
import type { ShownPapers } from '../contract.ts'

/** The permit of the raffle, and the live broadcast of its draw while it is not over. Only the server renders it. */
export function PapersSection({ papers, over }: { papers: ShownPapers; over: boolean }) {
  const { permiso_numero, permiso_emisor, permiso_desde, permiso_hasta, permiso_enlace, imagen, en_vivo } = papers
  const live = over ? '' : en_vivo
  const permit = imagen !== null || permiso_numero + permiso_emisor + permiso_enlace !== ''
  if (!permit && live === '') return null
  const [from, until] = [dayText(permiso_desde), dayText(permiso_hasta)]
  const facts = [
    permiso_numero && `Permiso N.º ${permiso_numero}`,
    permiso_emisor && `de ${permiso_emisor}`,
    from && `desde el ${from}`,
    until && `hasta el ${until}`,
  ].filter(Boolean)
  return (
    <section aria-labelledby="permiso">
      <h2 id="permiso">{permit ? 'El permiso de esta rifa' : 'El sorteo en vivo'}</h2>
      {permit && (
        <p>
          {facts.length > 0 && `${upper(facts.join(', '))}. `}
          {permiso_enlace && (
            <a href={permiso_enlace} target="_blank" rel="noopener nofollow">
              Ver el permiso
            </a>
          )}
        </p>
      )}
      {imagen && (
        <a className="prize-picture" href={imageAddress(imagen, Math.max(...imagen.anchos), 'jpg')}>
          <img
            src={imageAddress(imagen, nearestWidth(imagen, 360), 'webp')}
            width={imagen.ancho}
            height={imagen.alto}
            alt="Foto del permiso"
            loading="lazy"
          />
        </a>
      )}
      {live && (
        <p>
          <a className="live-link" href={live} target="_blank" rel="noopener nofollow">
            Mira el sorteo en vivo
          </a>
        </p>
      )}
    </section>
  )
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `20 de diciembre de 2026` */
function dayText(text: string): string {
  const day = parseDay(text)
  return day === null ? '' : `${formatDay(day)} de ${day.slice(0, 4)}`
}
