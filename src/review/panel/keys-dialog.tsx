import { Link } from 'wouter'
import { TellDialog } from '#platform/panel/parts/ask-dialog.tsx'

const KEYS: [key: string, deed: string][] = [
  ['J', 'Siguiente pago'],
  ['K', 'Pago anterior'],
  ['A', 'Aprobar'],
  ['R', 'Rechazar'],
  ['F', 'Rechazar como falso'],
  ['C', 'Pedir corrección'],
  ['U', 'Deshacer la última decisión'],
  ['Z', 'Acercar o alejar el comprobante'],
  ['+ −', 'Acercar o alejar por pasos'],
  ['G', 'Girar el comprobante'],
  ['D', 'Comparar con el comprobante parecido'],
  ['X', 'Elegir este pago para decidir varios'],
  ['?', 'Esta lista'],
]

/** Effect of each key on the desk. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <TellDialog label="Teclas" done="Listo" onClose={onClose}>
      <dl className="keys stack">
        {KEYS.map(([key, deed]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{deed}</dd>
          </div>
        ))}
      </dl>
      <p className="faint small">
        ¿Prefieres que ninguna letra decida? Apágalas en <Link href="/cuenta">tu cuenta</Link>.
      </p>
    </TellDialog>
  )
}
