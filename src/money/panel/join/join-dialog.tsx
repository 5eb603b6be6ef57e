import './join.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeed, usePages } from '#access/panel/ask.ts'
import { formatAmount, moneyOfCents, type PayCurrency, readTypedMoney } from '#platform/money.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { SearchField } from '#platform/panel/parts/filters.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, ListState, MoreButton } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import { paymentTails } from '#purchases/payment-tails.ts'
import type { ClaimedPurchase, ShownMovement, Why } from '../../contract.ts'
import { movementTail, tailsAgree } from '../../movement-tail.ts'
import { amountToSearch, balanceOf, centsOf, sayCents, standingOf } from '../amounts.ts'
import { AnotherPayment, DoubtMark, isRepeated } from '../repeated.tsx'
import { lookAgain, MONEY_SHOWN, verdictsOf } from '../shown-money.ts'
import { tellPayer, tellTrace } from '../verdict-words.ts'
import { Reasons } from '../why.tsx'
import { JoinedMoney } from './joined-money.tsx'

export type JoinedReport = Pick<
  ClaimedPurchase,
  'id' | 'codigo' | 'estado' | 'nombre' | 'monto' | 'monto_moneda' | 'referencia'
>

/**
 * A person says which money pays a report: all of a payment or a part of it, one payment or several. A missing or excess amount is
 * shown before and after; nothing is confirmed here.
 */
