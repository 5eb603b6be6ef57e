import { useState } from 'react'
import { usePages } from '#access/panel/ask.ts'
import { movementTail, tailsAgree } from '#movements/movement-tail.ts'
import type { PayCurrency } from '#platform/money.ts'
import { SearchField } from '#platform/panel/parts/filters.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, ListState, MoreButton } from '#platform/panel/parts/states.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import { paymentTails } from '#purchases/payment-tails.ts'
import type { ShownMovement } from '../../contract.ts'
import { RepeatedMark } from '../repeated.tsx'
import { lookAgain } from '../shown-money.ts'
import { tellPayer, tellTrace } from '../verdict-words.ts'

/** Money that is still free, to be joined to a report. @param besides money taken already. */
export function FindMoney(props: {
  first: string
  /** Of the report: money of another currency does not pay it. */
  currency: PayCurrency
  /** Of the report: money under the same one is marked. */
  reference: string
  besides: readonly ShownMovement[]
  onPick: (movement: ShownMovement) => void
}) {
  const [search, setSearch] = useState(props.first)
  const found = usePages('GET /api/panel/conciliacion/sin-reporte', {
    query: { buscar: search, ver: 'abiertos' },
    refetchInterval: lookAgain,
  })
  const own = paymentTails(props.reference, null)
  const taken = new Set(props.besides.map(({ id }) => id))
  const movements =
    found.data?.pages
      .flatMap((page) => page.movimientos)
      .filter(({ id, moneda, libre }) => moneda === props.currency && libre !== '0.00' && !taken.has(id)) ?? []
  return (
    <section className="stack" aria-label="Dinero sin reporte">
      <SearchField
        label="Buscar el pago"
        placeholder="Monto, referencia, nombre…"
        value={search}
        onSearch={setSearch}
      />
      <ListState query={found} bones={<Bone height="3rem" />} />
      {found.data && movements.length === 0 ? (
        <p className="soft compact" role="status">
          No hay dinero sin reporte con eso.
        </p>
      ) : null}
      <ul className="short-list lines">
        {movements.map((movement) => (
          <li key={movement.id}>
            <button type="button" className="join-pick full text-start row lit" onClick={() => props.onPick(movement)}>
              <span className="grow">
                <strong className="whole">{formatSum(movement.libre, movement.moneda)}</strong>
                <span className="faint small">
                  {tellTrace(movement)}
                  {tellPayer(movement) ? ` · ${tellPayer(movement)}` : ''} · {movement.llego_a}
                </span>
                {own.some(({ cola }) => tailsAgree(cola, movementTail(movement.referencia, movement.tipo).cola)) ? (
                  <strong className="small">Misma referencia</strong>
                ) : null}
                <RepeatedMark movement={movement} />
              </span>
              <Icon name="plus" />
            </button>
          </li>
        ))}
      </ul>
      <MoreButton query={found} className="btn btn-plain" />
    </section>
  )
}
