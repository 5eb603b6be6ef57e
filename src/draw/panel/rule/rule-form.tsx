import { useRef, useState } from 'react'
import { formatWholeInstant, type Instant } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Check, Choice, type ChoiceOption } from '#platform/panel/parts/choice.tsx'
import { Field, FieldProblem, SelectField } from '#platform/panel/parts/field.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { hoursText } from '../../describe-rule.ts'
import { MOST_PRIZES } from '../../rule-limits.ts'
import { PrizeCard } from './prize-card.tsx'
import { leastWait, newPrize, type PrizeDraft, type RuleDraft, type RuledRaffle, tieFields } from './rule-draft.ts'

/** Shared props of every part of the form. */
export interface RuleFormPart {
  draft: RuleDraft
  raffle: RuledRaffle
  /** Problem of a field, once it is on show. */
  problem: (field: string) => string | undefined
  onChange: (part: Partial<RuleDraft>) => void
}

const CLOSES: readonly ChoiceOption<RuleDraft['tipo']>[] = [
  { value: 'instante', label: 'En una fecha', says: 'Un día y una hora, pase lo que pase.' },
  { value: 'porcentaje', label: 'Al vender una parte', says: 'Cuando se confirma ese porcentaje.' },
  { value: 'agotarse', label: 'Al agotarse', says: 'Cuando se confirma el último número.' },
]
const REVIEWS = [1, 3, 6, 12, 24, 48, 72]

/** When sales end. */
export function ClosePart(props: RuleFormPart) {
  const { draft, raffle, onChange } = props
  const tied = tieFields(props)
  const bySale = draft.tipo !== 'instante'
  const part = Number(draft.porcentaje)
  return (
    <fieldset className="rule-part line-below shrinks pad-end-6 stack gap-4">
      <legend className="subheading">Cuándo terminan las ventas</legend>
      <Choice
        label="Terminan"
        name="tipo"
        value={draft.tipo}
        options={CLOSES}
        onChange={(tipo) => onChange({ tipo })}
      />
      {draft.tipo === 'porcentaje' ? (
        <Field
          label="Qué parte, en %"
          {...tied('porcentaje')}
          inputMode="numeric"
          hint={
            part >= 1 && part <= 100
              ? `${formatCount(Math.ceil((raffle.total_numeros * part) / 100))} números confirmados de ${formatCount(raffle.total_numeros)}. Los que están en revisión no cuentan.`
              : undefined
          }
        />
      ) : null}
      <div className="rule-when pair gap-3">
        <Field
          label={bySale ? 'A más tardar el día' : 'Día'}
          type="date"
          {...tied('dia')}
          hint={bySale ? 'Por si no se vende lo que falta.' : undefined}
        />
        <Field label="Hora" type="time" {...tied('hora')} />
      </div>
      <div role="status" className="maybe">
        {bySale && draft.dia === '' ? (
          <Notice level="aviso" title="Sin fecha límite puede no sortearse nunca.">
            Si no se vende lo que falta, la venta sigue abierta y nadie puede cerrarla a mano. Pon un día.
          </Notice>
        ) : null}
      </div>
    </fieldset>
  )
}

/** The prizes, in the order in which they are drawn. */
export function PrizesPart(props: RuleFormPart & Pick<Parameters<typeof PrizeCard>[0], 'pictures' | 'upload'>) {
  const { draft, raffle, problem, onChange, pictures, upload } = props
  const { premios } = draft
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const put = (next: PrizeDraft[]) => onChange({ premios: next })

  function focusOn(place: number) {
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[name="premios.${place}.titulo"]`)?.focus())
  }
  function move(place: number, by: -1 | 1) {
    const next = [...premios]
    const [moved] = next.splice(place, 1)
    if (!moved) return
    next.splice(place + by, 0, moved)
    put(next)
    setSaid(`${moved.titulo || 'Premio'}, lugar ${place + by + 1} de ${premios.length}`)
  }
  return (
    <fieldset className="rule-part line-below shrinks pad-end-6 stack gap-4">
      <legend className="subheading">Qué se gana y cómo</legend>
      <ol className="stack gap-4" ref={list}>
        {premios.map((prize, place) => (
          <PrizeCard
            key={prize.id}
            prize={prize}
            place={place + 1}
            count={premios.length}
            digits={raffle.digitos}
            {...{ pictures, upload, problem }}
            onChange={(part) => put(premios.map((one) => (one === prize ? { ...one, ...part } : one)))}
            onMove={(by) => move(place, by)}
            onRemove={() => {
              put(premios.filter((one) => one !== prize))
              setSaid('Premio quitado.')
              focusOn(Math.max(0, place - 1))
            }}
          />
        ))}
      </ol>
      {problem('premios') === undefined ? null : <FieldProblem>{problem('premios')}</FieldProblem>}
      {premios.length < MOST_PRIZES ? (
        <Button
          icon="plus"
          text="Agregar otro premio"
          className="btn-wide"
          onClick={() => {
            put([...premios, newPrize()])
            focusOn(premios.length)
          }}
        />
      ) : (
        <p className="field-hint">Son {MOST_PRIZES} como máximo.</p>
      )}
      {premios.length > 1 ? (
        <Check
          label="Un premio por persona"
          says="Quien ya ganó no gana otro, aunque tenga más números."
          name="uno_por_persona"
          checked={draft.uno_por_persona}
          onChange={(uno_por_persona) => onChange({ uno_por_persona })}
        />
      ) : null}
      <p className="sr" role="status">
        {said}
      </p>
    </fieldset>
  )
}

/** How long payments are reviewed after the close, and when the draw is. */
export function TimesPart(props: RuleFormPart & { drawn: Instant | null }) {
  const { draft, drawn } = props
  const tied = tieFields(props)
  const least = leastWait(Number(draft.revision_horas)) / 60
  const reviews = REVIEWS.includes(Number(draft.revision_horas)) ? REVIEWS : [Number(draft.revision_horas), ...REVIEWS]
  return (
    <fieldset className="rule-part line-below shrinks pad-end-6 stack gap-4">
      <legend className="subheading">Entre el cierre y el sorteo</legend>
      <SelectField
        label="Tiempo para revisar los últimos pagos"
        options={reviews.map((hours) => [hours, hoursText(hours)])}
        {...tied('revision_horas')}
        hint="Lo que no confirmes en ese tiempo no participa."
      />
      <Field
        label="Horas del cierre al sorteo"
        {...tied('espera_horas')}
        inputMode="decimal"
        placeholder={`Lo antes posible: ${least}`}
        hint={
          drawn === null
            ? `Al menos ${least}, una después de la revisión.`
            : `Se sortea desde el ${formatWholeInstant(drawn)}`
        }
      />
    </fieldset>
  )
}
