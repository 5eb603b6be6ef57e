import { isRefusal } from '../../errors.ts'
import type { Outcome } from './database.ts'

/**
 * Decides inputs of a batch one after the other, in memory, each finding what those before it left.
 * @param decide throws its refusal before it changes anything; null when it needs more than was read, and the rest waits.
 * @throws what is no refusal: then nothing of the group may stay.
 */
export function decideEach<In, Out>(inputs: readonly In[], decide: (input: In) => Out | null): Outcome<Out>[] {
  const outcomes: Outcome<Out>[] = []
  for (const input of inputs) {
    try {
      const value = decide(input)
      if (value === null) break
      outcomes.push({ value })
    } catch (error) {
      if (!isRefusal(error)) throw error
      outcomes.push({ error })
    }
  }
  return outcomes
}
