import { Link } from 'wouter'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, Waiting } from '#platform/panel/parts/states.tsx'
import { MailStanding } from './mail-standing.tsx'
import { useMail } from './outbox-query.ts'

interface Props {
  id: number
  active: boolean
  canResend: boolean
  /** The list that it was opened from. */
  back: string
}

/** One mail as it arrives, why it did not, and the ways to send it again. */
export function MailPreview({ id, active, canResend, back }: Props) {
  const mail = useMail(id)
  const { data } = mail
  return (
    <section className="mail column" aria-label="Correo">
      {data ? (
        <>
          <header className="mail-head head row">
            <Link href={back} className="icon-btn mail-back" aria-label="Volver a la lista">
              <Icon name="back" />
            </Link>
            <div className="grow">
              <h2>{data.asunto}</h2>
              <p className="soft small">
                Para {data.para_nombre ? `${data.para_nombre} · ` : ''}
                {data.para}
              </p>
            </div>
            {data.compra_id === null ? null : (
              <Link href={`/compras/${data.compra_id}`} className="link">
                Ver la compra
              </Link>
            )}
          </header>
          <MailStanding key={data.para} mail={data} active={active} canResend={canResend} />
          {data.reservado ? (
            <p className="notice mail-standing fixed">
              <Icon name="shield" />
              <span className="soft">Lleva un enlace personal: solo lo ve quien lo recibe.</span>
            </p>
          ) : (
            <MailPaper html={data.html} />
          )}
        </>
      ) : (
        <Waiting query={mail} label="Cargando el correo">
          <div className="mail-bone stack">
            <Bone width="50%" height="1.25rem" />
            <Bone width="35%" />
            <Bone height="20rem" />
          </div>
        </Waiting>
      )}
    </section>
  )
}

/**
 * A mail as it looks, without scripts, forms or our origin. By day: its style sheet only holds the night's colours, and this
 * page's policy allows none but its own.
 */
export function MailPaper({ html, title = 'Vista previa del correo' }: { html: string; title?: string }) {
  return <iframe className="mail-frame" title={title} sandbox="" srcDoc={html.replace(/<style>.*?<\/style>/s, '')} />
}
