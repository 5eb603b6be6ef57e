import { formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { ColumnMap, StatementAnswer, StatementPreview, StatementQuestion } from '../../statement-contract.ts'
import { WHOLE_FILE } from '../../statement-map.ts'

/** Facts of a file that only a person knows: each word is asked once, and remembered. Until then its rows are refused. */
export function Questions(props: { preview: StatementPreview; pending: boolean; onAnswer: (mapa: ColumnMap) => void }) {
  const { mapa, preguntas, recordadas } = props.preview
  if (mapa === null) return null
  const asked = preguntas.map((question) => {
    const [title, hint, ...answers] = ASKED[question.campo]
    const rows =
      question.filas === 1
        ? `La fila ${question.fila} espera.`
        : `${formatCount(question.filas)} filas esperan, desde la ${question.fila}.`
    return (
      <Ask
        key={question.campo + question.clave}
        title={question.palabra === WHOLE_FILE ? WHICH : title(nameOf(question))}
        text={`${rows} ${question.palabra === WHOLE_FILE ? MIXED : hint}`}
        pending={props.pending}
        answers={answers.map((name, at) => [name, () => props.onAnswer(answered(mapa, question, at === 0))])}
      />
    )
  })
  return (
    <>
      {asked}
      {recordadas.map((said) => (
        <Remembered key={said.clave} {...props} said={said} mapa={mapa} />
      ))}
    </>
  )
}

/** Subject of the question: a word, or a text for none. */
const nameOf = ({ palabra }: Pick<StatementQuestion, 'palabra'>) =>
  palabra === '' ? 'Una fila que no lo dice' : `«${palabra}»`

/** A person's answer about a word, and the way back. */
function Remembered({
  said,
  mapa,
  pending,
  onAnswer,
}: Pick<Parameters<typeof Questions>[0], 'pending' | 'onAnswer'> & { said: StatementAnswer; mapa: ColumnMap }) {
  const [, , yes, no] = ASKED[said.campo]
  const [now, other] = said.respuesta ? [yes, no] : [no, yes]
  const change = () => onAnswer(answered(mapa, said, !said.respuesta))
  return (
    <p className="row wrap gap-3 soft compact">
      {nameOf(said)}: dijiste «{now}».
      <Button look="link" text={`Cambiar a «${other}»`} className="target" disabled={pending} onClick={change} />
    </p>
  )
}

/** A question above its answers, each a tap. */
export function Ask(props: {
  title: string
  text: string
  pending: boolean
  answers: [name: string, tap: () => void][]
}) {
  return (
    <Notice level="aviso" title={props.title}>
      <span className="stack gap-3">
        <span>{props.text}</span>
        <span className="row wrap gap-3">
          {props.answers.map(([name, tap]) => (
            <Button text={name} className="target" key={name} disabled={props.pending} onClick={tap} />
          ))}
        </span>
      </span>
    </Notice>
  )
}

const ONCE = 'Lo recordamos para este banco.'
const WHICH = 'Este archivo no dice qué entró y qué salió. ¿Es todo dinero que entró, o todo dinero que salió?'
const MIXED = 'Si trae de los dos, no respondas: descarga otro formato, con signos o columnas.'

/** The question, its hint, and the two answers: yes and no to a word or to thousands, day and month to an order. */
const ASKED = {
  tipo: [(word: string) => `¿${word} es dinero que entró o que salió?`, ONCE, 'Entró', 'Salió'],
  estado: [(word: string) => `¿${word} quiere decir que el dinero ya está en la cuenta?`, ONCE, 'Sí', 'No, va aparte'],
  cuenta: [(word: string) => `¿${word} es esta cuenta?`, ONCE, 'Sí', 'No, va aparte'],
  fechas: [
    (word: string) => `¿Qué va primero en una fecha como ${word}?`,
    'Si se vuelve a preguntar, otras filas dicen lo contrario: descarga el extracto otra vez.',
    'El día',
    'El mes',
  ],
  montos: [
    (word: string) => `¿${word} son miles?`,
    'Vale para todos los montos del archivo.',
    'Sí, son miles',
    'No, son decimales',
  ],
} as const

function answered(
  mapa: ColumnMap,
  { campo, clave, palabra }: Pick<StatementQuestion, 'campo' | 'clave' | 'palabra'>,
  yes: boolean,
): ColumnMap {
  if (campo === 'montos') return { ...mapa, montos: palabra.includes('.') === yes ? 'coma' : 'punto' }
  if (campo === 'fechas') return { ...mapa, fechas: yes ? 'dma' : 'mda' }
  return { ...mapa, palabras: { ...mapa.palabras, [clave]: yes } }
}
