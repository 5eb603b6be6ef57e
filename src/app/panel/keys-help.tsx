import { Link } from 'wouter'
import { TellDialog } from '#platform/panel/parts/ask-dialog.tsx'

const KEYS: readonly [where: string, keys: readonly [key: string, deed: string][]][] = [
  [
    'En todo el panel',
    [
      ['?', 'Esta lista'],
      ['Esc', 'Cerrar lo que está abierto'],
    ],
  ],
  ['En Inicio', [['R', 'Revisar desde el más viejo']]],
  ['En Compras', [['/', 'Escribir en el buscador']]],
  [
    'En Revisión',
    [
      ['J K', 'Siguiente y anterior'],
      ['A', 'Aprobar'],
      ['R', 'Rechazar'],
      ['U', 'Deshacer la última decisión'],
      ['?', 'Todas las de Revisión'],
    ],
  ],
]

/** The keys of each screen. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <TellDialog label="Teclas" done="Listo" onClose={onClose}>
      {KEYS.map(([where, keys]) => (
        <section key={where} className="help-keys stack">
          <h3 className="small faint">{where}</h3>
          <dl className="stack">
            {keys.map(([key, deed]) => (
              <div key={key} className="flow gap-3">
                <dt className="flow gap-1">
                  {key.split(' ').map((letter) => (
                    <kbd key={letter}>{letter}</kbd>
                  ))}
                </dt>
                <dd>{deed}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="faint small">
        Las de una sola letra se apagan en{' '}
        <Link href="/cuenta" onClick={onClose}>
          tu cuenta
        </Link>
        .
      </p>
    </TellDialog>
  )
}
