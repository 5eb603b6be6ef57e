import type { ReactNode } from 'react'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon, type IconName } from '#platform/web/icon.tsx'
import { failureDialog } from '../../failure-dialog.ts'
import { UNDERSTOOD } from '../../messages.ts'
import type { Refusal } from '../report/send-report.ts'

interface Props {
  icon: IconName
  /** Danger for failures, accent for decisions of the visitor. */
  tone?: 'danger' | 'accent'
  title: string
  children: ReactNode
  /** The words of each button and its action, the main one first. */
  ways: readonly (readonly [words: string, go: () => void])[]
  /** Other controls below them. */
  others?: ReactNode
  onClose: () => void
}

/** One message and one question. */
export function MessageDialog({ icon, tone = 'accent', title, children, ways, others, onClose }: Props) {
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <div className={`medal medal-${tone}`}>
        <Icon name={icon} />
      </div>
      {children}
      <div className="actions">
        {ways.map(([words, go], place) => (
          <button key={words} type="button" className={place ? 'btn' : 'btn btn-go'} onClick={go}>
            {words}
          </button>
        ))}
        {others}
      </div>
    </Dialog>
  )
}

/** The purchase cannot continue, for instance because the tickets could not be held: shows the reason. */
export function RefusalDialog({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  const { title, text } = failureDialog(refusal)
  return (
    <MessageDialog icon="alert" tone="danger" title={title} onClose={onClose} ways={[[UNDERSTOOD, onClose]]}>
      <p>{text}</p>
    </MessageDialog>
  )
}
