import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link that was used, withdrawn, replaced or is too old. */
export function DeadLink({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="entry-form">
      <div>
        <h1>{title}</h1>
        <p className="soft">{children}</p>
      </div>
      <Link href="/" className="button button-wide">
        Ir al panel
      </Link>
    </div>
  )
}
