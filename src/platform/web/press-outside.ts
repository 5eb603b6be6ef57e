import { type MouseEvent, useRef } from 'react'

type Press = MouseEvent<HTMLDialogElement>

/**
 * Handlers of a modal dialog that a press outside closes. It begins and ends there: a text that is selected beyond the edge is none. Not every
 * browser has its own (`closedby`), which also acts on presses that the page never gets.
 */
export function usePressOutside(close: () => void) {
  const began = useRef(false)
  const last = useRef<Element>(null)
  return {
    // Where a first click opened the dialog or changed its step, the second of a double click is for what was there before.
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
      if (began.current && isOutside(event)) close()
    },
  }
}

function isOutside({ target, currentTarget, clientX, clientY }: Press): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}
