import { type MouseEvent, useRef } from 'react'

type Press = MouseEvent<HTMLDialogElement>

/**
 * Handlers of a modal dialog that a press outside closes. It begins and ends there: a text that is selected beyond the edge is none, nor is the
 * second of the two clicks that opened it. Not every browser has its own (`closedby`), which also acts on presses that the page never gets.
 */
export function usePressOutside(close: () => void) {
  const began = useRef(false)
  return {
    onPointerDown: (event: Press) => {
      began.current = isOutside(event)
    },
    onClick: (event: Press) => {
      if (began.current && event.detail < 2 && isOutside(event)) close()
    },
  }
}

function isOutside({ target, currentTarget, clientX, clientY }: Press): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}
