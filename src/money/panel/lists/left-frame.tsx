import type { ReactNode } from 'react'
import { formatCount } from '#platform/money.ts'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { Reconciliation } from '../../contract.ts'
import './lists.css'

/** Frame of a list to be emptied: its name, its count and sum, and its rows. */
export function LeftFrame(props: {
  title: string
  lead: string
  /** Undefined until it is known. */
  counted: (Reconciliation['sin_dinero'] & Partial<Reconciliation['sin_reporte']>) | undefined
  /** `1 pago`, `96 pagos` */
  name: (count: number) => string
  tools?: ReactNode
  children: ReactNode
}) {
  const { counted } = props
  return (
    <div className="page">
      <BackHead to="/conciliacion" back="Volver a la conciliación" title={props.title} className="row wrap">
        <p className="narrow-line soft compact" role="status">
          {counted ? (
            <>
              <strong>{formatCount(counted.cantidad)}</strong> {props.name(counted.cantidad)}
              {counted.sumas.map(({ monto, moneda }) => (
                <span key={moneda} className="whole">
                  {' '}
                  · {formatSum(monto, moneda)}
                </span>
              ))}
              {leftOut(counted).map((says) => ` · ${says}`)}
            </>
          ) : (
            '\u00a0'
          )}
        </p>
      </BackHead>
      <p className="soft small">{props.lead}</p>
      {props.tools ? <div className="gap-2-3 flow wrap">{props.tools}</div> : null}
      {props.children}
    </div>
  )
}

/** Rows left out of the sums: they may be repetitions, or the bank took them. */
export function leftOut({ repetidas = 0, revertidas = 0 }: Partial<Reconciliation['sin_reporte']>): string[] {
  const again = `${formatCount(repetidas)} ${repetidas === 1 ? 'puede ser repetido' : 'pueden ser repetidos'}, sin sumar`
  return [repetidas > 0 && again, revertidas > 0 && `${formatCount(revertidas)} se llevó el banco, sin sumar`].filter(
    (says) => says !== false,
  )
}
