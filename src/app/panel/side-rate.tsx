import { Link } from 'wouter'
import { type CalendarDate, formatDay } from '#platform/clock.ts'
import { formatRate, parseRate } from '#platform/money.ts'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { useRate } from '#rates/panel/rate-query.ts'
import { RATE_NAMES } from '#rates/rate-names.ts'

/** The rate that buyers get, always in sight on a wide screen. */
export function SideRate() {
  const { data } = useRate()
  if (!data) return null
  const { actual } = data
  const tasa = actual && parseRate(actual.tasa)
  return (
    <Link href="/tasas" className="side-rate">
      <span>
        {actual && tasa ? (
          <>
            <strong>Bs.&nbsp;{formatRate(tasa)}</strong>
            <span className="faint small">
              {RATE_NAMES[actual.referencia]} · {formatDay(actual.fecha_valor as CalendarDate)}
            </span>
          </>
        ) : (
          <>
            <strong>Sin tasa</strong>
            <span className="faint small">Los montos en Bs. no salen</span>
          </>
        )}
      </span>
      <VerdictShape level={actual?.vigente ? 'bien' : 'aviso'} />
    </Link>
  )
}
