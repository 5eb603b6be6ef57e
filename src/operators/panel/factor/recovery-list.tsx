import { useState } from 'react'
import { copyText } from '#platform/panel/parts/copy-button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'

/** Recovery codes, in clear for the only time. */
export function RecoveryList({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <div className="dialog-body">
      <div>
        <h2>Guarda estos códigos ahora</h2>
        <p className="soft">Si pierdes el teléfono, cada uno te deja entrar una vez. No se vuelven a mostrar.</p>
      </div>
      <ol className="recovery">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => copyText(codes.join('\n')).then(setCopied)}>
          <Icon name="copy" />
          {copied === null ? 'Copiar' : copied ? 'Copiados' : 'Selecciónalos y copia'}
        </button>
        <button type="button" className="button button-main" onClick={onSaved}>
          Ya los guardé
        </button>
      </div>
    </div>
  )
}
