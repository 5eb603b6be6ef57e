import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePages } from '#access/panel/ask.ts'
import { formatCount } from '#platform/money.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatWait, useServerClock } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import type { Reconciliation, Unpaid } from '../../contract.ts'
import { DoubtMark } from '../repeated.tsx'
import { lookAgain } from '../shown-money.ts'
import { tellPayer, tellTrace } from '../verdict-words.ts'
import { leftOut } from './left-frame.tsx'
import './lists.css'

/** Rows of each next to the suggestions. */
const SHOWN = 5

/** The rest on each side, the first of both lists and the way to the rest. */
export function OpenLists({ summary }: { summary: Reconciliation }) {
  const money = usePages('GET /api/panel/conciliacion/sin-reporte', {
    query: { ver: 'abiertos' },
    refetchInterval: lookAgain,
  })
  const reports = usePages('GET /api/panel/conciliacion/sin-dinero', { refetchInterval: lookAgain })
  const now = useServerClock(30_000)
  return (
    <aside className="open-lists line-left" aria-label="Lo que queda de un solo lado">
      <OpenList
        name="Dinero sin reporte"
        to="/conciliacion/sin-reporte"
        {...summary.sin_reporte}
        none="Todo lo que llegó tiene su reporte."
      >
        {money.data?.pages[0]?.movimientos.slice(0, SHOWN).map((movement) => (
          <li key={movement.id} className="flow apart">
            <span className="open-duo grid shrinks">
              <span className="whole">{formatSum(movement.monto, movement.moneda)}</span>
              <span className="faint small">{tellTrace(movement)}</span>
              <DoubtMark movement={movement} />
            </span>
            <span className="faint small cut">{tellPayer(movement)}</span>
          </li>
        ))}
      </OpenList>
      <OpenList
        name="Reportes sin dinero"
        to="/conciliacion/sin-dinero"
        {...summary.sin_dinero}
        none="Todos los reportes tienen su dinero."
      >
        {reports.data?.pages[0]?.compras.slice(0, SHOWN).map((purchase) => (
          <li key={purchase.id} className="flow apart">
            <span className="open-duo grid shrinks">
              <span className="cut">{purchase.nombre}</span>
              <span className="faint small">
                {purchase.codigo} · {formatWait(now - Date.parse(purchase.en_revision_desde))}
              </span>
            </span>
            <span className="whole">{leftOf(purchase)}</span>
          </li>
        ))}
      </OpenList>
    </aside>
  )
}

/** The part of it not seen yet, as its list adds it up. */
function leftOf({ monto, monto_moneda, veredicto }: Unpaid['compras'][number]): string {
  if (veredicto.veredicto === 'unido' && veredicto.falta !== null)
    return `faltan ${formatSum(veredicto.falta, monto_moneda)}`
  return monto === null ? 'Sin tasa' : formatSum(monto, monto_moneda)
}

function OpenList(
  props: Reconciliation['sin_dinero'] &
    Partial<Reconciliation['sin_reporte']> & { name: string; to: string; none: string; children: ReactNode },
) {
  const { cantidad, sumas, name } = props
  return (
    <section aria-label={name}>
      <header className="tall row apart">
        <h2>
          {name} <span className="faint">{formatCount(cantidad)}</span>
        </h2>
        <span className="faint small">{sumas.map(({ monto, moneda }) => formatSum(monto, moneda)).join(' · ')}</span>
      </header>
      {leftOut(props).map((says) => (
        <p key={says} className="pad-y-1 faint small">
          {says}
        </p>
      ))}
      {cantidad === 0 ? <p className="pad-y-1 soft compact">{props.none}</p> : <ul>{props.children}</ul>}
      <Link href={props.to} className="open-more control-high inline gap-1 small soft bare">
        {cantidad > 0 ? `Ver ${cantidad === 1 ? 'el que hay' : `los ${formatCount(cantidad)}`}` : 'Abrir la lista'}
        <Icon name="next" />
      </Link>
    </section>
  )
}
