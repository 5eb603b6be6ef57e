import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { bareMessage } from '#platform/bare-message.ts'
import { readFailure } from '#platform/panel/api.ts'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { newRaffle } from '../../contract.ts'
import { digitsOf, numberText } from '../../digits.ts'
import { draftOf, type RaffleDraft, type RaffleProblems, readDraft } from '../../raffle-draft.ts'
import { newKey } from '../new-key.ts'
import { useCreateRaffle } from '../raffles-query.ts'
import '../raffles.css'
import { dropKept, keep, readKept } from '#platform/panel/kept.ts'

const KEY = 'panel-rifa-nueva'

const SIZES = ['100', '1.000', '10.000'] as const

const DEFAULTS = draftOf({ ...newRaffle.parse({ titulo: '-', precio: '1', total_numeros: 100 }), digitos: 2 })

/** Three answers make a draft; everything else has a default and is changed beside its preview. */
export function NewRaffle() {
  const [start, setStart] = useState(readStart)
  const [shown, setShown] = useState<RaffleProblems>({})
  const create = useCreateRaffle()
  const [, navigate] = useLocation()
  const failure = create.error ? readFailure(create.error) : null
  const draft: RaffleDraft = { ...DEFAULTS, ...start }
  const { fields, problems } = readDraft(draft)
  const total = fields.total_numeros
  const wrong: RaffleProblems = pick(problems)

  const made = failure?.code === 'CLAVE_REUTILIZADA' ? Number(failure.body['rifa']) : null

  useEffect(() => keepStart(start), [start])

  function change(part: Partial<typeof start>) {
    setStart((before) => ({ ...before, ...part }))
    setShown((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setShown(wrong)
    const [first] = Object.keys(wrong)
    if (first !== undefined) {
      ;(event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus()
      return
    }
    const { titulo = '', precio = '', moneda, total_numeros = 0, seleccion } = fields
    create.mutate(
      { clave: start.clave, campos: { titulo, precio, moneda, total_numeros, seleccion } },
      {
        onSuccess: (raffle) => {
          dropStart()
          navigate(`/rifas/${raffle.id}`, { replace: true })
        },
        onError: (error) => {
          const { code, fields: named } = readFailure(error)
          // That key made another raffle, which is shown; what is typed now would be one of its own.
          if (code === 'CLAVE_REUTILIZADA') change({ clave: newKey() })
          const found = Object.entries(named)
          setShown(Object.fromEntries(found.map(([name, text]) => [name.replace(/^campos\./, ''), bareMessage(text)])))
        },
      },
    )
  }

  return (
    <form className="new-raffle" noValidate onSubmit={submit} aria-label="Nueva rifa">
      <header className="raffle-head">
        <Link href="/rifas" className="icon-button" aria-label="Volver a las rifas">
          <Icon name="back" />
        </Link>
        <div className="raffle-head-what">
          <h2>Nueva rifa</h2>
          <p className="soft">Con esto queda en borrador. La foto y el resto vienen después, y nadie la ve todavía.</p>
        </div>
      </header>
      <Field
        label="Qué se rifa"
        name="titulo"
        value={start.titulo}
        maxLength={120}
        autoComplete="off"
        placeholder="Moto 150 cc cero kilómetros"
        onChange={({ target }) => change({ titulo: target.value })}
        problem={shown.titulo}
      />
      <div className="raffle-pair">
        <Field
          label="Precio por boleto"
          name="precio"
          value={start.precio}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => change({ precio: target.value })}
          problem={shown.precio}
        />
        <Choice
          label="En"
          name="moneda"
          value={start.moneda}
          options={[
            { value: 'USD', label: 'Dólares ($)' },
            { value: 'VES', label: 'Bolívares (Bs.)' },
          ]}
          onChange={(moneda) => change({ moneda })}
        />
      </div>
      <div className="new-total">
        <Field
          label="Cuántos números"
          name="total_numeros"
          value={start.total_numeros}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => change({ total_numeros: target.value })}
          problem={shown.total_numeros}
          hint={
            total === undefined
              ? 'No se puede cambiar después de la primera venta.'
              : `Del ${numberText(0, digitsOf(total))} al ${numberText(total - 1, digitsOf(total))}. No se puede cambiar después de la primera venta.`
          }
        />
        <fieldset className="segments" aria-label="Tamaños comunes">
          {SIZES.map((size) => (
            <button
              key={size}
              type="button"
              aria-pressed={start.total_numeros === size}
              onClick={() => change({ total_numeros: size })}
            >
              {size}
            </button>
          ))}
        </fieldset>
      </div>
      <Choice
        label="Quién elige los números"
        name="seleccion"
        value={start.seleccion}
        options={[
          { value: 'automatica', label: 'Al azar', says: 'Se sortean al confirmar el pago.' },
          { value: 'manual', label: 'A mano', says: 'Quien compra los elige. Solo en /rifa.' },
          { value: 'ambas', label: 'Las dos', says: 'Quien compra decide.' },
        ]}
        onChange={(seleccion) => change({ seleccion })}
      />
      {failure && Object.keys(failure.fields).length === 0 ? (
        <FieldProblem>
          <span>
            {made === null ? (
              `${failure.title}. ${failure.details}`
            ) : (
              <>
                Ya se había creado <Link href={`/rifas/${made}`}>una rifa con otros datos</Link>. Si esta es otra,
                vuelve a tocar «Crear el borrador».
              </>
            )}
          </span>
        </FieldProblem>
      ) : null}
      <div className="save-bar">
        <p className="faint small" aria-live="polite">
          {Object.keys(shown).length > 0 ? 'Revisa lo marcado.' : ''}
        </p>
        <button type="submit" className="button button-main" aria-busy={create.isPending} disabled={create.isPending}>
          {create.isPending ? 'Creando…' : 'Crear el borrador'}
        </button>
      </div>
    </form>
  )
}

/** Of the fields that are asked here. */
function pick({ titulo, precio, total_numeros }: RaffleProblems): RaffleProblems {
  return { ...(titulo && { titulo }), ...(precio && { precio }), ...(total_numeros && { total_numeros }) }
}

/** What is typed of a raffle that does not exist yet, with the key that makes sending it twice make one. */
interface RaffleStart extends Pick<RaffleDraft, 'titulo' | 'precio' | 'moneda' | 'total_numeros' | 'seleccion'> {
  clave: string
}

/** Of this tab only: the raffle that another tab begins is another one, with a key of its own. */
function keepStart(start: RaffleStart): void {
  keep('sessionStorage', KEY, start)
}

function dropStart(): void {
  dropKept('sessionStorage', KEY)
}

/** What was typed before a reload, or a fresh start. */
function readStart(): RaffleStart {
  const kept = (readKept('sessionStorage', KEY) ?? {}) as Partial<RaffleStart>
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
  return {
    titulo: text(kept.titulo, ''),
    precio: text(kept.precio, ''),
    moneda: kept.moneda === 'VES' ? 'VES' : 'USD',
    total_numeros: text(kept.total_numeros, '1.000'),
    seleccion: kept.seleccion === 'manual' || kept.seleccion === 'ambas' ? kept.seleccion : 'automatica',
    clave: text(kept.clave, newKey()),
  }
}
