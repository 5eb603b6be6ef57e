import { type ReactNode, useEffect, useRef } from 'react'

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
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key that closes it is Escape, which the browser turns into cancel
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        if (!sticky) onClose()
      }}
      onClose={(event) => {
        // Some browsers close it on a second Escape in any case.
        if (!event.currentTarget.open) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !sticky) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