export function JoinDialog(props: {
  report: JoinedReport
  /** The money chosen at first. */
  money: readonly ShownMovement[]
  reasons: readonly Why[]
  onClose: () => void
}) {
  const { report, onClose } = props
  const now = useQuery(verdictsOf([report.id]))
  const known = now.data?.[report.id]
  const before = known?.veredicto === 'unido' ? known.movimientos : []
  const [money, setMoney] = useState(props.money)
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [finding, setFinding] = useState(props.money.length === 0)
  const [done, setDone] = useState('')
  const waits = report.estado === 'en revision'
  const currency = report.monto_moneda
  const owed = report.monto === null ? null : centsOf(report.monto)
  const joinedBefore = before.reduce((sum, { monto }) => sum + centsOf(monto), 0n)
  const paid = standingOf(before.map(({ movimiento, monto }) => [movimiento, centsOf(monto)]))

  /** Of each as much as is still owed, unless somebody typed how much. */
  let left = owed === null ? null : owed - paid
  const parts = money.map((movement) => {
    const free = centsOf(movement.libre)
    const written = typed.get(movement.id)
    const read = written === undefined ? undefined : readTypedMoney(written)
    const wanted = left === null || left < 0n || left > free ? free : left
    const cents =
      read === undefined
        ? left !== null && left <= 0n
          ? 0n
          : wanted
        : typeof read === 'string' && read !== 'ambigua'
          ? centsOf(read)
          : null
    if (left !== null && cents !== null && !movement.revertido) left -= cents
    const problem =
      cents === null
        ? 'Escribe un monto, como 1.234,50.'
        : cents > free
          ? `De este pago solo quedan ${sayCents(free, currency)}.`
          : cents === 0n && written !== undefined
            ? 'Escribe cuánto de este pago.'
            : ''
    return { movement, cents, problem, shown: written ?? formatAmount(moneyOfCents(cents ?? 0n)) }
  })
  const total = paid + standingOf(parts.map(({ movement, cents }) => [movement, cents ?? 0n]))
  const over = standingOf(parts.map(({ movement, cents }) => [movement, centsOf(movement.libre) - (cents ?? 0n)]))
  const balance = balanceOf(owed, total, currency, over)
  const used = parts.filter(({ cents }) => cents !== null && cents > 0n)
  const join = useDeed('POST /api/panel/conciliacion/unir', {
    refreshes: MONEY_SHOWN,
    done: () => setDone(balance.says),
  })
  const off = used.length === 0 || parts.some(({ problem, movement }) => problem !== '' || isRepeated(movement))

  const send = () =>
    join.mutate({
      body: {
        compra_id: report.id,
        unido: moneyOfCents(joinedBefore),
        movimientos: used.map(({ movement, cents }) => ({ id: movement.id, monto: moneyOfCents(cents ?? 0n) })),
      },
    })

  if (done !== '') {
    return (
      <Dialog label="Unido" onClose={onClose}>
        <div className="dialog-body">
          <div role="status">
            <h2>Unido a la compra de {report.nombre}</h2>
            <p className="soft">
              {done} {waits ? 'Sigue en revisión: tú decides si la apruebas así.' : 'La compra sigue como está.'}
              {join.data?.veredicto.veredicto !== 'unido'
                ? ' Su devolución ya estaba anotada: no queda nada por devolver.'
                : waits || report.estado === 'confirmado'
                  ? ''
                  : ' Este dinero queda en Por devolver.'}
            </p>
          </div>
          <div className="dialog-actions">
            <Button look={waits ? undefined : 'go'} text="Listo" onClick={onClose} />
            {waits ? <ButtonLink look="go" text="Revisarla" href={`/revision/${report.id}`} onClick={onClose} /> : null}
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog label="Unir dinero y reporte" onClose={onClose}>
      <div className="dialog-body">
        <div>
          <h2>Unir a la compra de {report.nombre}</h2>
          <p className="soft">
            {report.codigo} · debe{' '}
            <strong>{report.monto === null ? 'no se sabe cuánto' : formatSum(report.monto, currency)}</strong>
          </p>
        </div>
        {props.reasons.length > 0 ? <Reasons reasons={props.reasons} /> : null}
        {now.isPending ? <Bone height="3rem" /> : null}
        <ul className="lines">
          {before.map(({ movimiento, monto }) => (
            <li key={movimiento.id} className="join-line tall pad-y-1 row wrap">
              <JoinedMoney movement={movimiento} />
              <span className="whole">{formatSum(monto, currency)}</span>
            </li>
          ))}
          {parts.map(({ movement, cents, shown, problem }) => (
            <li key={movement.id} className="join-line tall pad-y-1 row wrap">
              <JoinedMoney movement={movement} />
              {typed.has(movement.id) ? (
                <input
                  className="input join-amount text-end"
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={`Cuánto de ${formatSum(movement.libre, movement.moneda)}`}
                  aria-invalid={problem !== ''}
                  autoFocus
                  value={shown}
                  onChange={({ target }) => setTyped(new Map(typed).set(movement.id, target.value))}
                />
              ) : (
                <span className="join-part grid from-end">
                  <strong className="whole">{sayCents(cents ?? 0n, currency)}</strong>
                  <Button
                    look="link"
                    text="Cambiar"
                    className="small"
                    aria-label={`Cambiar cuánto de ${formatSum(movement.libre, movement.moneda)}`}
                    onClick={() => setTyped(new Map(typed).set(movement.id, shown))}
                  />
                </span>
              )}
              <AnotherPayment
                movement={movement}
                onSaid={(said) => setMoney(money.map((one) => (one.id === said.id ? said : one)))}
              />
              {problem ? (
                <span className="field-error bad compact whole-line" role="alert">
                  {problem}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
        {finding ? (
          <FindMoney
            currency={currency}
            reference={report.referencia}
            first={report.monto === null || money.length > 0 ? '' : amountToSearch(report.monto)}
            besides={money}
            onPick={(movement) => {
              setMoney([...money, movement])
              setFinding(false)
            }}
          />
        ) : (
          <Button look="link" text="Agregar otro pago" className="to-start" onClick={() => setFinding(true)} />
        )}
        {money.length > 0 ? (
          <p className={`inline strong verdict-${balance.level}`} role="status">
            <VerdictShape level={balance.level} word={false} />
            <span>{balance.says}</span>
          </p>
        ) : null}
        <Failure of={join.error} />
        <div className="dialog-actions">
          <Button text="Volver" onClick={onClose} />
          <Button look="go" text="Unir" pending={join.isPending} disabled={off || now.isPending} onClick={send} />
        </div>
      </div>
    </Dialog>
  )
}

/** Money that is still free, to be joined to a report. @param besides money taken already. */
function FindMoney(props: {
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
      <ListState query={found} label="Buscando" />
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
                <DoubtMark movement={movement} />
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
