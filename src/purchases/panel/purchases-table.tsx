import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { counted } from '#platform/money.ts'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { formatCedula } from '../cedula.ts'
import type { PurchaseLine } from '../panel-contract.ts'
import { rowName } from './purchase-list.ts'
import { StateMark } from './state-mark.tsx'
import { formatSum, methodName } from './wording.ts'
import './purchases.css'

interface Props {
  lines: PurchaseLine[]
  pathOf: (id: number) => string
}

/** Purchases side by side, on a wide screen. A press anywhere on a row opens it; the name is its link. */
export function PurchasesTable({ lines, pathOf }: Props) {
  const [, navigate] = useLocation()
  return (
    <table className="purchases compact">
      <thead>
        <tr>
          <th scope="col">Comprador</th>
          <th scope="col">Compra</th>
          <th scope="col">Rifa</th>
          <th scope="col" className="figure">
            Monto
          </th>
          <th scope="col" className="paid-head">
            Pago
          </th>
          <th scope="col">Estado</th>
          <th scope="col" className="figure">
            Reportada
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.id}
            onClick={(event) => {
              if (!(event.target as Element).closest('a') && getSelection()?.isCollapsed !== false) {
                navigate(pathOf(line.id))
              }
            }}
          >
            <th scope="row">
              <Link id={rowName(line.id)} href={pathOf(line.id)} className="row-link">
                {line.nombre}
              </Link>
              <br />
              <span className="faint small">{formatCedula(line.cedula)}</span>
            </th>
            <td className="whole">{line.codigo}</td>
            <td className="clipped" title={line.rifa_titulo}>
              {line.rifa_titulo}
              <br />
              <span className="faint small">{counted(line.cantidad_tickets, 'boleto')}</span>
            </td>
            <td className="figure whole">
              <strong className="whole">{formatSum(line.total, line.moneda)}</strong>
              {line.monto_moneda === line.moneda ? null : (
                <>
                  <br />
                  <span className="faint small">
                    {line.monto === null ? 'sin tasa' : formatSum(line.monto, line.monto_moneda)}
                  </span>
                </>
              )}
            </td>
            <td className="paid">
              {methodName(line.metodo_pago, line.vendida_por)}
              {line.vendida_por === '' ? null : <span className="faint small"> a mano, {line.vendida_por}</span>}
              <br />
              <span className="faint small">
                {line.referencia}
                {line.tasa_verificada ? null : (
                  <>
                    {' '}
                    <Unverified />
                  </>
                )}
              </span>
            </td>
            <td>
              <StateMark state={line.estado} pide={line.pide} />
            </td>
            <td className="figure faint whole">{formatMoment(line.creado_en)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same on a phone: buyer and amount, then tickets and state. */
export function PurchaseCards({ lines, pathOf }: Props) {
  return (
    <ol className="purchase-cards">
      {lines.map((line) => (
        <PurchaseCard
          key={line.id}
          line={line}
          path={pathOf(line.id)}
          sum={formatSum(line.total, line.moneda)}
          paid={line.vendida_por === '' ? methodName(line.metodo_pago, '') : 'A mano'}
        >
          {line.tasa_verificada ? null : (
            <>
              {' '}
              <Unverified />
            </>
          )}
        </PurchaseCard>
      ))}
    </ol>
  )
}

/** @param paid how, in a word. @param children marks behind it. */
export function PurchaseCard(props: {
  line: Omit<PurchaseLine, 'cedula' | 'referencia'>
  path: string
  sum: string
  paid: string
  children?: ReactNode
}) {
  const { line } = props
  return (
    <li>
      <Link id={rowName(line.id)} href={props.path} className="row-link purchase-card stack bare ring-in">
        <span className="purchase-card-line flow gap-3 apart baseline compact">
          <strong>{line.nombre}</strong>
          <strong className="whole">{props.sum}</strong>
        </span>
        <span className="purchase-card-line flow gap-3 apart baseline compact">
          <span className="faint">
            {counted(line.cantidad_tickets, 'boleto')} · {props.paid} · {formatMoment(line.creado_en)}
            {props.children}
          </span>
          <StateMark state={line.estado} pide={line.pide} />
        </span>
      </Link>
    </li>
  )
}

function Unverified() {
  return (
    <span className="unverified icon-s" title="Tasa no verificada">
      <VerdictShape level="aviso" word={false} />
      <span className="sr">Tasa no verificada</span>
    </span>
  )
}
