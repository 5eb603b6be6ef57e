import type { ReactNode } from 'react'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { IconName } from '#platform/web/icons.ts'

interface Props {
  icon: IconName
  /** Danger for what went wrong, accent for what waits for the visitor. */
  tone?: 'danger' | 'accent'
  title: string
  children: ReactNode
  /** The buttons, the main one first. */
  actions: ReactNode
  onClose: () => void
}

/** One thing is said and one thing is asked. */
export function MessageDialog({ icon, tone = 'accent', title, children, actions, onClose }: Props) {
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <div className={`medal medal-${tone}`}>
        <Icon name={icon} />
      </div>
      {children}
      <div className="actions">{actions}</div>
    </Dialog>
  )
}
