import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Failure } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatMoment, formatWait, useServerClock } from '#platform/panel/time.ts'
import type { OwnSession } from '../../contract-account.ts'
import { ask } from '../ask.ts'
import { accountQuery } from './account-query.ts'

/** Where the operator is signed in, and the way to end what he does not know. */
export function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const client = useQueryClient()
  const now = useServerClock(60_000)
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? ask('DELETE /api/panel/cuenta/sesiones')
        : ask('DELETE /api/panel/cuenta/sesiones/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
  const others = sessions.length - 1
  return (
    <section className="account-part card" aria-labelledby="sesiones">
      <div className="account-line row gap-4">
        <div className="grow">
          <h2 id="sesiones">Dónde has entrado</h2>
          <p className="soft">Si no reconoces una sesión, ciérrala y cambia tu clave.</p>
        </div>
        {others > 0 ? (
          <button type="button" className="btn" disabled={end.isPending} onClick={() => end.mutate(null)}>
            {others === 1 ? 'Cerrar la otra' : `Cerrar las otras ${others}`}
          </button>
        ) : null}
      </div>
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className="account-line row gap-4">
            <Icon name={/Android|iPhone/.test(session.equipo) ? 'phone' : 'screen'} />
            <div className="grow">
              <h3>
                {session.equipo}
                {session.actual ? <span className="here small">Esta</span> : null}
              </h3>
              <p className="soft small">
                {session.ip} · entró {formatMoment(session.creado_en, now)}
                {session.actual ? '' : ` · ${tellUse(now - Date.parse(session.usado_en))}`}
              </p>
            </div>
            {session.actual ? null : (
              <button
                type="button"
                className="btn"
                disabled={end.isPending}
                aria-label={`Cerrar la sesión de ${session.equipo}`}
                onClick={() => end.mutate(session.id)}
              >
                Cerrar
              </button>
            )}
          </li>
        ))}
      </ul>
      <Failure of={end.error} />
    </section>
  )
}

/** A session in use is noted every five minutes. */
function tellUse(milliseconds: number): string {
  return milliseconds < 6 * 60_000 ? 'en uso' : `sin uso hace ${formatWait(milliseconds)}`
}
