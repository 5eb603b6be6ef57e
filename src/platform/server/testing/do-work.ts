import { hash } from 'node:crypto'
import { WORK_HEADER, type WorkChallenge } from '../../work.ts'

/** Does the work that a refusal asked for, as the page does. @returns the header to bring. */
export function doWork({ reto, sal, huella, hasta }: WorkChallenge): Record<string, string> {
  for (let number = 0; number < hasta; number++) {
    if (hash('sha256', `${sal}.${number}`) === huella) {
      return { [WORK_HEADER]: `${reto}.${number}` }
    }
  }
  throw new Error('the challenge has no solution')
}
