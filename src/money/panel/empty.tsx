import { formatCount } from '#platform/money.ts'
import { EmptyState } from '#platform/panel/parts/states.tsx'
import type { Reconciliation } from '../contract.ts'

/** Nothing has come from anywhere yet: the purpose of this place, and the ways in. */
export function NothingCame({ canDecide }: { canDecide: boolean }) {
  return (
    <EmptyState icon="match" title="Aquí se junta lo que llegó con lo que reportaron">
      <p>
        Trae lo que dice tu banco y cada pago que cuadra se confirma junto con los demás, en un solo toque. Lo que no
        cuadra se queda a la vista, con el porqué.
      </p>
      {canDecide ? (
        <ol className="text-start measure gap-2 grid compact soft">
          <li>
            <strong>Subir extracto</strong>: el archivo de movimientos que se descarga de la página del banco.
          </li>
          <li>
            <strong>Pegar avisos</strong>: los mensajes que te manda el banco, copiados tal cual.
          </li>
          <li>
            <strong>Fuentes</strong>: que el teléfono o el banco avisen solos, apenas llega el dinero.
          </li>
        </ol>
      ) : null}
    </EmptyState>
  )
}

/** Nothing of that kind is left: the other kinds, and where. */
export function NothingToMatch({
  summary,
  look,
}: {
  summary: Reconciliation
  look: 'todas' | 'exactas' | 'por_mirar'
}) {
  const { sin_reporte, sin_dinero, por_mirar, exactas } = summary
  const elsewhere =
    look === 'exactas' && por_mirar > 0
      ? `Quedan ${formatCount(por_mirar)} por mirar.`
      : look === 'por_mirar' && exactas.cantidad > 0
        ? `Hay ${formatCount(exactas.cantidad)} exactas por confirmar.`
        : ''
  const closed = sin_reporte.cantidad === 0 && sin_dinero.cantidad === 0
  return (
    <EmptyState icon="check" title={closed && elsewhere === '' ? 'Todo cuadra' : 'Nada más por unir'}>
      <p>
        {elsewhere ||
          (closed
            ? 'Cada pago que llegó tiene su reporte, y cada reporte su pago.'
            : 'Lo que queda está de un solo lado: dinero que nadie ha reportado, o reportes cuyo dinero no se ha visto.')}
      </p>
    </EmptyState>
  )
}
