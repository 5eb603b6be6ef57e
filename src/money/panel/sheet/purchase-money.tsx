import { useQuery } from '@tanstack/react-query'
import type { Role } from '#access/contract.ts'
import { SYSTEM } from '#journal/actor.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment, useServerClock } from '#platform/panel/time.ts'
import { Part } from '#purchases/panel/sheet/sheet-parts.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { PurchaseSheet } from '#purchases/panel-contract.ts'
import type { Verdict } from '../../contract.ts'
import type { Rule } from '../../verdict.ts'
import { balanceOf, centsOf, standingOf } from '../amounts.ts'
import type { JoinedReport } from '../join/join-dialog.tsx'
import { JoinedMoney, PartButton } from '../join/joined-money.tsx'
import { useJoinDialog, Ways } from '../join/ways.tsx'
import { Returning } from '../lists/to-return.tsx'
import { POLL_VERDICTS, verdictsOf } from '../shown-money.ts'
import { isUnread, tellVerdict } from '../verdict-words.ts'

type Joined = Extract<Verdict, { veredicto: 'unido' }>

/**
 * The money of a purchase, whatever was decided of it: joined money and by whom, missing or excess amounts, and both ways to
 * change that. Nothing of it changes the purchase. A cash sale has none.
 */
export function PurchaseMoney({ purchase, role }: { purchase: PurchaseSheet; role: Role }) {
  const { ask, dialog } = useJoinDialog(purchase)
  const { data } = useQuery({ ...verdictsOf([purchase.id]), refetchInterval: POLL_VERDICTS })
  const now = useServerClock(30_000)
  const verdict = data?.[purchase.id]
  const alive = purchase.estado === 'en revision' || purchase.estado === 'confirmado'
  if (!data || (alive && (!verdict || isUnread(verdict)))) return null
  const joined = verdict?.veredicto === 'unido' ? verdict : null
  // Money that the bank has taken is not to be returned.
  const came = joined?.movimientos.filter(({ movimiento }) => !movimiento.revertido) ?? []
  const canDecide = role !== 'lector'
  // The server refuses others the money that a purchase was confirmed with, and what was decided of it.
  const frees =
    role === 'dueno' || (canDecide && (purchase.estado === 'en revision' || purchase.estado === 'rechazado'))
  const told = alive && verdict ? tellVerdict(verdict, now) : null
  return (
    <Part title={alive || joined ? 'Dinero que llegó' : 'Devolución'}>
      <div className="stack gap-3">
        {joined ? <JoinedList purchase={purchase} verdict={joined} alive={alive} frees={frees} /> : null}
        {!joined && told ? (
          <p className={`inline compact ${told.level === 'nada' ? 'soft' : `verdict-${told.level}`}`} role="status">
            {told.level === 'nada' ? <Icon name="bank" /> : <VerdictShape level={told.level} word={false} />}
            <span>{told.says}</span>
          </p>
        ) : null}
        {alive ? null : <Returning purchase={purchase} came={came} frees={frees} owner={role === 'dueno'} />}
        {canDecide && alive && verdict ? <Ways report={purchase} verdict={verdict} onAsk={ask} /> : null}
      </div>
      {dialog}
    </Part>
  )
}

function JoinedList(props: { purchase: JoinedReport; verdict: Joined; alive: boolean; frees: boolean }) {
  const { verdict, alive } = props
  const { id, monto, monto_moneda } = props.purchase
  const sum = standingOf(verdict.movimientos.map((one) => [one.movimiento, centsOf(one.monto)]))
  const left = standingOf(verdict.movimientos.map(({ movimiento }) => [movimiento, centsOf(movimiento.libre)]))
  const balance = balanceOf(monto === null ? null : centsOf(monto), sum, monto_moneda, left)
  return (
    <>
      <ul className="part-list">
        {verdict.movimientos.map((link) => (
          <li key={link.movimiento.id} className="join-line tall pad-y-1 row wrap gap-3 compact">
            <JoinedMoney movement={link.movimiento}>
              <span className="small">
                {link.monto === link.movimiento.monto
                  ? ''
                  : `${formatSum(link.monto, monto_moneda)} son de esta compra · `}
                {tellJoiner(link)}
              </span>
            </JoinedMoney>
            {props.frees ? (
              <PartButton id={id} movement={link.movimiento} several={verdict.movimientos.length > 1} />
            ) : null}
          </li>
        ))}
      </ul>
      {alive ? (
        <p className={`inline strong verdict-${balance.level}`} role="status">
          <VerdictShape level={balance.level} word={false} />
          <span>{balance.says}</span>
        </p>
      ) : null}
    </>
  )
}

const RULE_NAMES: Record<Rule, string> = {
  referencia: 'la referencia',
  centimos: 'sus céntimos',
  pagador: 'quien pagó',
  tasa_del_dia: 'la referencia, a la tasa del día del pago',
  redondeo: 'la referencia, con céntimos de diferencia',
  referencia_corta: 'los dígitos de la referencia',
  otra_cuenta: 'la referencia, en otra cuenta tuya',
  monto: 'el monto',
  otro_monto: 'la referencia',
}

/** `Lo unió Marisela, 10:41 a. m.`, `Se unió solo, por la referencia, cuando confirmó Marisela (8:50 p. m.)` */
function tellJoiner({ por, regla, quien, en }: Joined['movimientos'][number]): string {
  const by = regla === '' ? '' : `, por ${RULE_NAMES[regla]}`
  if (por === 'persona') return `Lo unió ${quien}${by}, ${formatMoment(en)}`
  const when = quien === SYSTEM.nombre ? '' : `, cuando confirmó ${quien}`
  return `Se unió solo${by}${when} (${formatMoment(en)})`
}
