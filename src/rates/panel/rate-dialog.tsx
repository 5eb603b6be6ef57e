import { ask, queryOf, useDeed } from '#access/panel/ask.ts'
import { Consequences, FreshCodeDialog, useWhy } from '#operators/panel/factor/fresh-code-dialog.tsx'
import type { CalendarDate } from '#platform/clock.ts'
import { formatBolivares, formatRate, type Money, movesWithin, type Rate, toBolivares } from '#platform/money.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { formatShortDay } from '#platform/panel/time.ts'
import type { PublishedReference, RateReference, RateStatus } from '../contract.ts'
import '#platform/panel/parts/parts.css'
import { RATE_NAMES } from '../rate-text.ts'

/** A change of the rate that waits for a reason and a code. */
export type AskedRate =
  | { kind: 'elegir'; referencia: RateReference; tasa: string }
  | { kind: 'fijar'; tasa: Rate }
  | { kind: 'publicada'; referencia: PublishedReference; tasa: Rate; fecha_valor: CalendarDate }

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
  // A published rate only counts now when it is of the reference in use, or the first of all.
  const inUse = asked.kind !== 'publicada' || asked.referencia === status.referencia || before === null
  const jump = before !== null && inUse && !movesWithin(before, after, LARGE)
  return (
    <FreshCodeDialog
      wide
      title={TITLES[asked.kind](asked)}
      lead={inUse ? 'Los montos nuevos en bolívares salen con esta tasa.' : 'Se guarda; hoy está en uso otra.'}
      action={asked.kind === 'elegir' ? 'Usar esta tasa' : 'Guardar la tasa'}
      blocked={before === null ? undefined : why.missing}
      onConfirm={(codigo) => write.mutateAsync(codigo)}
      onClose={onClose}
    >
      <div className="rates-compare columns-narrow level versus gap-3">
        <Figure name="Ahora" rate={before} note={RATE_NAMES[status.referencia]} />
        <Icon name="next" />
        <Figure name="Después" rate={after} note={noteOf(asked)} fresh />
      </div>
      {jump ? (
        <Notice level="aviso" role="alert" title={`Los montos en bolívares cambian más de ${LARGE} %`}>
          {asked.kind === 'elegir'
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

const TITLES: Record<AskedRate['kind'], (asked: AskedRate) => string> = {
  elegir: (asked) =>
    `Usar ${asked.kind === 'elegir' && asked.referencia !== 'fija' ? RATE_NAMES[asked.referencia] : 'tu tasa fija'}`,
  fijar: () => 'Fijar tu propia tasa',
  publicada: (asked) => `Escribir la ${asked.kind === 'publicada' ? RATE_NAMES[asked.referencia] : 'tasa'}`,
}

function noteOf(asked: AskedRate): string {
  switch (asked.kind) {
    case 'elegir':
      return asked.referencia === 'fija' ? 'Fija' : RATE_NAMES[asked.referencia]
    case 'fijar':
      return 'Fija'
    case 'publicada':
      return `${RATE_NAMES[asked.referencia]} · ${formatShortDay(asked.fecha_valor)}`
  }
}

function send(asked: AskedRate, motivo: string | undefined, codigo: string): Promise<RateStatus> {
  switch (asked.kind) {
    case 'elegir':
      return ask('POST /api/panel/tasa', { body: { referencia: asked.referencia, motivo, codigo } })
    case 'fijar':
      return ask('POST /api/panel/tasa', { body: { referencia: 'fija', tasa: asked.tasa, motivo, codigo } })
    case 'publicada': {
      const { referencia, tasa, fecha_valor } = asked
      return ask('POST /api/panel/tasa/publicada', { body: { referencia, tasa, fecha_valor, motivo, codigo } })
    }
  }
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
