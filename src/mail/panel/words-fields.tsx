import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field, TextField } from '#platform/panel/parts/field.tsx'
import type { MailWords, Placeholder } from '../mail-text.ts'
import './mail-texts.css'

const SETTLED = 400

/** The value once it has not changed for a moment: the preview is not requested for every letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  // The same text is the same value, however often it is rendered.
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), SETTLED)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The words of a mail, and its placeholders, which are inserted at the cursor. */
export function WordsFields(props: {
  words: MailWords
  problems: Partial<Record<keyof MailWords, string>>
  marcadores: readonly Placeholder[]
  rows: number
  onChange: (part: Partial<MailWords>) => void
}) {
  const { words, problems, marcadores, onChange } = props
  const [place, setPlace] = useState<{ field: keyof MailWords; at: number }>({ field: 'cuerpo', at: 0 })
  const controls = useRef<HTMLDivElement>(null)

  function insert(name: string) {
    const { field, at } = place
    const braces = `{${name}}`
    onChange({ [field]: `${words[field].slice(0, at)}${braces}${words[field].slice(at)}` })
    setPlace({ field, at: at + braces.length })
    const control = controls.current?.querySelector(`[name="${field}"]`)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
    control.focus()
    requestAnimationFrame(() => control.setSelectionRange(at + braces.length, at + braces.length))
  }

  const control = (field: keyof MailWords) => ({
    name: field,
    value: words[field],
    problem: problems[field],
    onChange: ({ target }: { target: { value: string; selectionStart: number | null } }) => {
      onChange({ [field]: target.value })
      setPlace({ field, at: target.selectionStart ?? target.value.length })
    },
    onSelect: ({ currentTarget }: { currentTarget: { selectionStart: number | null } }) =>
      setPlace({ field, at: currentTarget.selectionStart ?? 0 }),
  })

  return (
    <div ref={controls} className="stack from-top gap-4">
      <Field label="Asunto" {...control('asunto')} />
      <Field label="Título" {...control('titulo')} />
      <TextField label="Texto" rows={props.rows} hint="Una línea vacía separa los párrafos." {...control('cuerpo')} />
      <TextField label="Pie" rows={3} {...control('pie')} />
      <fieldset className="placeholders">
        <legend className="above-2">Datos que puedes poner</legend>
        <ul className="stack">
          {marcadores.map(({ nombre, dice, obligatorio }) => (
            <li key={nombre} className="grid level gap-3">
              <Button text={`{${nombre}}`} onClick={() => insert(nombre)} />
              <span className="faint small">
                {dice}
                {obligatorio ? ', obligatorio' : ''}
              </span>
            </li>
          ))}
        </ul>
      </fieldset>
    </div>
  )
}
