import { useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field, FieldProblem, SelectField } from '#platform/panel/parts/field.tsx'
import { IconButton } from '#platform/panel/parts/icon.tsx'
import { drawHour } from '../../describe-rule.ts'
import type { LotteryPart } from '../../rule.ts'
import { fittingParts, KNOWN_LOTTERIES, lastDigits, lotteryNamed } from './lotteries.ts'
import { digitsText, type PrizeDraft, tieFields } from './rule-draft.ts'

const ATTEMPTS = [1, 2, 3, 5, 7]

/** The lottery, its hour and digits, and the way of a number that nobody bought. */
export function LotteryFields(props: {
  prize: PrizeDraft
  digits: number
  at: (field: string) => string
  problem: (field: string) => string | undefined
  onChange: (part: Partial<PrizeDraft>) => void
}) {
  const { prize, digits, at, problem, onChange } = props
  const tied = tieFields({ ...props, draft: prize })
  const [adding, setAdding] = useState(prize.suma !== '0')
  const main = prize.partes[0]?.loteria ?? ''
  const missing = digits - prize.partes.reduce((sum, { cifras }) => sum + cifras, 0)
  const change = (place: number, part: Partial<LotteryPart>) =>
    onChange({ partes: prize.partes.map((one, each) => (each === place ? { ...one, ...part } : one)) })
  return (
    <>
      <div className="pair pair-stacks">
        <LotteryName
          label="Lotería"
          name={at('loteria')}
          value={main}
          problem={problem(at('partes.0.loteria'))}
          onText={(loteria) => change(0, { loteria })}
          onChoice={(nombre) => {
            const { horas = [], pagina = '' } = lotteryNamed(nombre) ?? {}
            const hora = horas.length === 0 || horas.includes(prize.hora) ? prize.hora : (horas.at(-1) ?? '')
            onChange({ hora, pagina, partes: fittingParts(digits, nombre, hora) })
          }}
        />
        <OneOrOther
          key={lotteryNamed(main)?.nombre}
          label="Sorteo de las"
          options={(lotteryNamed(main)?.horas ?? []).map((hora) => [hora, drawHour(hora)])}
          other="Otra hora…"
          name={at('hora')}
          value={prize.hora}
          problem={problem(at('hora'))}
          typed={{
            label: 'Hora de ese sorteo',
            type: 'time',
            hint: 'La que anuncia la lotería: compruébala antes de fijar la regla.',
          }}
          onText={(hora) => onChange({ hora })}
        />
      </div>
      <ol className="prize-parts stack gap-3">
        {prize.partes.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
          <li key={place} className="row-top wrap gap-3">
            <PartFields
              part={part}
              place={place}
              name={(field) => at(`partes.${place}.${field}`)}
              problem={(field) => problem(at(`partes.${place}.${field}`))}
              onChange={(changes) => change(place, changes)}
              onRemove={() => onChange({ partes: prize.partes.filter((_, each) => each !== place) })}
            />
          </li>
        ))}
      </ol>
      {missing === 0 ? null : (
        <FieldProblem>
          {missing > 0
            ? `Los números de la rifa tienen ${digits} dígitos: ${missing === 1 ? 'falta 1' : `faltan ${missing}`}. Toma más, o agrega otra lotería.`
            : `Los números de la rifa tienen ${digits} dígitos: ${missing === -1 ? 'sobra 1' : `sobran ${-missing}`}.`}
        </FieldProblem>
      )}
      {missing > 0 ? (
        <Button
          icon="plus"
          text="Agregar otra lotería"
          onClick={() => {
            const other = KNOWN_LOTTERIES.find(({ nombre }) => !prize.partes.some(({ loteria }) => loteria === nombre))
            const part = lastDigits(other?.nombre ?? main, Math.min(missing, other?.cifras ?? missing))
            onChange({ partes: [...prize.partes, part] })
          }}
        />
      ) : null}
      <Field
        label="Página donde se publica lo que sale"
        {...tied('pagina')}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Va en la regla: ahí lo compara cualquiera. Lo escriben dos personas de tu equipo, y una es dueña."
      />
      <SelectField
        label="Si ese número no se vendió"
        options={including(ATTEMPTS, Number(prize.intentos)).map((many) => [
          many,
          many === 1 ? 'Azar público, una hora después' : `${many} sorteos, y después azar público`,
        ])}
        {...tied('intentos')}
      />
      {adding ? (
        <Field
          label="Se le suma"
          {...tied('suma')}
          inputMode="numeric"
          hint="Casi siempre cero. Pasado el último número sigue desde el primero."
        />
      ) : (
        <Button look="link" text="Sumarle algo al número" className="to-start" onClick={() => setAdding(true)} />
      )}
    </>
  )
}

