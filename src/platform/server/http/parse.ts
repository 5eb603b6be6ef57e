import { z } from 'zod'
import { refusal } from '../../errors.ts'

const spanish = z.locales.es().localeError

// For problems without words in the contract. Nobody can read a pattern.
z.config({
  jitless: true,
  localeError: (issue) => (issue.code === 'invalid_format' ? 'No tiene la forma que se espera.' : spanish(issue)),
})

/**
 * Reads a value by its contract.
 * @throws AppError 422 DATOS_INVALIDOS; `details` is the first message, `campos` has the message of each field.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const campos: Record<string, string> = {}
  for (const issue of result.error.issues) campos[issue.path.join('.')] ??= issue.message
  throw refusal('DATOS_INVALIDOS', { details: result.error.issues[0]?.message ?? 'Revisa los datos.', campos })
}
