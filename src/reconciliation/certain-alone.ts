import { compare, otherPayer } from './likeness.ts'
import type { Pair } from './match.ts'
import { isNear } from './verdict.ts'

/** Clocks of banks and ours differ, and some banks say the minute alone. */
const BEFORE = 15 * 60_000

/**
 * Whether a pair is certain enough for nobody to look at it before its numbers are given. Less is than is exact for somebody who looks: whoever
 * knows the phone of a person who is about to pay can report before her, and is confirmed half a second after her payment. So the bank
 * itself has to have said it; by céntimos it must not name another payer; by the payer it is his cédula, or his phone and his name; and
 * money that came after its report is not what was reported, unless it has its reference.
 */
export function isCertainAlone({ claim, credit, regla, exacta }: Pair): boolean {
  if (!exacta || credit.confianza !== 'banco') return false
  if (regla === 'referencia' || isNear(regla)) return true
  if (credit.en !== null && credit.en > claim.en + BEFORE) return false
  const likeness = compare(claim, credit)
  if (regla === 'centimos') return !otherPayer(likeness)
  return likeness.documento === true || (likeness.telefono === true && likeness.nombre === true)
}
