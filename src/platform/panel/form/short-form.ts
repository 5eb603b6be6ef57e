import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { z } from 'zod'
import { type PanelFailure, readFailure } from '../api.ts'
import { checkFields, type Problems, problemsIn, useProblems } from './problems.ts'

/**
 * A few fields that are kept nowhere, such as a password: read where they stand when they are sent, checked by their contract,
 * and refused under the field that it is about.
 */
export function useShortForm<Fields extends z.ZodObject, Answer>(options: {
  fields: Fields
  /** What goes with them and is not typed into a field of the form. */
  also?: Partial<z.input<Fields>>
  send: (fields: z.input<Fields>) => Promise<Answer>
  done?: (answer: Answer) => void
  /** The field that a refusal is about which names none. */
  about?: (failure: PanelFailure) => (keyof z.input<Fields> & string) | null
}) {
  const { fields, also, send, done, about } = options
  const problems = useProblems()
  const call = useMutation({
    mutationFn: ({ given }: { given: z.input<Fields>; form: HTMLFormElement }) => send(given),
    ...(done && { onSuccess: done }),
    onError: (error, { form }) => problems.show(refusal(error), form),
  })

  function refusal(error: unknown): Problems {
    const named = problemsIn(error)
    const failure = readFailure(error)
    const one = Object.keys(named).length === 0 ? about?.(failure) : null
    return one ? { [one]: `${failure.title}. ${failure.details}` } : named
  }

  return {
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const form = event.currentTarget
      const typed = [...new FormData(form)].filter(([name]) => name in fields.shape)
      const given = { ...Object.fromEntries(typed), ...also } as z.input<Fields>
      if (problems.show(checkFields(fields, given), form)) call.mutate({ given, form })
    },
    /** What ties a field to the form. */
    field: <Name extends keyof z.input<Fields> & string>(name: Name) => ({ name, problem: problems.shown[name] }),
    /** Why it was refused, where no field is to blame. */
    error: problems.wrong ? null : call.error,
    pending: call.isPending,
    answered: call.isSuccess,
    /** What was sent last. */
    given: call.variables?.given,
  }
}
