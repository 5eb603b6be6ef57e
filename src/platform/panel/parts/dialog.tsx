import { type ReactNode, useEffect, useRef } from 'react'
import { useDialogPresses } from '../../web/dialog-presses.ts'

/**
 * A native modal dialog: it keeps the focus, closes on Escape and on a tap outside, and gives the focus back. Mounted means open. A sticky one closes
 * by its own buttons only: its content is not shown again.
 */
export function Dialog({
  label,
  className = 'dialog',
  sticky = false,
  onClose,
  children,
}: {
  label: string
  className?: string
  sticky?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const presses = useDialogPresses(sticky ? null : onClose)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      {...presses}
      onCancel={(event) => {
        event.preventDefault()
        if (!sticky) onClose()
      }}
      onClose={(event) => {
        // Some browsers close it on a second Escape in any case.
        if (!event.currentTarget.open) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
