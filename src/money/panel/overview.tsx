import { Link } from 'wouter'
import { counted, formatCount } from '#platform/money.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { tellUntil, useServerClock } from '#platform/panel/time.ts'
import type { Reconciliation } from '../contract.ts'

/** An account that nobody has read for so long is marked. */
const OLD = 24 * 3_600_000

/** Until when each account is read. */
export function Accounts({ accounts }: { accounts: Reconciliation['cuentas'] }) {
  const now = useServerClock(60_000)
  return (
    <ul className="accounts gap-3-4 grid middle" aria-label="Cuentas">
      {accounts.map(({ metodo_id, titulo, leido_hasta, movimientos }) => {
        const old = leido_hasta === null || now - Date.parse(leido_hasta) > OLD
        return (
          <li key={metodo_id} className="row gap-3">
            <span className="square narrow-none fixed round raised centre soft">
              <Icon name="bank" />
            </span>
            <span className="grow">
              <strong className="cut">{titulo}</strong>
              <span className={`icon-s small inline gap-1 ${old ? 'verdict-aviso' : 'soft'}`}>
                {old ? <VerdictShape level="aviso" word={false} /> : null}
                {leido_hasta === null ? 'Aún no se ha leído' : `Leída ${tellUntil(leido_hasta, now)}`}
              </span>
              <span className="narrow-none faint small">{counted(movimientos, 'movimiento')}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** All that came in and was reported, as one bar; below it each part leads to its list. */
export function Balance({
  summary,
  onLook,
}: {
  summary: Reconciliation
  onLook: (ver: 'exactas' | 'por_mirar') => void
}) {
  const parts = [
    { share: 'exactas', name: 'Exactas', count: summary.exactas.cantidad, to: 'exactas' },
    { share: 'mirar', name: 'Por mirar', count: summary.por_mirar, to: 'por_mirar' },
    {
      share: 'reporte',
      name: 'Dinero sin reporte',
      count: summary.sin_reporte.cantidad,
      to: '/conciliacion/sin-reporte',
    },
    {
      share: 'dinero',
      name: 'Reportes sin dinero',
      count: summary.sin_dinero.cantidad,
      to: '/conciliacion/sin-dinero',
    },
  ] as const
  return (
    <section className="balance line-left" aria-label="Cómo va">
      <div className="above-2 shares" aria-hidden="true">
        {parts.map(({ share, count }) =>
          count > 0 ? <span key={share} className={`balance-${share}`} style={{ flexGrow: count }} /> : null,
        )}
      </div>
      <ul className="compact">
        {parts.map(({ share, name, count, to }) => {
          const words = (
            <>
              <span className={`key balance-${share}`} aria-hidden="true" />
              <span className="grow">{name}</span>
              <span>{formatCount(count)}</span>
              <Icon name="next" />
            </>
          )
          return (
            <li key={share}>
              {to === 'exactas' || to === 'por_mirar' ? (
                <button type="button" className="balance-row pad-x-2 soft full row lit" onClick={() => onLook(to)}>
                  {words}
                </button>
              ) : (
                <Link href={to} className="balance-row pad-x-2 soft full row bare lit">
                  {words}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
