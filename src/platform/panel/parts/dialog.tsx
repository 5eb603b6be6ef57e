import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useDialogPresses } from '../../web/dialog-presses.ts'

/** Focused by the browser where they come first, although nobody opened the dialog for them. */
const ASIDE = ':focus:is(a, .link, .icon-btn, [type=checkbox])'

/** Of the others none is typed in without a look at what is above it. */
const FIELD = 'input:not([type=checkbox], [type=radio], [type=date]), textarea, select'

/**
 * A native modal dialog: it keeps the focus, closes on Escape and on a tap outside, and gives the focus back. Its first field has the focus, or its
 * heading, where a link, a box to tick or its cross comes first. Mounted means open. A sticky one closes by its own buttons only: its content is not shown again.
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
  // Closed before it leaves the page, where it could give nothing back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    const head = element?.querySelector('h2')
    if (head && element?.querySelector(ASIDE)) {
      head.tabIndex = -1
      const first = element.querySelector<HTMLElement>(FIELD) ?? head
      first.focus()
    }
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
