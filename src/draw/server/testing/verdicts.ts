import type { Sha256 } from '../../bytes.ts'
import { checkDraw } from '../../check-draw.ts'
import { sha256 } from '../sha256.ts'

/** The program of strangers, which shares no code with the product and lies outside of it. */
type Verify<Known> = (load: (name: string) => Promise<string>, known: Known) => Promise<unknown>

/** Whether a published draw is right by the page's check, and by that program. */
export async function verdicts<Known extends NonNullable<Parameters<typeof checkDraw>[3]>>(
  verify: Verify<Known>,
  document: unknown,
  list: string,
  known: Known = {} as Known,
  hash: Sha256 = sha256,
): Promise<[page: boolean, program: boolean]> {
  const { bien } = await checkDraw(document, list, hash, known)
  const load = async (name: string) => (name === 'lista.csv' ? list : JSON.stringify(document))
  const program = verify(load, known).then(
    () => true,
    () => false,
  )
  return [bien, await program]
}
