import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

const FEEDBACK = 2000

interface Props {
  /** Text for the clipboard. */
  text: string
  /** Kind of value, for the button's name: `cédula`. */
  what: string
  /** Written on the button. */
  label?: string
  /** It is on the clipboard. */
  onCopy?: () => void
}

/** Copies and shows 'Copiado' for two seconds; neither word changes the button's width. */
export function CopyButton({ text, what, label = 'Copiar', onCopy }: Props) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), FEEDBACK)
    return () => clearTimeout(timer)
  }, [state])

  const said = state === 'done' ? 'Copiado' : state === 'failed' ? 'No se pudo' : ''
  return (
    <>
      <button
        type="button"
        className="btn copy"
        data-state={state}
        aria-label={`${label} ${what}`}
        onClick={async (event) => {
          const copied = await copyText(text, event.currentTarget)
          setState(copied ? 'done' : 'failed')
          if (copied) onCopy?.()
        }}
      >
        <span>
          <Icon name="copy" small />
          {label}
        </span>
        <span>
          {state !== 'idle' && <Icon name={state === 'done' ? 'check' : 'alert'} small />}
          {said}
        </span>
      </button>
      <span className="sr" role="status">
        {said}
      </span>
    </>
  )
}

/** The clipboard, or, in a browser inside another app without one, a selected field next to the button. */
async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'sr'
    // Inside the same dialog: everything outside of a modal one cannot take the focus.
    beside.after(field)
    field.select()
    const copied = document.execCommand('copy')
    field.remove()
    beside.focus()
    return copied
  }
}
