import { refusal } from '#platform/errors.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import { FILE_PROBLEMS } from './reading/unreadable.ts'

/**
 * What the process that reads met: nothing was kept of the file, and nothing of before is lost.
 * @param error anything; what is none of its failures is thrown as it is.
 */
export function refuseWork(error: unknown): never {
  if (!(error instanceof WorkFailure)) throw error
  const { said } = error
  if (error.problem === 'ilegible') throw refusal(FILE_PROBLEMS.find((one) => one === said) ?? 'EXTRACTO_ILEGIBLE')
  if (error.blame) throw refusal('EXTRACTO_PESADO')
  throw refusal('EXTRACTO_EN_COLA', { cause: error })
}
