import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { ButtonLink, SubmitButton } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { keep, readKept } from '#platform/web/kept.ts'
import { linkSecret } from '#platform/web/link-secret.ts'
import './entry.css'

/** The page around set-up and sign-in: the site's name, one card, and notes below it. */
export function EntryFrame({ site, children, foot }: { site: string; children: ReactNode; foot?: ReactNode }) {
  return (
    <main className="entry middle mid stack gap-5">
      <p className="row gap-3 strong">
        <span className="brand-mark centre fixed round">
          <Icon name="ticket" />
        </span>
        {site}
      </p>
      <div className="card">{children}</div>
      {foot ? <div className="text-centre small faint">{foot}</div> : null}
    </main>
  )
}

/** The one form of such a page: its heading, its fields, and the button that sends it. */
export function EntryForm(props: {
  title: string
  says?: ReactNode
  form: { submit: (event: FormEvent<HTMLFormElement>) => void; pending: boolean; error?: unknown }
  action: string
  /** The words of its button while it is sent. */
  doing: string
  children: ReactNode
  /** Below its button. */
  below?: ReactNode
}) {
  const { form, says } = props
  const { pending } = form
  return (
    <form className="entry-form pad-5 stack gap-4" noValidate onSubmit={form.submit}>
      <div>
        <h1>{props.title}</h1>
        {says ? <p className="soft">{says}</p> : null}
      </div>
      {props.children}
      <Failure of={form.error} />
      <SubmitButton text={pending ? props.doing : props.action} pending={pending} />
      {props.below}
    </form>
  )
}

/** A link that was used, withdrawn, replaced or is too old. */
export function DeadLink({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="entry-form pad-5 stack gap-4">
      <div>
        <h1>{title}</h1>
        <p className="soft">{children}</p>
      </div>
      <ButtonLink text="Ir al panel" className="btn-wide" href="/" />
    </div>
  )
}

/**
 * The secret of the link that opened this page. It came in the fragment, and leaves the address bar immediately; the tab keeps it for a reload. A
 * link pasted into a tab with this page counts too.
 */
export function useLinkToken(): string {
  const place = `panel-enlace:${location.pathname}`
  const [token, setToken] = useState(() => linkSecret() || String(readKept('sessionStorage', place) ?? ''))
  useEffect(() => {
    function take() {
      if (location.hash === '') return
      setToken(linkSecret())
      keep('sessionStorage', place, linkSecret())
      history.replaceState(history.state, '', location.pathname)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [place])
  return token
}
