import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useOutbox } from '#mail/panel/outbox-query.ts'
import type { Operator, PanelStatus } from '#operators/contract.ts'
import { AlteredNotice } from '#payment-methods/panel/altered-notice.tsx'
import { Icon, type IconName } from '#platform/web/panel-icon.tsx'
import { Bone, FailedState, Loading, StaleNotice } from '#platform/web/panel-states.tsx'
import { formatMoment, formatWait, useServerClock } from '#platform/web/panel-time.ts'
import { LATE_AFTER, queueItems, useQueue } from '#review/panel/queue-query.ts'
import { WaitAxis } from '#review/panel/wait-axis.tsx'
import './home.css'

/** Opens on what needs doing: the payments that wait, then mail and the account. */
export function HomeScreen({ status, operator }: { status: PanelStatus; operator: Operator }) {
  return (
    <div className="home">
      <AlteredNotice link={operator.rol === 'dueno'} />
      <InReview />
      <section className="home-also" aria-labelledby="tambien">
        <h2 id="tambien">También</h2>
        <MailLine status={status} />
        {operator.segundo_factor ? null : (
          <Line icon="shield" tone="aviso" title="Activa el segundo paso" action={<Link href="/cuenta">Activar</Link>}>
            Tu clave es hoy lo único que protege el panel.
          </Line>
        )}
      </section>
    </div>
  )
}

function InReview() {
  const queue = useQueue()
  const now = useServerClock(30_000)
  const items = queueItems(queue.data)
  const oldest = items[0]
  if (queue.isPending) {
    return (
      <section className="home-review">
        <Loading label="Cargando los pagos en revisión">
          <Bone width="6rem" />
          <Bone width="11rem" height="2.25rem" />
          <Bone height="3.5rem" />
          <Bone width="13rem" height="2.25rem" />
        </Loading>
      </section>
    )
  }
  if (!queue.data) {
    return (
      <section className="home-review">
        <FailedState error={queue.error} onRetry={() => void queue.refetch()} />
      </section>
    )
  }
  const total = queue.data.pages[0]?.total ?? 0
  const late = items.filter((item) => now - Date.parse(item.en_revision_desde) > LATE_AFTER).length
  return (
    <section className="home-review" aria-labelledby="en-revision">
      <div className="home-heading">
        <h2 id="en-revision">En revisión</h2>
        <span className="faint small">se actualiza solo</span>
      </div>
      <StaleNotice error={queue.error} onRetry={() => void queue.refetch()} />
      <p className="home-figure">{total === 1 ? '1 pago' : `${total} pagos`}</p>
      {oldest ? (
        <>
          <p className="soft">
            {late > 0 ? (
              <strong className="waiting">
                {late === 1 ? '1 pasa de 30 minutos. ' : `${late} pasan de 30 minutos. `}
              </strong>
            ) : null}
            El más viejo espera {formatWait(now - Date.parse(oldest.en_revision_desde))} (desde{' '}
            {formatMoment(oldest.en_revision_desde)}).
          </p>
          <WaitAxis items={items} now={now} />
          <Link href={`/revision/${oldest.id}`} className="button button-main">
            Revisar desde el más viejo
          </Link>
        </>
      ) : (
        <p className="soft">Todo está al día. Cuando alguien reporte un pago, aparece aquí solo.</p>
      )}
    </section>
  )
}

function MailLine({ status }: { status: PanelStatus }) {
  const outbox = useOutbox('')
  const page = outbox.data?.pages[0]
  const link = <Link href="/correos">Ver correos</Link>
  if (!status.correo_activo) {
    return (
      <Line icon="mail" tone="aviso" title="Falta configurar el correo" action={link}>
        {page && page.pendientes > 0 ? `${page.pendientes} esperan. ` : ''}Define SMTP_URL en el servidor para que
        salgan.
      </Line>
    )
  }
  if (outbox.isPending) return <Bone height="3rem" />
  if (!page) {
    return (
      <Line icon="mail" title="Correos" action={link}>
        No se pudo saber cómo van.
      </Line>
    )
  }
  if (page.fallidos > 0) {
    return (
      <Line icon="mail" tone="grave" title={`${page.fallidos} sin entregar`} action={link}>
        El servidor de correo los rechazó. Puedes reenviarlos.
      </Line>
    )
  }
  return (
    <Line icon="mail" title={page.pendientes > 0 ? `${page.pendientes} en camino` : 'Correos al día'} action={link}>
      {page.pendientes > 0 ? 'Salen solos en segundos.' : 'Ninguno espera ni falló.'}
    </Line>
  )
}

function Line(props: {
  icon: IconName
  tone?: 'aviso' | 'grave'
  title: string
  action: ReactNode
  children: ReactNode
}) {
  return (
    <div className="home-line">
      <span className={`home-mark ${props.tone ? `home-mark-${props.tone}` : ''}`}>
        <Icon name={props.icon} />
      </span>
      <div>
        <h3>{props.title}</h3>
        <p className="faint">{props.children}</p>
      </div>
      <span className="home-action">{props.action}</span>
    </div>
  )
}
