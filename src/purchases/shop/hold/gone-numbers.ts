import type { Refusal } from '../report/send-report.ts'

/**
 * Which of the picked numbers a refusal says that somebody else has: ours lists them in `numeros`, another host may only
 * write them into its sentence.
 * @param picked null when the numbers will be drawn.
 * @returns null when it says nothing of numbers.
 */
export function goneNumbers(
  { numeros, error, details }: Refusal,
  picked: readonly string[] | null,
): readonly string[] | null {
  if (!picked) return null
  if (Array.isArray(numeros)) return numeros.map(String)
  const words = new Set(`${error} ${details}`.split(/\D+/))
  const gone = picked.filter((numero) => words.has(numero))
  return gone.length > 0 ? gone : null
}
