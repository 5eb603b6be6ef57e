import { Compare } from '#platform/panel/parts/compare.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { RaffleField, RaffleFields } from '../../contract.ts'
import { draftOf, FIELD_LABELS } from '../../raffle-draft.ts'

/** Somebody else saved while this one was typing: what he changed, and both ways on. */
export function ChangedMeanwhile(props: {
  before: RaffleFields
  now: RaffleFields
  onTheirs: () => void
  onMine: () => void
}) {
  const [before, now] = [draftOf(props.before), draftOf(props.now)]
  const lines = (Object.keys(FIELD_LABELS) as RaffleField[])
    .filter((field) => before[field] !== now[field])
    .map((field) => ({
      label: FIELD_LABELS[field],
      before: tell(before[field]),
      after: tell(now[field]),
      changed: true,
    }))
  return (
    <div className="notice notice-aviso" role="alert">
      <VerdictShape level="aviso" word={false} />
      <div className="meanwhile">
        <strong>Otra persona cambió esta rifa mientras editabas</strong>
        <Compare lines={lines} names={['Cuando empezaste', 'Ahora']} />
        <div className="meanwhile-ways">
          <button type="button" className="button" onClick={props.onTheirs}>
            Usar lo nuevo
          </button>
          <button type="button" className="button" onClick={props.onMine}>
            Seguir con lo mío
          </button>
        </div>
      </div>
    </div>
  )
}

function tell(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  const text = value.replace(/<[^>]*>/g, ' ').trim()
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
