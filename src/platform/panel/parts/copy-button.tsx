import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

const SAID_FOR = 2_000

/**
 * Copies a value. @param name of the value, for screen readers: `Copiar la cédula`.
 * @param word shown next to the icon; without it the icon is alone.
 */
export function CopyButton({ value, name, word }: { value: string; name: string; word?: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  useEffect(() => {
    if (copied === null) return undefined
    const timer = setTimeout(() => setCopied(null), SAID_FOR)
    return () => clearTimeout(timer)
  }, [copied])
  const said = copied === null ? '' : copied ? 'Copiado' : 'No se pudo copiar'
  return (
    <>
      <button
        type="button"
        className={`copy-value fixed round ${word === undefined ? 'faint' : 'copy-value-word gap-2 soft compact'}`}
        aria-label={said || (word ?? name)}
        title={said || name}
        onClick={() => void copyText(value).then(setCopied)}
      >
        <Icon name={copied === true ? 'check' : copied === false ? 'cross' : 'copy'} />
        {word === undefined ? null : <span>{said || word}</span>}
      </button>
      <span className="sr" role="status">
        {said}
      </span>
    </>
  )
}

/** Puts a text on the clipboard. False where the browser does not let it, as over plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
