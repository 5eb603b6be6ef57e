import { counted } from '#platform/money.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { Suggestion } from '../contract.ts'
import { tellPayer, tellTrace } from './verdict-words.ts'
import { Reasons } from './why.tsx'

/** How strong the line between the two is: solid where nobody has to look, dashed for a person, cut where the data differ. */
function bond({ exacta, razones }: Suggestion): 'solid' | 'dashed' | 'cut' {
  if (exacta) return 'solid'
  return razones.some(({ nivel }) => nivel === 'mal') ? 'cut' : 'dashed'
}

/**
 * The money, the report, and why they belong together.
 * @param picked null for one that is not exact, or for viewers without rights.
 */
export function SuggestionRow(props: {
  line: Suggestion
  picked: boolean | null
  onPick: () => void
  /** Opens a person's decision; null for viewers without rights. */
  onJoin: (() => void) | null
}) {
  const { line, picked } = props
  const { compra, movimiento } = line
  const kind = bond(line)
  const unlike = line.falta !== null || line.sobra !== null
  const pair = (
    <>
      <span className="pairs-bank grid shrinks">
        <span className="sr">En el banco: </span>
        <span className="whole">{formatSum(movimiento.monto, movimiento.moneda)}</span>
        <span className="faint small">{tellTrace(movimiento)}</span>
        {line.regla === 'otra_cuenta' ? (
          <span className="verdict-aviso small">Llegó a tu {movimiento.llego_a}</span>
        ) : null}
        {tellPayer(movimiento) ? <span className="pairs-payer faint small cut">{tellPayer(movimiento)}</span> : null}
      </span>
      <span className={`pairs-bond tiny-none anchor warn pairs-bond-${kind}`} aria-hidden="true" />
      <span className="pairs-report grid shrinks">
        <span className="sr">, reporte: </span>
        <span className="cut">{compra.nombre}</span>
        <span className="faint small">
          {compra.codigo}
          {compra.monto === null ? '' : ' · '}
          {compra.monto === null ? null : (
            <span className={`whole ${unlike ? (kind === 'cut' ? 'verdict-grave' : 'verdict-aviso') : ''}`}>
              {formatSum(compra.monto, compra.monto_moneda)}
            </span>
          )}
        </span>
      </span>
    </>
  )
  return (
    <li className="pairs-row grid level tall line-below">
      {picked === null ? (
        <div className="pairs-pair gap-x-3 grid level">
          <span />
          {pair}
        </div>
      ) : (
        <label className="pairs-pair gap-x-3 grid level lit">
          <input type="checkbox" checked={picked} onChange={props.onPick} />
          {pair}
        </label>
      )}
      <Reasons reasons={line.razones} />
      <span className="flow gap-0 gap-x-2 wrap text-end ends level">
        {line.exacta ? (
          <span className="narrow-none faint small">Exacta</span>
        ) : (
          <>
            {line.otros > 0 ? (
              <span className="faint small">{counted(line.otros, 'pago más', 'pagos más')}</span>
            ) : null}
            {props.onJoin ? (
              <Button
                text={kind === 'cut' ? 'Revisar' : 'Unir'}
                aria-label={`${kind === 'cut' ? 'Revisar' : 'Unir'} el pago de ${compra.nombre}, ${compra.codigo}`}
                onClick={props.onJoin}
              />
            ) : (
              <ButtonLink look="link" text="Ver" className="small" href={`/revision/${compra.id}`} />
            )}
          </>
        )}
      </span>
    </li>
  )
}
