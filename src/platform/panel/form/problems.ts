import { useState } from 'react'
import type { z } from 'zod'
import { bareMessage } from '../../bare-message.ts'
import { readFailure } from '../api.ts'

/** Problems by the name of their field. */
export type Problems = Readonly<Record<string, string | undefined>>

/** The first problem of each field by its contract, so that form and server agree. */
export function checkFields(schema: z.ZodType, fields: unknown): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of schema.safeParse(fields).error?.issues ?? []) problems[issue.path.join('.')] ??= issue.message
  return problems
}

/** The server's message for each field. For a change it names `campos.precio`, in messages that name the field too. */
export function problemsIn(error: unknown): Problems {
  return Object.fromEntries(
    Object.entries(readFailure(error).fields).map(([name, text]) => {
      const bare = name.replace(/^(campos|cambios)\./, '')
      return bare === name ? [name, text] : [bare, bareMessage(text)]
    }),
  )
}

/** Takes the focus to the first field with a problem, in the order of the form. */
export function focusFirst(form: HTMLFormElement, problems: Problems): void {
  const field = [...form.elements].find((element) => problems[element.getAttribute('name') ?? ''] !== undefined)
  if (field instanceof HTMLElement) field.focus()
}

/** Problems on show: from sending until their field changes. */
export function useProblems() {
  const [shown, setShown] = useState<Problems>({})
  const [deeds] = useState(() => ({
    /** Shows these, with the focus on the first of them if its form is given. @returns whether there are none. */
    show(problems: Problems, form?: HTMLFormElement): boolean {
      setShown(problems)
      if (form) focusFirst(form, problems)
      return Object.values(problems).every((problem) => problem === undefined)
    },
    clear: (fields: object) =>
      setShown((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in fields)))),
  }))
  return { shown, wrong: Object.values(shown).some((problem) => problem !== undefined), ...deeds }
}
