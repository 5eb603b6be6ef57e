import { useState } from 'react'
import { useDeed, usePages } from '#access/panel/ask.ts'
import { Failure } from '#platform/panel/parts/field.tsx'
import { SearchField } from '#platform/panel/parts/filters.tsx'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { EmptyState, ListState, MoreButton } from '#platform/panel/parts/states.tsx'
import type { ShownMovement } from '../../contract.ts'
import { FindReport } from '../join/find-report.tsx'
import { lookAgain, MONEY_SHOWN } from '../shown-money.ts'
import { type Fate, FateDialog } from './fate-dialog.tsx'
import { LeftFrame } from './left-frame.tsx'
import { MovementRow } from './movement-row.tsx'

type Look = 'abiertos' | 'cerrados'

/** Money that nobody has reported: its report is found, it is returned, or somebody gives the reason why it is none of this. */
export function UnreportedScreen({ owner, judges }: { owner: boolean; judges: boolean }) {
  const [search, setSearch] = useState('')
  const [look, setLook] = useState<Look>('abiertos')
  const [asked, setAsked] = useState<{ movement: ShownMovement; fate: Fate } | null>(null)
  const [found, setFound] = useState<ShownMovement | null>(null)
  const list = usePages('GET /api/panel/conciliacion/sin-reporte', {
    query: { buscar: search, ver: look },
    refetchInterval: lookAgain,
  })
  const again = useDeed('POST /api/panel/conciliacion/movimientos/:id', { refreshes: MONEY_SHOWN })
  const movements = list.data?.pages.flatMap((page) => page.movimientos) ?? []
  return (
    <LeftFrame
      title="Dinero sin reporte"
      lead="Llegó a tus cuentas y ningún reporte lo reclama. Busca su reporte, devuélvelo, o di por qué no es de una compra."
      counted={list.data?.pages[0]}
      name={(count) => (count === 1 ? 'pago' : 'pagos')}
      tools={
        <>
          <SearchField
            label="Buscar en el dinero sin reporte"
            placeholder="Monto, referencia, nombre…"
            value={search}
            onSearch={setSearch}
          />
          <Segments
            label="Cuáles"
            value={look}
            onChange={setLook}
            options={[
              { value: 'abiertos', name: 'Por resolver' },
              { value: 'cerrados', name: 'Resueltos' },
            ]}
          />
        </>
      }
    >
      <Failure of={again.error} />
      <ListState query={list} label="Cargando el dinero sin reporte" />
      {list.data && movements.length === 0 ? <Nothing searched={search !== ''} look={look} /> : null}
      {movements.length > 0 ? (
        <ul className="card card-wide lines" aria-label="Dinero sin reporte">
          {movements.map((movement) => (
            <MovementRow
              key={movement.id}
              movement={movement}
              busy={again.isPending}
              owner={owner}
              onFind={judges ? () => setFound(movement) : null}
              onFate={(fate) => setAsked({ movement, fate })}
              onReopen={() => again.mutate({ params: { id: movement.id }, body: { que: 'abierto' } })}
            />
          ))}
        </ul>
      ) : null}
      <MoreButton query={list} className="btn to-start" />
      {asked ? <FateDialog {...asked} onClose={() => setAsked(null)} /> : null}
      {found ? <FindReport movement={found} onClose={() => setFound(null)} /> : null}
    </LeftFrame>
  )
}

function Nothing({ searched, look }: { searched: boolean; look: Look }) {
  if (searched) {
    return (
      <EmptyState icon="search" title="Nada con eso">
        <p>Prueba con el monto exacto, los últimos dígitos de la referencia o el teléfono de quien pagó.</p>
      </EmptyState>
    )
  }
  return look === 'cerrados' ? (
    <EmptyState icon="undo" title="Aún no has resuelto ninguno">
      <p>Lo que devuelvas o ignores queda aquí, con su razón. Un dueño lo puede deshacer.</p>
    </EmptyState>
  ) : (
    <EmptyState icon="check" title="Todo lo que llegó tiene su reporte">
      <p>Si entra dinero que nadie reporta, aparece aquí solo. No hace falta recargar.</p>
    </EmptyState>
  )
}
