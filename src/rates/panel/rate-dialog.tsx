import { ask, queryOf, useDeed } from '#access/panel/ask.ts'
import { Consequences, FreshCodeDialog, useWhy } from '#operators/panel/factor/fresh-code-dialog.tsx'
import type { CalendarDate } from '#platform/clock.ts'
import { formatBolivares, formatRate, type Money, movesWithin, type Rate, toBolivares } from '#platform/money.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { formatShortDay } from '#platform/panel/time.ts'
import type { RateReference, RateStatus } from '../contract.ts'
import '#platform/panel/parts/parts.css'
import { RATE_NAMES } from '../rate-text.ts'

/** A change of the rate that waits for a reason and a code: one that is known and chosen, or one that was typed, with its day. */
export interface AskedRate {
  referencia: RateReference
  tasa: string
  fecha_valor?: CalendarDate
}

/** Answer of every change of the rate. */
export const RATE_SHOWN = { shows: queryOf('GET /api/panel/tasa') } as const

const LARGE = 10
const EXAMPLE = '10.00' as Money

/** Asks once before the buyers' bolívares change: before and after, the total for $10, and the way to undo it. */
export function RateDialog({ asked, status, onClose }: { asked: AskedRate; status: RateStatus; onClose: () => void }) {
  const why = useWhy()
  const before = status.actual ? (status.actual.tasa as Rate) : null
  const write = useDeed((codigo: string) => send(asked, before === null ? undefined : why.motivo, codigo), RATE_SHOWN)
  const after = asked.tasa as Rate
  const { referencia, fecha_valor } = asked
  const [chosen, fixed] = [fecha_valor === undefined, referencia === 'fija']
  // A published rate only counts now when it is of the reference in use, or the first of all.
  const inUse = chosen || fixed || referencia === status.referencia || before === null
  const jump = before !== null && inUse && !movesWithin(before, after, LARGE)
  return (
    <FreshCodeDialog
      wide
      title={
        chosen
          ? `Usar ${fixed ? 'tu tasa fija' : RATE_NAMES[referencia]}`
          : fixed
            ? 'Fijar tu propia tasa'
            : `Escribir la ${RATE_NAMES[referencia]}`
      }
      lead={inUse ? 'Los montos nuevos en bolívares salen con esta tasa.' : 'Se guarda; hoy está en uso otra.'}
      action={chosen ? 'Usar esta tasa' : 'Guardar la tasa'}
      blocked={before === null ? undefined : why.missing}
      onConfirm={(codigo) => write.mutateAsync(codigo)}
      onClose={onClose}
    >
      <div className="rates-compare columns-narrow level versus gap-3">
        <Figure name="Ahora" rate={before} note={RATE_NAMES[status.referencia]} />
        <Icon name="next" />
        <Figure
          name="Después"
          rate={after}
          note={fixed ? 'Fija' : `${RATE_NAMES[referencia]}${fecha_valor ? ` · ${formatShortDay(fecha_valor)}` : ''}`}
          fresh
        />
      </div>
      {jump ? (
        <Notice level="aviso" role="alert" title={`Los montos en bolívares cambian más de ${LARGE} %`}>
          {chosen
            ? 'Quien compre desde ahora paga el monto nuevo por el mismo boleto.'
            : 'En años, la tasa del BCV no se ha movido más de 4 % en un día. Revisa los números.'}
        </Notice>
      ) : null}
      <Consequences
        of={[
          ['clock', 'Quien está pagando conserva su monto: el apartado lo congela por 10 minutos.'],
          ['undo', 'Queda en el diario con tu nombre. Se deshace igual: eligiendo la de antes.'],
        ]}
      />
      {before === null ? null : why.field}
    </FreshCodeDialog>
  )
}

function send({ referencia, tasa, fecha_valor }: AskedRate, motivo: string | undefined, codigo: string) {
  const said = { motivo, codigo }
  if (fecha_valor === undefined) return ask('POST /api/panel/tasa', { body: { referencia, ...said } })
  return referencia === 'fija'
    ? ask('POST /api/panel/tasa', { body: { referencia, tasa, ...said } })
    : ask('POST /api/panel/tasa/publicada', { body: { referencia, tasa, fecha_valor, ...said } })
}

function Figure({ name, rate, note, fresh }: { name: string; rate: Rate | null; note: string; fresh?: boolean }) {
  return (
    <section className={`versus-side pad-3-4 round ${fresh ? 'versus-after' : ''}`} aria-label={name}>
      <h3>{name}</h3>
      <p className="rates-side-figure heading strong whole">{rate ? `Bs.\u00a0${formatRate(rate)}` : 'Sin tasa'}</p>
      <p className="faint small">{note}</p>
      {rate ? <p className="soft small">$10,00 son {formatBolivares(toBolivares(EXAMPLE, rate))}</p> : null}
    </section>
  )
}
