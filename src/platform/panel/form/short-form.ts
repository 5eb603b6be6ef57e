import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { z } from 'zod'
import { type PanelFailure, readFailure } from '../api.ts'
import { checkFields, type Problems, problemsIn, useProblems } from './problems.ts'

/**
 * A few fields that are kept nowhere, such as a password: read from the form when it is sent, checked by their contract,
 * and a refusal shows under its field.
 */
export function useShortForm<Fields extends z.ZodObject, Answer>(options: {
  fields: Fields
  /** Values that are sent too and have no field in the form. */
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
    /** Ties a field to the form. */
    field: <Name extends keyof z.input<Fields> & string>(name: Name) => ({ name, problem: problems.shown[name] }),
    /** Why it was refused, where no field is to blame. */
    error: problems.wrong ? null : call.error,
    pending: call.isPending,
    answered: call.isSuccess,
    /** The values that were sent last. */
    given: call.variables?.given,
  }
}
