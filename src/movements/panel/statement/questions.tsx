import { formatCount } from '#platform/money.ts'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { ColumnMap, StatementPreview, StatementQuestion } from '../../statement-contract.ts'

type Answer = [name: string, answer: Partial<ColumnMap>]

/** What only a person knows of a file: each is asked once, and remembered. Until then its rows are refused. */
export function Questions(props: { preview: StatementPreview; pending: boolean; onAnswer: (mapa: ColumnMap) => void }) {
  const { mapa, preguntas } = props.preview
  if (mapa === null) return null
  return preguntas.map((question) => {
    const { title, hint, answers } = asked(question, mapa)
    const rows =
      question.filas === 1
        ? `La fila ${question.fila} espera.`
        : `${formatCount(question.filas)} filas esperan, desde la ${question.fila}.`
    return (
      <Notice
        key={question.campo + question.clave}
        level="aviso"
        title={title}
        action={
          <span className="row wrap gap-2">
            {answers.map(([name, answer]) => (
              <button
                key={name}
                type="button"
                className="btn target"
                disabled={props.pending}
                onClick={() => props.onAnswer({ ...mapa, ...answer })}
              >
                {name}
              </button>
            ))}
          </span>
        }
      >
        {`${rows} ${hint}`}
      </Notice>
    )
  })
}

function asked(
  { campo, clave, palabra }: StatementQuestion,
  { palabras }: ColumnMap,
): { title: string; hint: string; answers: Answer[] } {
  const said = (answer: boolean) => ({ palabras: { ...palabras, [clave]: answer } })
  const word = palabra === '' ? 'Una fila que no lo dice' : `«${palabra}»`
  switch (campo) {
    case 'fechas':
      return {
        title: `¿Qué va primero en una fecha como ${palabra}?`,
        hint: 'Si se vuelve a preguntar, otras filas dicen lo contrario: descarga el extracto otra vez.',
        answers: [
          ['El día', { fechas: 'dma' }],
          ['El mes', { fechas: 'mda' }],
        ],
      }
    case 'estado':
      return {
        title: `¿${word} quiere decir que el dinero ya está en la cuenta?`,
        hint: 'Lo recordamos para este banco.',
        answers: [
          ['Sí', said(true)],
          ['No, va aparte', said(false)],
        ],
      }
    case 'tipo':
      return {
        title: `¿${word} es dinero que entró o que salió?`,
        hint: 'Lo recordamos para este banco.',
        answers: [
          ['Entró', said(true)],
          ['Salió', said(false)],
        ],
      }
  }
}