function PartFields(props: {
  part: LotteryPart
  place: number
  name: (field: string) => string
  problem: (field: string) => string | undefined
  onChange: (part: Partial<LotteryPart>) => void
  onRemove: () => void
}) {
  const { part, place, name, onChange } = props
  const most = lotteryNamed(part.loteria)?.cifras ?? 8
  const counts = including(
    Array.from({ length: most }, (_, each) => each + 1),
    part.cifras,
  )
  return (
    <>
      {place === 0 ? null : (
        <LotteryName
          label={`Lotería ${place + 1}`}
          name={name('loteria')}
          value={part.loteria}
          problem={props.problem('loteria')}
          onText={(loteria) => onChange({ loteria })}
          onChoice={(loteria) => onChange({ loteria })}
        />
      )}
      <SelectField
        label={part.loteria === '' ? 'Dígitos' : `Dígitos de ${part.loteria}`}
        name={name('cifras')}
        value={`${part.toma}:${part.cifras}:${part.al_reves}`}
        problem={props.problem('cifras')}
        onChange={({ target }) => {
          const [toma, cifras, reversed] = target.value.split(':')
          onChange({
            toma: toma === 'primeras' ? 'primeras' : 'ultimas',
            cifras: Number(cifras),
            al_reves: reversed === 'true',
          })
        }}
      >
        {counts.flatMap((count) =>
          (['ultimas', 'primeras'] as const).flatMap((toma) =>
            (count === 1 ? [false] : [false, true]).map((reversed) => {
              // All of them are the same from either end.
              if (count === most && toma === 'primeras' && part.toma === 'ultimas') return null
              const value = `${toma}:${count}:${reversed}`
              return (
                <option key={value} value={value}>
                  {digitsText(count, toma, most)}
                  {reversed ? ', al revés' : ''}
                </option>
              )
            }),
          ),
        )}
      </SelectField>
      {place === 0 ? null : (
        <IconButton
          icon="cross"
          label={`Quitar ${part.loteria || `la lotería ${place + 1}`}`}
          onClick={props.onRemove}
        />
      )}
    </>
  )
}

interface Named {
  label: string
  name: string
  value: string
  problem: string | undefined
  /** It was typed. */
  onText: (text: string) => void
  /** It was chosen: empty for another, which is typed then. */
  onChoice?: (value: string) => void
}

function LotteryName(props: Named) {
  const typed = { label: `Nombre de la ${props.label.toLowerCase()}`, maxLength: 60 }
  const options = KNOWN_LOTTERIES.map(({ nombre }) => [nombre, nombre] as const)
  return <OneOrOther {...props} options={options} other="Otra…" typed={typed} />
}

/** One of a list, or another, which is typed; without a list it is typed alone, under its own label. */
function OneOrOther(
  props: Named & {
    options: readonly (readonly [value: string, label: string])[]
    other: string
    typed: { label: string; type?: string; hint?: string; maxLength?: number }
  },
) {
  const { label, name, value, options, onText, onChoice } = props
  const listed = options.some(([one]) => one === value)
  const [other, setOther] = useState(!listed)
  const typing = other || !listed
  return (
    <div className="stack">
      {options.length === 0 ? null : (
        <SelectField
          label={label}
          options={[...options, ['', props.other]]}
          name={name}
          value={typing ? '' : value}
          onChange={({ target }) => {
            setOther(target.value === '')
            if (onChoice) onChoice(target.value)
            else if (target.value !== '') onText(target.value)
          }}
        />
      )}
      {typing ? (
        <Field
          {...props.typed}
          {...(options.length === 0 ? { label, name } : { name: `${name}.otra` })}
          value={value}
          problem={props.problem}
          onText={onText}
        />
      ) : null}
    </div>
  )
}

/** The offered values, with the current one in any case. */
function including<T>(offered: readonly T[], chosen: T): T[] {
  return offered.includes(chosen) ? [...offered] : [...offered, chosen]
}
