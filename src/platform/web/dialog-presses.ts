import { type MouseEvent, useRef } from 'react'

type Press = MouseEvent<HTMLDialogElement>

/**
 * Handlers of a modal dialog's presses. The second click of a double click does nothing to what the first one brought. A press outside closes it: one that
 * begins and ends there, unlike a text that is selected beyond the edge. Not every browser has its own (`closedby`), which also acts on presses
 * that the page never gets.
 * @param close null where only its own buttons close it
 */
export function useDialogPresses(close: (() => void) | null) {
  const began = useRef(false)
  const last = useRef<Element>(null)
  return {
    // The first one opened the dialog, or changed its step.
    onClickCapture: (event: Press) => {
      const target = event.target as Element
      if (event.detail > 1 && !last.current?.isConnected) {
        event.preventDefault()
        event.stopPropagation()
      } else last.current = target.closest('button, a, label') ?? target
    },
    onPointerDown: (event: Press) => {
      began.current = isOutside(event)
    },
    onClick: (event: Press) => {
      if (began.current && isOutside(event)) close?.()
    },
  }
}

function isOutside({ target, currentTarget, clientX, clientY }: Press): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}
