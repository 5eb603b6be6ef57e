import { useState } from 'react'
import { queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { mailLeaves } from '#mail/mail-leaves.ts'
import { readFailure } from '#platform/panel/api.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { useBrowserNotices } from '#platform/panel/preferences.ts'
import { NOTICE_PAUSES } from '../limits.ts'
import { askForNotices, type NoticePermission, noticePermission } from './use-new-reports.ts'
import './home.css'

/** How one learns of new payments without looking: by mail, and in this browser. */
export function NoticesPart() {
  return (
    <section className="notices-part stack gap-0 card" aria-labelledby="avisos">
      <h2 id="avisos">Avisos de pagos nuevos</h2>
      {mailLeaves() ? <MailNotices /> : null}
      <BrowserNotices />
    </section>
  )
}

function MailNotices() {
  const notices = useAsk('GET /api/panel/avisos')
  const change = useDeed('POST /api/panel/avisos', { shows: queryOf('GET /api/panel/avisos') })
  const problem = change.error ?? notices.error
  return (
    <div className="notices-line gap-3-4 parted pad-4-5 row wrap">
      <Icon name="mail" />
      <div>
        <label className="strong" htmlFor="avisos-correo">
          Por correo
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
    </div>
  )
}

const SAID: Record<NoticePermission, string> = {
  imposible: 'Este navegador no muestra avisos. En un iPhone, agrega antes el panel a la pantalla de inicio.',
  negado: 'Este navegador los tiene bloqueados: permítelos en los ajustes del sitio.',
  preguntar: 'Mientras el panel esté abierto detrás de otra cosa. El navegador te preguntará.',
  dado: 'Mientras el panel esté abierto detrás de otra cosa.',
}

function BrowserNotices() {
  const { on, set } = useBrowserNotices()
  const [permission, setPermission] = useState(noticePermission)
  const possible = permission === 'preguntar' || permission === 'dado'
  const active = on && permission === 'dado'
  async function toggle() {
    if (active) return set(false)
    const given = await askForNotices()
    setPermission(given)
    set(given === 'dado')
  }
  return (
    <div className="notices-line gap-3-4 parted pad-4-5 row wrap">
      <Icon name="screen" />
      <div>
        <h3>En este navegador</h3>
        <p className="soft">{SAID[permission]}</p>
      </div>
      {possible ? <Button text={active ? 'Apagar avisos' : 'Activar avisos'} onClick={() => void toggle()} /> : null}
    </div>
  )
}
