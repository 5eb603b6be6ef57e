import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './paper-tokens.css'
import './sheet-tokens.css'
import './dialog.css'
import { useDialogPresses } from './dialog-presses.ts'
import { Icon } from './icon.tsx'

interface Props {
  /** Names the dialog, and is its heading. */
  title: string
  /** The person wants to close it: ✕, Escape, back gesture, a click outside. The owner decides by unmounting it. */
  onClose: () => void
  /** `wide` has room for two columns on a wide screen; `tall` fills the height, and its content scrolls inside. */
  size?: 'small' | 'normal' | 'wide' | 'tall'
  /** For screens whose heading would only repeat their content: it is still read aloud. */
  titleHidden?: boolean
  onBack?: (() => void) | false | null | undefined
  /** Between the back button and ✕. */
  place?: ReactNode
  /** A line that stays below the head while the body scrolls. */
  line?: ReactNode
  /** Stays at the bottom while the body scrolls. */
  foot?: ReactNode
  /** Nothing can be decided now: no ✕, and Escape does nothing. */
  locked?: boolean
  children: ReactNode
}

/** Milliseconds within which a key counts as the request to close. */
const PRESS = 500

/** A native modal dialog: a sheet from below on a phone, a card in the middle on a wide screen. Open while mounted. */
export function Dialog(props: Props) {
  const { title, onClose, size = 'normal', locked = false } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const leave = useRef<() => void>(onClose)
  leave.current = locked ? () => undefined : props.onBack || onClose

  const pressed = useRef(-PRESS)
  const presses = useDialogPresses(locked ? null : onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    element.querySelector('h2')?.focus({ preventScroll: true })
    const unstack = stackDialog(() => leave.current())
    return () => {
      unstack()
      element.close()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={`sheet sheet-${size}`}
      aria-labelledby={heading}
      {...(locked && { closedby: 'none' })}
      {...presses}
      onKeyDown={() => {
        pressed.current = performance.now()
      }}
      onCancel={(event) => {
        // A file input inside sends a `cancel` of its own when its picker is left.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (locked) return
        // No key was pressed in the page: it is the phone's back button, which a new browser hands to the dialog.
        if (performance.now() - pressed.current > PRESS) leave.current()
        else onClose()
      }}
      onClose={(event) => {
        // A browser may close it without asking (Escape twice). Whether it goes is still the owner's decision.
        const element = event.currentTarget
        if (event.target !== element || !element.isConnected || element.open) return
        element.showModal()
        if (!locked) onClose()
      }}
    >
      {!locked && (
        <div className="sheet-head">
          {props.onBack && (
            <button type="button" className="icon-btn" aria-label="Volver" onClick={props.onBack}>
              <Icon name="back" />
            </button>
          )}
          {props.place}
          <button type="button" className="icon-btn" aria-label="Cerrar" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      )}
      {props.line}
      <div className="sheet-body">
        <h2 id={heading} tabIndex={-1} className={props.titleHidden ? 'sr' : undefined}>
          {title}
        </h2>
        {props.children}
      </div>
      {props.foot && <div className="sheet-foot">{props.foot}</div>}
    </dialog>
  )
}

/** Effect of going back in each open dialog, the topmost last. */
const open: (() => void)[] = []
/** Whether the history has an entry of ours that the back button would leave. */
let entered = false
/** Whether we step back ourselves: the event comes later, on a slow phone after the next dialog has opened, and closes nothing. */
let leaving = false

/**
 * Makes the back button and the back gesture of a phone act on the topmost dialog instead of leaving the page.
 * @param back their action there.
 * @returns a function that takes the dialog from the stack when it closes.
 */
function stackDialog(back: () => void): () => void {
  addEventListener('popstate', goBack)
  open.push(back)
  enter()
  return () => {
    open.splice(open.lastIndexOf(back), 1)
    // One dialog often gives way to the next within the same moment.
    setTimeout(settle)
  }
}

function enter(): void {
  if (entered || leaving) return
  // A page that was loaded again has the entry still.
  if (!history.state?.dialog) history.pushState({ dialog: true }, '')
  entered = true
}

function goBack(): void {
  entered = false
  if (!leaving) open.at(-1)?.()
  leaving = false
  // A question may have closed nothing: a second press must not leave the page either.
  setTimeout(() => {
    if (open.length > 0) enter()
  })
}

function settle(): void {
  if (open.length > 0 || !entered) return
  leaving = true
  entered = false
  history.back()
}
