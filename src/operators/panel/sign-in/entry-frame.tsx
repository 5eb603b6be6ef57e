import type { ReactNode } from 'react'
import { Icon } from '#platform/panel/parts/icon.tsx'
import './entry.css'

/** The page around set-up and sign-in: the site's name, one card, and what to know below it. */
export function EntryFrame({ site, children, foot }: { site: string; children: ReactNode; foot?: ReactNode }) {
  return (
    <main className="entry">
      <p className="entry-brand">
        <span className="brand-mark">
          <Icon name="ticket" />
        </span>
        {site}
      </p>
      <div className="entry-card">{children}</div>
      {foot ? <div className="entry-foot">{foot}</div> : null}
    </main>
  )
}
