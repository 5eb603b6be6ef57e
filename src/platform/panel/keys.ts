import { useEffect, useRef } from 'react'
import { useLetterKeys } from './preferences.ts'

/** Where letters are typed, or choose. */
const TYPING = 'input, textarea, select, [contenteditable], dialog'

/**
 * Calls the action of a pressed letter; not while typing, in a dialog, with a modifier, or while a key is held down.
 * @param typing where they are typed: a list whose boxes are ticked before its letter is pressed leaves boxes out.
 */
export function useKeys(actions: Record<string, () => void>, typing = TYPING): void {
  const { on } = useLetterKeys()
  const current = useRef(actions)
  current.current = actions
  useEffect(() => {
    if (!on) return undefined
    function press(event: KeyboardEvent) {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as Element | null
      if (target?.closest(typing)) return
      const action = current.current[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on, typing])
}
