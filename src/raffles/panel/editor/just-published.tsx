import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { PanelRaffle } from '../../panel-contract.ts'
import { ownPath } from '../../raffle-path.ts'

/** What comes next for who has just published it. */
export function JustPublished({ raffle }: { raffle: PanelRaffle }) {
  const methods = useAsk('GET /api/panel/metodos', { refetchInterval: 30_000 })
  const [page] = raffle.paginas
  const path = page ? PAGE_PATHS[page] : ownPath(raffle.id)
  if (methods.data?.metodos.every(({ paginas }) => paginas.length === 0)) {
    return (
      <Notice
        level="aviso"
        role="status"
        title="Ya se ve, pero nadie puede pagar."
        action={
          <Link href="/cobros" className="link">
            Ponerlo
          </Link>
        }
      >
        Falta dónde te pagan. Después comparte el enlace de {path}.
      </Notice>
    )
  }
  return (
    <div className="notice notice-bien" role="status">
      <Icon name="check" />
      <p>
        <strong>Está en venta.</strong> Comparte el enlace de {path} y espera el primer reporte en Revisión.
      </p>
      <a className="link" href={path} target="_blank" rel="noreferrer">
        Ver la página
      </a>
    </div>
  )
}
