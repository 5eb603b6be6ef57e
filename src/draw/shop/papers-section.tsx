import { formatDay, parseDay } from '#platform/clock.ts'
import type { PapersFields } from '../contract.ts'

/** Who allowed the raffle, and where its draw is shown live while it is not over. Only the server draws it. */
export function PapersSection({ papers, over }: { papers: PapersFields; over: boolean }) {
  const { permiso_numero, permiso_emisor, permiso_desde, permiso_hasta, permiso_enlace, en_vivo } = papers
  const live = over ? '' : en_vivo
  const permit = permiso_numero + permiso_emisor + permiso_enlace !== ''
  if (!permit && live === '') return null
  const [from, until] = [dayText(permiso_desde), dayText(permiso_hasta)]
  return (
    <section aria-labelledby="permiso">
      <h2 id="permiso">{permit ? 'El permiso de esta rifa' : 'El sorteo en vivo'}</h2>
      {permit && (
        <p>
          {permiso_numero && `Permiso N.º ${permiso_numero}`}
          {permiso_emisor && `${permiso_numero ? ', de' : 'De'} ${permiso_emisor}`}
          {from && `, desde el ${from}`}
          {until && `, hasta el ${until}`}.{' '}
          {permiso_enlace && (
            <a href={permiso_enlace} target="_blank" rel="noopener nofollow">
              Ver el permiso
            </a>
          )}
        </p>
      )}
      {live && (
        <p>
          <a href={live} target="_blank" rel="noopener nofollow">
            Mira el sorteo en vivo
          </a>
        </p>
      )}
    </section>
  )
}

/** `20 de diciembre de 2026` */
function dayText(text: string): string {
  const day = parseDay(text)
  return day === null ? '' : `${formatDay(day)} de ${day.slice(0, 4)}`
}
