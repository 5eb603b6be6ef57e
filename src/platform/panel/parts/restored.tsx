import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** What was typed before a reload stands in the form again. */
export function RestoredNotice(props: { title?: string; children: ReactNode; onDiscard: () => void }) {
  return (
    <div className="notice" role="status">
      <Icon name="undo" />
      <p>
        <strong>{props.title ?? 'Recuperamos lo que no guardaste.'}</strong> {props.children}
      </p>
      <button type="button" className="text-link" onClick={props.onDiscard}>
        Descartar
      </button>
    </div>
  )
}
