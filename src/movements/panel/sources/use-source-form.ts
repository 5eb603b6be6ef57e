import { useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import type { SourceForm } from '../../source.ts'
import { checkTyped, problemsOf, type Typed } from './source-fields.tsx'

/** The settings of a source, and whether the code that keeps them is asked for. @param first values of one that is not kept yet */
export function useSourceForm(form: SourceForm, saved: Typed | null, first?: Typed) {
  const draftOf = (typed: Typed | null): Record<string, string> => ({
    nombre: '',
    metodo_id: '',
    ...Object.fromEntries(form.campos.map(({ nombre }) => [nombre, ''])),
    ...typed,
  })
  const edit = useForm({
    saved,
    draftOf,
    ...(first && { first: draftOf(first) }),
    check: (typed) => checkTyped(form, typed, saved !== null),
  })
  const [asked, setAsked] = useState(false)

  /** Fields that the server refuses show their message. @throws faults of the code or the way, for the dialog that asks for it. */
  async function send(request: () => Promise<void>): Promise<void> {
    try {
      await request()
    } catch (error) {
      const { fields } = readFailure(error)
      if (Object.keys(fields).every((name) => name === 'codigo')) throw error
      edit.tell(problemsOf(fields))
    }
    setAsked(false)
  }

  return { ...edit, asked, send, close: () => setAsked(false), ask: edit.submit(() => setAsked(true)) }
}
