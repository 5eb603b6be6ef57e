import { useState } from 'react'
import { copyText } from '#platform/panel/parts/copy.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import './copy-link.css'

/** A link in full, selected by one tap, with its button to copy. */
export function CopyLink({ link }: { link: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <div className="copy-link">
      <input
        className="input"
        readOnly
        value={link}
        aria-label="Enlace"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button type="button" className="button" onClick={() => copyText(link).then(setCopied)}>
        <Icon name="copy" />
        {copied === null ? 'Copiar' : copied ? 'Copiado' : 'Selecciónalo y copia'}
      </button>
    </div>
  )
}
