import { failureDialog } from '../../failure-dialog.ts'
import { UNDERSTOOD } from '../../messages.ts'
import type { Refusal } from '../report/send-report.ts'
import { MessageDialog } from './message-dialog.tsx'

/** The purchase cannot go on, for instance because the tickets could not be held: says why. */
export function RefusalDialog({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  const { title, text } = failureDialog(refusal)
  return (
    <MessageDialog
      icon="alert"
      tone="danger"
      title={title}
      onClose={onClose}
      actions={
        <button type="button" className="btn btn-go" onClick={onClose}>
          {UNDERSTOOD}
        </button>
      }
    >
      <p>{text}</p>
    </MessageDialog>
  )
}
