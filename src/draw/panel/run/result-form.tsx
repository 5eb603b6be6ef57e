import { type FormEvent, useState } from 'react'
import { ask, useAsk } from '#access/panel/ask.ts'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { useProblems } from '#platform/panel/form/problems.ts'
import { Button, ButtonLink, SubmitButton } from '#platform/panel/parts/button.tsx'
import { Failure, Field, TextField } from '#platform/panel/parts/field.tsx'
import { QUICKNET } from '../../chain.ts'
import type { ResultProposal, Unproved } from '../../deed-contract.ts'
import type { DrawPicture, PanelDue, PanelPrize } from '../../draw-contract.ts'
import type { LotteryPart } from '../../rule.ts'
import { PictureField } from '../pictures/picture-field.tsx'
import { upload, useDrawDeed } from './draw-run.ts'

interface Props {
  id: number
  prize: PanelPrize
  due: PanelDue & { tipo: 'loteria' }
}

/** One person's reading of the due lottery, to its last digit, or that it did not draw. */
export function ResultForm({ id, prize, due }: Props) {
  const [held, setHeld] = useState(true)
  const [typed, setTyped] = useState<string[]>(() => due.partes.map(() => ''))
  const [enlace, setEnlace] = useState(due.pagina)
  const [asked, setAsked] = useState<Unproved<ResultProposal> | null>(null)
  const [motivo, setMotivo] = useState('')
  const [pictures, setPictures] = useState<DrawPicture[]>([])
  const problems = useProblems()
  const deed = useDrawDeed(id)
  const found = useAsk('GET /api/panel/rifas/:id/sorteo/sugerencia', { params: { id }, staleTime: 0 })
  const suggested = found.data?.dia === due.dia ? found.data : null

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = held
      ? digitsProblems(typed, due.partes)
      : { motivo: motivo.trim() === '' ? 'Escribe por qué no hubo sorteo.' : undefined }
    if (!problems.show({ ...wrong, enlace: linkProblem(enlace, held) }, form)) return
    const about = { premio: prize.premio, dia: due.dia, imagen: pictures[0]?.id ?? null, enlace: enlace.trim() }
    const body = held
      ? { tipo: 'loteria' as const, ...about, resultados: typed.map((text) => text.trim()) }
      : { tipo: 'sin sorteo' as const, ...about, motivo: motivo.trim() }
    setAsked(body)
  }
  const save = (typed: Unproved<ResultProposal>, codigo: string) =>
    deed.mutateAsync(() =>
      ask('POST /api/panel/rifas/:id/sorteo/resultado', { params: { id }, body: { ...typed, codigo } }),
    )

  return (
    <>
      <form className="stack gap-4" noValidate aria-label="Resultado de la lotería" onSubmit={send}>
        {held ? (
          <DigitsFields
            parts={due.partes}
            typed={typed}
            problems={problems.shown}
            hintOf={(place) => hintOf(suggested?.resultados[place] ?? null, suggested?.fuente ?? null)}
            onChange={(next, field) => {
              setTyped(next)
              problems.clear({ [field]: '' })
            }}
          />
        ) : (
          <Field
            label="Por qué no hubo sorteo"
            name="motivo"
            value={motivo}
            maxLength={500}
            problem={problems.shown['motivo']}
            hint="Vale el sorteo del día siguiente, y no cuenta como intento."
            onText={setMotivo}
          />
        )}
        <Field
          label={held ? 'Enlace al resultado' : 'Enlace, si lo hay'}
          name="enlace"
          type="url"
          inputMode="url"
          placeholder="https://"
          value={enlace}
          problem={problems.shown['enlace']}
          hint="La página que dice la regla, donde cualquiera lo ve. Se publica."
          onChange={({ target }) => {
            setEnlace(target.value)
            problems.clear({ enlace: '' })
          }}
        />
        <PictureField
          upload={(file) => upload(id, file)}
          label="Foto del resultado (opcional)"
          alt="Foto del resultado"
          most={1}
          pictures={pictures}
          onChange={setPictures}
        />
        <Failure of={deed.error} />
        <SubmitButton text={held ? 'Guardar lo que salió' : 'Guardar que no hubo sorteo'} pending={deed.isPending} />
        <p className="soft small">
          Todavía no sortea: otra persona de tu equipo escribe lo mismo por su cuenta, y entonces cuenta.
        </p>
        <Button look="link" text={held ? 'Esa lotería no jugó' : 'Sí jugó'} onClick={() => setHeld(!held)} />
      </form>
      {asked ? (
        <FreshCodeDialog
          title={held ? `Salió ${typed.join(' y ')}` : 'Esa lotería no jugó'}
          lead="Queda con tu nombre. Otra persona lo escribe por su cuenta, y uno de los dos es dueño."
          action="Guardar"
          onConfirm={(codigo) => save(asked, codigo)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

function hintOf(found: string | null, source: string | null): string {
  const all = 'Todos sus dígitos, con los ceros de adelante.'
  return found === null || source === null ? all : `${all} En ${source} dice ${found}: compáralo con lo que ves tú.`
}

function linkProblem(text: string, needed: boolean): string | undefined {
  if (text.trim() === '' && !needed) return undefined
  return /^https:\/\/\S+\.\S+$/.test(text.trim()) ? undefined : 'Pega la dirección completa, que empieza por https://'
}

const SIGNATURE = /\b[\da-f]{96}\b/

/** A round of the beacon, copied from a phone: pasted whole, or only its signature, which proves it. */
export function RoundForm(props: { id: number; prize: number; round: number; relays: readonly string[] }) {
  const { id, prize, round, relays } = props
  const [typed, setTyped] = useState('')
  const problems = useProblems()
  const deed = useDrawDeed(id)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const firma = SIGNATURE.exec(typed.toLowerCase())?.[0]
    const wrong = firma === undefined ? 'Ahí no hay una firma: son 96 letras y dígitos, del 0 a la f.' : undefined
    if (!problems.show({ firma: wrong }, event.currentTarget) || firma === undefined) return
    const body = { premio: prize, ronda: round, firma }
    deed.mutate(() => ask('POST /api/panel/rifas/:id/sorteo/faro', { params: { id }, body }))
  }

  return (
    <form className="stack gap-4" noValidate aria-label="Ronda traída a mano" onSubmit={send}>
      <ol className="stack gap-1">
        {relays.map((relay) => (
          <li key={relay}>
            <ButtonLink
              out
              look="link"
              text={`Abrir la ronda en ${relay}`}
              href={`https://${relay}/${QUICKNET.cadena}/public/${round}`}
            />
          </li>
        ))}
      </ol>
      <TextField
        label="Lo que dice la página"
        name="firma"
        rows={3}
        value={typed}
        spellCheck={false}
        problem={problems.shown['firma']}
        hint="Cópialo entero y pégalo aquí. Si fuera falso no se acepta."
        onChange={({ target }) => {
          setTyped(target.value)
          problems.clear({ firma: '' })
        }}
      />
      <Failure of={deed.error} />
      <Button look="go" text="Sortear con esta ronda" className="btn-wide" type="submit" pending={deed.isPending} />
    </form>
  )
}

/** Result of each part of a lottery, to its last digit: one field each. */
export function DigitsFields(props: {
  parts: readonly LotteryPart[]
  typed: readonly string[]
  problems: Readonly<Record<string, string | undefined>>
  hintOf: (place: number) => string
  /** @param field its problem is hidden then. */
  onChange: (typed: string[], field: string) => void
}) {
  const { parts, typed, problems } = props
  return parts.map((part, place) => (
    <Field
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      key={place}
      label={`Lo que salió en ${part.loteria}`}
      name={`resultado-${place}`}
      className="input draw-digits title"
      inputMode="numeric"
      maxLength={8}
      value={typed[place] ?? ''}
      problem={problems[`resultado-${place}`]}
      hint={props.hintOf(place)}
      onChange={({ target }) =>
        props.onChange(
          typed.map((text, each) => (each === place ? target.value : text)),
          `resultado-${place}`,
        )
      }
    />
  ))
}

/** Problems of the typed digits, by field. */
export function digitsProblems(
  typed: readonly string[],
  parts: readonly LotteryPart[],
): Record<string, string | undefined> {
  return Object.fromEntries(
    typed.map((text, place) => [`resultado-${place}`, digitsProblem(text, parts[place]?.cifras ?? 1)]),
  )
}

function digitsProblem(text: string, least: number): string | undefined {
  if (!/^\d{1,8}$/.test(text.trim())) return 'Solo dígitos, todos los que salieron.'
  return text.trim().length < least ? `Son al menos ${least} dígitos.` : undefined
}
