import { useState } from 'react'
import { Link } from 'wouter'
import { useDeed } from '#access/panel/ask.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { Reversed, ShownMovement } from '../../contract.ts'
import { MONEY_SHOWN } from '../shown-money.ts'
import { tellPayer, tellTrace } from '../verdict-words.ts'
import { FateDialog } from './fate-dialog.tsx'

/** Money of standing purchases that the bank took back, until somebody decides; nothing where there is none. */
/** @param owner takes it off a confirmed purchase. */
export function ReversedMoney(props: { reversed: readonly Reversed[]; owner: boolean; canDecide: boolean }) {
  const { reversed, canDecide } = props
  const [other, setOther] = useState<ShownMovement | null>(null)
  const part = useDeed('POST /api/panel/conciliacion/desunir', { refreshes: MONEY_SHOWN })
  if (reversed.length === 0) return null
  return (
    <section className="recon-stale stack gap-3" aria-label="Lo que el banco se llevó">
      {reversed.map(({ movimiento, debito, compras }) => (
        <div key={movimiento.id} className="notice notice-grave">
          <VerdictShape level="grave" />
          <div className="stack gap-1">
            <p>
              <strong>El banco se llevó {formatSum(movimiento.monto, movimiento.moneda)}</strong>
              {tellPayer(movimiento) ? ` de ${tellPayer(movimiento)}` : ''}
            </p>
            <p className="soft small">
              {movimiento.cuenta}: llegó {tellTrace(movimiento)}; salió {tellTrace(debito)}. La compra sigue como
              estaba.
            </p>
            {compras.map(({ id, codigo, nombre, rifa, confirmada }) => (
              <p key={id} className="row gap-3">
                <span className="grow">
                  <Link href={`/compras/${id}`}>{codigo}</Link> · {nombre} · {rifa} ·{' '}
                  {confirmada ? 'confirmada' : 'en revisión'}
                </span>
                {props.owner || (canDecide && !confirmada) ? (
                  <Button
                    text="Separar"
                    pending={part.isPending}
                    aria-label={`Separar ese dinero de ${codigo}`}
                    onClick={() => part.mutate({ body: { compra_id: id, movimiento_id: movimiento.id } })}
                  />
                ) : null}
              </p>
            ))}
            {canDecide ? (
              <p>
                <Button
                  look="link"
                  text="Lo que salió es otra cosa…"
                  className="small"
                  onClick={() => setOther(debito)}
                />
              </p>
            ) : null}
          </div>
        </div>
      ))}
      <Failure of={part.error} />
      {other ? <FateDialog movement={other} fate="ignorado" onClose={() => setOther(null)} /> : null}
    </section>
  )
}
