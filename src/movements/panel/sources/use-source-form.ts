import { type FormEvent, useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { focusFirst } from '#platform/panel/form/problems.ts'
import type { SourceForm } from '../../source-form.ts'
import { checkTyped, problemsOf, type Typed } from './source-fields.tsx'

/** The typed settings of a source, their faults, and whether the code that keeps it is asked for. @param kept as in `SourceFields` */
export function useSourceForm(form: SourceForm, first: Typed, kept: boolean) {
  const [typed, setTyped] = useState<Typed>(first)
  const [problems, setProblems] = useState<Typed>({})
  const [asked, setAsked] = useState(false)

  function type(name: string, text: string): void {
    setTyped({ ...typed, [name]: text })
    setProblems(({ [name]: _, ...rest }) => rest)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const wrong = checkTyped(form, typed, kept)
    if ((typed['nombre'] ?? '').trim() === '') wrong['nombre'] = 'Escribe un nombre.'
    setProblems(wrong)
    focusFirst(event.currentTarget, wrong)
    setAsked(Object.keys(wrong).length === 0)
  }

  /** Fields that the server refuses show their message. @throws faults of the code or the way, for the dialog that asks for it. */
  async function send(request: () => Promise<void>): Promise<void> {
    try {
      await request()
    } catch (error) {
      const { fields } = readFailure(error)
      if (Object.keys(fields).every((name) => name === 'codigo')) throw error
      setProblems(problemsOf(fields))
    }
    setAsked(false)
  }

  return { typed, problems, asked, type, submit, send, close: () => setAsked(false) }
}
