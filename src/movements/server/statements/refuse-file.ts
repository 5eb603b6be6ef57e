import { refusal } from '#platform/errors.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import { FILE_PROBLEMS } from './reading/unreadable.ts'

/**
 * Failure of the reading process: nothing was kept of the file, and nothing older is lost.
 * @param error anything; other errors are thrown as they are.
 */
export function refuseWork(error: unknown): never {
  if (!(error instanceof WorkFailure)) throw error
  const { said } = error
  if (error.problem === 'ilegible') throw refusal(FILE_PROBLEMS.find((one) => one === said) ?? 'EXTRACTO_ILEGIBLE')
  if (error.blame) throw refusal('EXTRACTO_PESADO')
  throw refusal('EXTRACTO_EN_COLA', { cause: error })
}
