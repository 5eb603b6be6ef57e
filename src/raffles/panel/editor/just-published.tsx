import { useAsk } from '#access/panel/ask.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { PanelRaffle } from '../../panel-contract.ts'
import { ownPath } from '../../raffle-path.ts'

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

/** Next steps after publishing. */
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
        action={<ButtonLink look="link" text="Ponerlo" href="/cobros" />}
      >
        Falta dónde te pagan. Después comparte el enlace de {path}.
      </Notice>
    )
  }
  return (
    <div className="notice notice-bien" role="status" ref={intoView}>
      <Icon name="check" />
      <p>
        <strong>Está en venta.</strong> Comparte el enlace de {path} y espera el primer reporte en Revisión.
      </p>
      <ButtonLink out look="link" text="Ver la página" href={path} />
    </div>
  )
}
