import { compare, otherPayer } from './likeness.ts'
import type { Pair } from './match.ts'
import { isNear } from './verdict.ts'

/** Clocks of banks and ours differ, and some banks give the minute alone. */
const BEFORE = 15 * 60_000

/**
 * Whether a pair is certain enough for nobody to look at it before its numbers are given. An exact pair may not be: a thief with
 * the phone number of a person about to pay can report before her, and is confirmed right after her payment. So the bank
 * itself has to have said it. By a reference, which others may have seen, or by céntimos it must not name another payer; by the payer it
 * needs the cédula, or phone and name. And
 * money that came after its report is not the reported money, unless it has its reference.
 */
export function isCertainAlone({ claim, credit, regla, exacta }: Pair): boolean {
  if (!exacta || credit.confianza !== 'banco') return false
  const likeness = compare(claim, credit)
  if (regla === 'referencia' || isNear(regla)) return !otherPayer(likeness)
  if (credit.en !== null && credit.en > claim.en + BEFORE) return false
  if (regla === 'centimos') return !otherPayer(likeness)
  return likeness.documento === true || (likeness.telefono === true && likeness.nombre === true)
}
