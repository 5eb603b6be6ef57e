import { queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { mailLeaves } from '#mail/mail-leaves.ts'
import { readFailure } from '#platform/panel/api.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { NOTICE_PAUSES } from '../limits.ts'
import './home.css'

/** Learning of new payments without looking. */
export function NoticesPart() {
  return mailLeaves() ? <MailNotices label="Un correo por los pagos nuevos" /> : null
}

function MailNotices({ label }: { label: string }) {
  const notices = useAsk('GET /api/panel/avisos')
  const change = useDeed('POST /api/panel/avisos', { shows: queryOf('GET /api/panel/avisos') })
  const problem = change.error ?? notices.error
  return (
    <section className="notices-line gap-3-4 pad-4-5 row wrap card" aria-label="Avisos de pagos nuevos">
      <Icon name="mail" />
      <div>
        <label className="strong" htmlFor="avisos-correo">
          {label}
        </label>
        <p className="soft">Uno solo cuenta todos los pagos que llegaron.</p>
        {problem ? <FieldProblem>{readFailure(problem).title}. Elige otra vez.</FieldProblem> : null}
      </div>
      <select
        id="avisos-correo"
        className="input"
        disabled={notices.isPending || change.isPending}
        value={notices.data?.correo_cada ?? ''}
        onChange={({ target }) => {
          const correo_cada = NOTICE_PAUSES.find((minutes) => String(minutes) === target.value) ?? null
          change.mutate({ body: { correo_cada } })
        }}
      >
        <option value="">Nunca</option>
        {NOTICE_PAUSES.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes === 60 ? 'Cada hora como mucho' : `Cada ${minutes} minutos como mucho`}
          </option>
        ))}
      </select>
    </section>
  )
}
