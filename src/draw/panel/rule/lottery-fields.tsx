import { useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field, FieldProblem, SelectField } from '#platform/panel/parts/field.tsx'
import { IconButton } from '#platform/panel/parts/icon.tsx'
import { drawHour } from '../../describe-rule.ts'
import { fittingParts, KNOWN_LOTTERIES, lotteryNamed } from './lotteries.ts'
import { digitsText, type PartDraft, type PrizeDraft, tieFields } from './rule-draft.ts'

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
  const missing = digits - prize.partes.reduce((sum, { cifras }) => sum + (Number(cifras) || 0), 0)
  const change = (place: number, part: Partial<PartDraft>) =>
    onChange({ partes: prize.partes.map((one, each) => (each === place ? { ...one, ...part } : one)) })
  return (
    <>
      <div className="pair pair-stacks">
        <LotteryName
          label="Lotería"
          name={at('loteria')}
          value={main}
          problem={problem(at('partes.0.loteria'))}
          onChange={(nombre, chosen) => {
            if (!chosen) return change(0, { loteria: nombre })
            const { horas = [], pagina = '' } = lotteryNamed(nombre) ?? {}
            const hora = horas.length === 0 || horas.includes(prize.hora) ? prize.hora : (horas.at(-1) ?? '')
            onChange({ hora, pagina, partes: fittingParts(digits, nombre, hora) })
          }}
        />
        <DrawHour
          name={at('hora')}
          hours={lotteryNamed(main)?.horas ?? []}
          value={prize.hora}
          problem={problem(at('hora'))}
          onChange={(hora) => onChange({ hora })}
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
            const taken = Math.min(missing, other?.cifras ?? missing)
            const part = {
              loteria: other?.nombre ?? main,
              toma: 'ultimas',
              cifras: String(taken),
              al_reves: false,
            } as const
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
  part: PartDraft
  place: number
  name: (field: string) => string
  problem: (field: string) => string | undefined
  onChange: (part: Partial<PartDraft>) => void
  onRemove: () => void
}) {
  const { part, place, name, onChange } = props
  const most = lotteryNamed(part.loteria)?.cifras ?? 8
  const counts = including(
    Array.from({ length: most }, (_, each) => each + 1),
    Number(part.cifras),
  )
  return (
    <>
      {place === 0 ? null : (
        <LotteryName
          label={`Lotería ${place + 1}`}
          name={name('loteria')}
          value={part.loteria}
          problem={props.problem('loteria')}
          onChange={(loteria) => onChange({ loteria })}
        />
      )}
      <SelectField
        label={part.loteria === '' ? 'Dígitos' : `Dígitos de ${part.loteria}`}
        name={name('cifras')}
        value={`${part.toma}:${part.cifras}:${part.al_reves}`}
        problem={props.problem('cifras')}
        onChange={({ target }) => {
          const [toma, cifras = '', reversed] = target.value.split(':')
          onChange({ toma: toma === 'primeras' ? 'primeras' : 'ultimas', cifras, al_reves: reversed === 'true' })
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

/** One of the list, or another by its name. @param onChange `chosen`: from the list, and not typed. */
function LotteryName(props: {
  label: string
  name: string
  value: string
  problem: string | undefined
  onChange: (name: string, chosen: boolean) => void
}) {
  const { label, name, value, problem, onChange } = props
  const [typing, setTyping] = useState(() => lotteryNamed(value) === undefined)
  return (
    <div className="stack">
      <SelectField
        label={label}
        options={[...KNOWN_LOTTERIES.map(({ nombre }) => [nombre, nombre] as const), ['', 'Otra…']]}
        name={name}
        value={typing ? '' : value}
        onChange={({ target }) => {
          setTyping(target.value === '')
          onChange(target.value, true)
        }}
      />
      {typing ? (
        <Field
          label={`Nombre de la ${label.toLowerCase()}`}
          name={`${name}.otra`}
          value={value}
          maxLength={60}
          problem={problem}
          onText={(text) => onChange(text, false)}
        />
      ) : null}
    </div>
  )
}

/** One of the known hours, or another; without a known one it is typed. */
function DrawHour(props: {
  name: string
  hours: readonly string[]
  value: string
  problem: string | undefined
  onChange: (hour: string) => void
}) {
  const { name, hours, value, problem, onChange } = props
  const [other, setOther] = useState(false)
  const typing = other || !hours.includes(value)
  return (
    <div className="stack">
      {hours.length === 0 ? null : (
        <SelectField
          label="Sorteo de las"
          options={[...hours.map((hora) => [hora, drawHour(hora)] as const), ['', 'Otra hora…']]}
          name={name}
          value={typing ? '' : value}
          onChange={({ target }) => {
            setOther(target.value === '')
            if (target.value !== '') onChange(target.value)
          }}
        />
      )}
      {typing ? (
        <Field
          label={hours.length === 0 ? 'Sorteo de las' : 'Hora de ese sorteo'}
          type="time"
          name={hours.length === 0 ? name : `${name}.otra`}
          value={value}
          problem={problem}
          hint="La que anuncia la lotería: compruébala antes de fijar la regla."
          onText={onChange}
        />
      ) : null}
    </div>
  )
}

/** The offered values, with the current one in any case. */
function including<T>(offered: readonly T[], chosen: T): T[] {
  return offered.includes(chosen) ? [...offered] : [...offered, chosen]
}
