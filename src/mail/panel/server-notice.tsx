import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { explainTrouble } from '../mail-trouble.ts'
import { useMailServer } from './outbox-query.ts'

/** What keeps mail from leaving, in plain words: no server yet, or one that does not take it. */
export function ServerNotice({ active, waiting }: { active: boolean; waiting: number }) {
  const { data } = useMailServer()
  if (!active) {
    return (
      <div className="notice notice-aviso outbox-notice">
        <VerdictShape level="aviso" word={false} />
        <div>
          <strong>Falta configurar el correo</strong>
          <p className="soft small">
            {waiting > 0 ? `${waiting} esperan y saldrán solos. ` : ''}Define SMTP_URL y MAIL_FROM en el servidor y
            reinícialo.
          </p>
        </div>
      </div>
    )
  }
  const trouble = data ? explainTrouble(data.ultimo_error) : null
  if (!data || !trouble) return null
  return (
    <div className="notice notice-aviso outbox-notice" role="status">
      <VerdictShape level="aviso" word={false} />
      <div>
        <strong>{trouble.dice}</strong>
        <p className="soft small">
          {trouble.haz} {data.servidor} dijo: «{data.ultimo_error}».{' '}
          {data.ultimo_envio
            ? `El último salió a las ${formatMoment(data.ultimo_envio)}`
            : 'Todavía no ha salido ninguno.'}
        </p>
      </div>
    </div>
  )
}
