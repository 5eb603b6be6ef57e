import { Link, useSearchParams } from 'wouter'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, EmptyState, FailedState, Loading, StaleNotice } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { type MailState, mailState, type OutboxItem } from '../contract.ts'
import { MailPreview } from './mail-preview.tsx'
import { MailTools } from './mail-tools.tsx'
import { describeMail } from './mail-wording.ts'
import { outboxItems, useMailServer, useOutbox } from './outbox-query.ts'
import './outbox.css'
import { explainTrouble } from '../mail-trouble.ts'

const FILTERS: { state: MailState | ''; name: string }[] = [
  { state: '', name: 'Todos' },
  { state: 'fallido', name: 'Sin entregar' },
  { state: 'pendiente', name: 'En camino' },
  { state: 'enviado', name: 'Enviados' },
]

interface Props {
  selected: number | null
  /** Sends again, corrects, tests. */
  canResend: boolean
  /** Words the mails. */
  canWord: boolean
}

/** Every mail that the product wrote: which left, which wait, which failed and why. */
export function OutboxScreen({ selected, canResend, canWord }: Props) {
  const [search, setSearch] = useSearchParams()
  const state = mailState.safeParse(search.get('estado')).data ?? ''
  const outbox = useOutbox(state)
  const items = outboxItems(outbox.data)
  const page = outbox.data?.pages[0]
  const query = state === '' ? '' : `?estado=${state}`
  return (
    <div className={selected === null ? 'outbox' : 'outbox outbox-open'}>
      <section className="outbox-list column" aria-label="Correos">
        <header className="outbox-head head row gap-4 wrap">
          <fieldset className="segments" aria-label="Mostrar">
            {FILTERS.map((filter) => (
              <button
                key={filter.state}
                type="button"
                aria-pressed={filter.state === state}
                onClick={() => setSearch(filter.state === '' ? {} : { estado: filter.state }, { replace: true })}
              >
                {filter.name}
                {filter.state === 'fallido' && page && page.fallidos > 0 ? ` ${page.fallidos}` : ''}
                {filter.state === 'pendiente' && page && page.pendientes > 0 ? ` ${page.pendientes}` : ''}
              </button>
            ))}
          </fieldset>
          <MailTools
            failed={state === 'fallido' ? (page?.fallidos ?? 0) : null}
            canResend={canResend}
            canWord={canWord}
          />
        </header>
        {page ? <ServerNotice active={page.activo} waiting={page.pendientes} /> : null}
        <div className="outbox-scroll scroller">
          {outbox.isPending ? (
            <MailBones />
          ) : outbox.data ? (
            <StaleNotice error={outbox.error} onRetry={() => void outbox.refetch()} />
          ) : (
            <FailedState error={outbox.error} onRetry={() => void outbox.refetch()} />
          )}
          {outbox.data && items.length === 0 ? (
            <EmptyState icon="mail" title={state === '' ? 'Todavía no hay correos' : 'Ninguno en este estado'}>
              <p>
                {state === ''
                  ? 'Al recibir, aprobar o rechazar un pago se escribe uno y aparece aquí.'
                  : 'Cambia el filtro para ver los demás.'}
              </p>
            </EmptyState>
          ) : (
            <ol>
              {items.map((item) => (
                <MailRow key={item.id} item={item} query={query} current={item.id === selected} />
              ))}
            </ol>
          )}
          {outbox.hasNextPage ? (
            <button
              type="button"
              className="btn btn-plain outbox-more"
              aria-busy={outbox.isFetchingNextPage}
              onClick={() => void outbox.fetchNextPage()}
            >
              {outbox.isFetchingNextPage ? 'Cargando…' : 'Ver más'}
            </button>
          ) : null}
        </div>
      </section>
      {selected === null ? (
        <div className="outbox-none">
          <EmptyState icon="mail" title="Elige un correo">
            <p>Aquí lo ves tal como llega.</p>
          </EmptyState>
        </div>
      ) : (
        <MailPreview
          key={selected}
          id={selected}
          active={page?.activo ?? true}
          canResend={canResend}
          back={`/correos${query}`}
        />
      )}
    </div>
  )
}

function MailRow({ item, query, current }: { item: OutboxItem; query: string; current: boolean }) {
  const { word, tone, icon } = describeMail(item)
  return (
    <li>
      <Link
        href={`/correos/${item.id}${query}`}
        className="mail-row list-row row-top gap-3 compact"
        {...(current ? { 'aria-current': 'true' as const } : {})}
      >
        <span className={`mail-mark mail-${tone}`}>
          {icon === 'verdict' ? (
            <VerdictShape level={tone === 'ok' ? 'bien' : 'grave'} word={false} />
          ) : (
            <Icon name={icon} />
          )}
        </span>
        <span className="mail-who grow">
          <span>
            <strong>{item.para_nombre || item.para}</strong>{' '}
            {item.para_nombre ? <span className="faint">{item.para}</span> : null}
          </span>
          <span className="soft">{item.asunto}</span>
        </span>
        <span className="mail-side">
          <span className="faint">{formatMoment(item.enviado_en ?? item.creado_en)}</span>
          <span className={`mail-${tone}`}>{word}</span>
        </span>
      </Link>
    </li>
  )
}

function MailBones() {
  return (
    <Loading label="Cargando los correos">
      {Array.from({ length: 7 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes without identity
        <div key={index} className="mail-bone stack">
          <Bone width="55%" />
          <Bone width="40%" />
        </div>
      ))}
    </Loading>
  )
}

/** What keeps mail from leaving, in plain words: no server yet, or one that does not take it. */
function ServerNotice({ active, waiting }: { active: boolean; waiting: number }) {
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
