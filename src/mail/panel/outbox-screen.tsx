import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useAsk, useDeed, usePages } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton, Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { EmptyState, ListState, MoreButton, Notice } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { atBreak } from '#platform/web/at-break.ts'
import { type MailState, mailState, type OutboxItem } from '../contract.ts'
import { byMail, mailLeaves } from '../mail-leaves.ts'
import { MailPreview } from './mail-preview.tsx'
import { describeMail, OUTBOX } from './mail-wording.ts'
import './outbox.css'
import { explainTrouble } from '../mail-trouble.ts'

const FILTERS: { state: MailState | ''; name: string }[] = [
  { state: '', name: 'Todos' },
  { state: 'fallido', name: 'Sin entregar' },
  { state: 'pendiente', name: 'En camino' },
  { state: 'enviado', name: 'Enviados' },
]

/**
 * Every mail that the product wrote: which left, which wait, which failed and why.
 * @param id of the one that is open, or 0.
 * @param judges sends again, corrects, tests. @param owner words the mails.
 */
export function OutboxScreen(props: { id: number; judges: boolean; owner: boolean; help: ReactNode }) {
  const { id, judges, owner } = props
  const [search, setSearch] = useSearchParams()
  const state = mailState.safeParse(search.get('estado')).data ?? ''
  const outbox = usePages('GET /api/panel/correos', { query: { estado: state }, refetchInterval: 15_000 })
  const items = outbox.data?.pages.flatMap(({ correos }) => correos) ?? []
  const page = outbox.data?.pages[0]
  const query = state === '' ? '' : `?estado=${state}`
  return (
    <div className={`outbox columns may-scroll ${id === 0 ? '' : 'outbox-open'}`}>
      <section className="outbox-list shrinks may-scroll column" aria-label="Correos">
        <header className="outbox-head pad-2-5 head row gap-4 wrap">
          <div className="row shrinks">
            <Segments
              label="Mostrar"
              value={state}
              options={FILTERS.map(({ state: value, name }) => {
                const count = (value === 'fallido' && page?.fallidos) || (value === 'pendiente' && page?.pendientes)
                return { value, name: count ? `${name} ${count}` : name }
              })}
              onChange={(next) => setSearch(next === '' ? {} : { estado: next }, { replace: true })}
            />
            {props.help}
          </div>
          <MailTools undelivered={state === 'fallido'} canResend={judges} canWord={owner} />
        </header>
        {page ? <ServerNotice waiting={page.pendientes} owner={owner} /> : null}
        <div className="outbox-scroll scroller">
          <ListState query={outbox} label="Cargando los correos" />
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
                <MailRow key={item.id} item={item} query={query} current={item.id === id} />
              ))}
            </ol>
          )}
          <MoreButton query={outbox} className="btn btn-plain full" />
        </div>
      </section>
      {id === 0 ? (
        <div className="line-left ground mid-none grid middle">
          <EmptyState icon="mail" title="Elige un correo">
            <p>Aquí lo ves tal como llega.</p>
          </EmptyState>
        </div>
      ) : (
        <MailPreview key={id} id={id} canResend={judges} back={`/correos${query}`} />
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
        className="mail-row pad-3-5 list-row line-below bare ring-in row-top gap-3 compact"
        {...(current ? { 'aria-current': 'true' as const } : {})}
      >
        <span className={`mail-mark grid mid mail-${tone}`}>
          {icon === 'verdict' ? (
            <VerdictShape level={tone === 'ok' ? 'bien' : 'grave'} word={false} />
          ) : (
            <Icon name={icon} />
          )}
        </span>
        <span className="grid grow">
          <span className="cut">
            <strong>{item.para_nombre || atBreak(item.para)}</strong>{' '}
            {item.para_nombre ? <span className="faint">{atBreak(item.para)}</span> : null}
          </span>
          <span className="soft cut">{item.asunto}</span>
        </span>
        <span className="whole from-end grid">
          <span className="faint">{formatMoment(item.enviado_en ?? item.creado_en)}</span>
          <span className={`mail-${tone}`}>{word}</span>
        </span>
      </Link>
    </li>
  )
}

/** Obstacles to mail, in plain words: no server yet, or one that does not take it. */
function ServerNotice({ waiting, owner }: { waiting: number; owner: boolean }) {
  const { data } = useAsk('GET /api/panel/correos/servidor', { refetchInterval: 30_000 })
  if (!mailLeaves()) {
    return (
      <Notice level="aviso" className="outbox-notice" title="Falta configurar el correo">
        {waiting > 0 ? `${waiting} esperan y saldrán solos. ` : ''}
        {owner ? <Link href="/servidor">Configurarlo</Link> : 'Un dueño pone el servidor de correo en Servidor.'}
      </Notice>
    )
  }
  const trouble = data ? explainTrouble(data.ultimo_error) : null
  if (!data || !trouble) return null
  return (
    <Notice level="aviso" className="outbox-notice" role="status" title={trouble.dice}>
      {trouble.haz} {data.servidor} dijo: «{data.ultimo_error}».{' '}
      {data.ultimo_envio ? `El último salió: ${formatMoment(data.ultimo_envio)}` : 'Todavía no ha salido ninguno.'}
    </Notice>
  )
}

/**
 * Actions on mail as a whole: test it and change its words, or, among undelivered mail, send it all again.
 * @param props.undelivered while undelivered mail is shown.
 */
function MailTools(props: { undelivered: boolean; canResend: boolean; canWord: boolean }) {
  const { undelivered, canResend, canWord } = props
  return (
    <div className="mail-tools gap-1-2 ends to-end thumbs row wrap">
      {undelivered ? null : <ButtonLink icon="people" text="Comunicados" href="/correos/cartas" />}
      {canWord && !undelivered ? <ButtonLink icon="pencil" text="Textos" href="/correos/textos" /> : null}
      {canResend && !undelivered ? <TestMail /> : null}
      {canResend && undelivered ? (
        <AskButton icon="retry" text="Reenviar lo que no llegó" ask={(close) => <RetryAll onClose={close} />} />
      ) : null}
    </div>
  )
}

function TestMail() {
  const test = useDeed('POST /api/panel/correos/prueba', { refreshes: OUTBOX })
  const failure = test.error ? readFailure(test.error) : null
  return (
    <>
      <Button icon="send" text="Correo de prueba" pending={test.isPending} onClick={() => test.mutate()} />
      <span className="small maybe" role="status">
        {test.data ? `${byMail('Va', 'Espera')} a ${test.data.para}.` : ''}
        {failure ? `${failure.title}. ${failure.details}` : ''}
      </span>
    </>
  )
}

/** Asks before any leaves, and says how many did. */
function RetryAll({ onClose }: { onClose: () => void }) {
  const retry = useDeed('POST /api/panel/correos/reintentar', { refreshes: OUTBOX })
  const left = retry.data?.reenviados
  return (
    <AskDialog
      label="Reenviar lo que no llegó"
      title="¿Reenviar lo que no llegó?"
      lead="No salen los de direcciones que no existen, ni los que ya no sirven."
      deed={retry}
      leave={left === undefined ? 'Cancelar' : 'Cerrar'}
      action="Reenviar"
      off={left !== undefined}
      onConfirm={() => retry.mutate()}
      onClose={onClose}
    >
      {left === undefined ? null : <p role="status">{left === 1 ? '1 sale ahora.' : `${left} salen ahora.`}</p>}
    </AskDialog>
  )
}
