import { Button } from '#platform/panel/parts/button.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ShownMovement } from '../../contract.ts'
import type { SourceKind } from '../../movement.ts'
import { AnotherPayment, DoubtMark } from '../repeated.tsx'
import { tellPayer, tellTrace } from '../verdict-words.ts'
import { type Fate, FateButtons, OWNER_NOTES } from './fate-dialog.tsx'

const ENDS = [
  { end: 'devuelto', said: 'Devuelto' },
  { end: 'ignorado', said: 'Ignorado' },
] as const
const NONE = '0.00'

/** Money that nobody reported: the bank's data on it, and the possible decisions. */
export function MovementRow(props: {
  movement: ShownMovement
  busy: boolean
  /** Others bring back nothing, and decide nothing of an annulled purchase. */
  owner: boolean
  /** Null for viewers without rights: then nothing can be done. */
  onFind: (() => void) | null
  onFate: (fate: Fate) => void
  onReopen: () => void
}) {
  const { movement } = props
  const { libre, moneda, monto } = movement
  const open = libre !== NONE
  const sum = formatSum(monto, moneda)
  const [payer, name] = [tellPayer(movement), `${sum}, ${tellTrace(movement)}`]
  return (
    <li className="left-row columns level pad-3-4">
      <div className="left-who stack gap-0 shrinks">
        <strong className="whole">{movement.sentido === 'debito' ? `Salió ${sum}` : sum}</strong>
        <span className="soft small">{tellTrace(movement)}</span>
        {libre !== monto && libre !== NONE ? (
          <span className="verdict-aviso small">Quedan {formatSum(libre, moneda)} sin unir</span>
        ) : null}
      </div>
      <div className="icon-s stack gap-0 shrinks">
        <span className="compact">
          {payer || 'Sin datos seguros de quien pagó'}
          {movement.en === null ? '' : `, ${formatMoment(movement.en)}`}
        </span>
        <span className="faint small">
          {movement.cuenta}
          {movement.fuentes[0] ? ` · ${SOURCE_NAMES[movement.fuentes[0]]}` : ''}
          {movement.concepto ? ` · ${movement.concepto}` : ''}
        </span>
        <DoubtMark movement={movement} />
        {movement.por_devolver.map((owed) => (
          <span key={owed.compra_id} className="verdict-aviso small">
            {formatSum(owed.monto, moneda)} son de {owed.codigo}, que fue{' '}
            {owed.estado === 'anulado' ? 'anulada' : 'rechazada'}: por devolver
          </span>
        ))}
        {ENDS.filter(({ end }) => movement[end] !== NONE).map(({ end, said }) => (
          <span key={end} className="small">
            <strong>{movement[end] === monto ? said : `${said} ${formatSum(movement[end], moneda)}`}</strong>
            {movement.estado === end && movement.razon ? `: ${movement.razon}` : ''}
          </span>
        ))}
      </div>
      {props.onFind === null ? null : (
        <div className="thumbs mid-start ends flow wrap">
          {open || movement.por_devolver.length > 0 ? (
            <>
              <AnotherPayment movement={movement} />
              {open ? (
                <Button text="Buscar reporte" aria-label={`Buscar reporte de ${name}`} onClick={props.onFind} />
              ) : null}
              {props.owner || movement.por_devolver.every(({ estado }) => estado === 'rechazado') ? (
                <FateButtons of={name} kept="Ignorar" gone={movement.revertido} onFate={props.onFate} />
              ) : (
                OWNER_NOTES
              )}
            </>
          ) : props.owner ? (
            <Button text="Deshacer" pending={props.busy} aria-label={`Deshacer: ${name}`} onClick={props.onReopen} />
          ) : null}
        </div>
      )}
    </li>
  )
}

/** Names of a movement's sources, in Spanish. */
const SOURCE_NAMES: Record<SourceKind, string> = {
  extracto: 'extracto',
  aviso: 'aviso del teléfono',
  bdv: 'Banco de Venezuela',
  bnc: 'BNC',
  bancamiga: 'Bancamiga',
  r4: 'R4',
  banesco: 'Banesco',
  binance: 'Binance',
  pabilo: 'Pabilo',
  zelle: 'correo de Zelle',
  a_mano: 'anotado a mano',
}
