import type { z } from 'zod'

/** The first problem of each field by its contract, so that the form and the server say the same. */
export function checkFields(schema: z.ZodType, fields: unknown): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of schema.safeParse(fields).error?.issues ?? []) problems[issue.path.join('.')] ??= issue.message
  return problems
}

/** A text of the form, as it was typed. */
export function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Takes the focus to the first field with a problem, in the order of the form. */
export function focusFirst(form: HTMLFormElement, problems: Record<string, string>): void {
  const field = [...form.elements].find((element) => (element.getAttribute('name') ?? '') in problems)
  if (field instanceof HTMLElement) field.focus()
}
