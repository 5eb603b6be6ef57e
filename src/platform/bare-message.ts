import type { z } from 'zod'

/** Messages name their field for the command line, `precio: escribe un monto`; next to the field that is not needed. */
export function bareMessage(message: string): string {
  const text = message.replace(/^[\p{L}_, ]{3,30}: /u, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The first problem of each field, as a form shows it. @param nameOf the form's name of a field */
export function problemsOf(
  { error }: z.ZodSafeParseResult<unknown>,
  nameOf: (path: readonly PropertyKey[]) => string = ([name]) => String(name),
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) problems[nameOf(path)] ??= bareMessage(message)
  return problems
}
