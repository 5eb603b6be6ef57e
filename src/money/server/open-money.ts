import type { Ctx } from '#platform/server/context.ts'
import { type Claim, type Credit, dayNumber } from '../claim.ts'
import { compare, samePayer } from '../likeness.ts'
import type { Found } from '../match.ts'
import type { Rule } from '../verdict.ts'
import { listHeld } from './describe.ts'
import { matchAll } from './match/match-all.ts'
import { isOpen, type Neighbourhood } from './match/neighbourhood.ts'
import { listReversals } from './match/reversals.ts'

/** A report with the rules' result for it. */
export interface Suggested {
  claim: Claim
  found: Found
  credit: Credit
  regla: Rule
  exacta: boolean
}

/** Everything that is open, sorted into the screens' lists. */
export interface OpenMoney {
  all: Neighbourhood
  /** Nobody has to look at these; oldest report first, as the rest. */
  exact: Suggested[]
  /** A person looks at these. */
  doubtful: Suggested[]
  /** Reports for which nothing has come. */
  unpaid: Claim[]
  /** Money that no report claims by a rule, newest day first, with the parts that fallen purchases hold. */
  unreported: (Pick<Credit, 'id' | 'dia' | 'moneda' | 'repetida'> & { centimos: number; revertida: boolean })[]
}

/** It is kept until something of it changes. */
export function readOpenMoney(ctx: Ctx): Promise<OpenMoney> {
  return ctx.snapshots.get('conciliacion:listas', async () => ({ value: await sortOpen(ctx) }))
}

async function sortOpen(ctx: Ctx): Promise<OpenMoney> {
  const all = await matchAll(ctx)
  const exact: Suggested[] = []
  const doubtful: Suggested[] = []
  const unpaid: Claim[] = []
  const claims = [...all.claims.values()].filter(
    ({ id, debe }) => all.rows.get(id)?.estado === 'en revision' && debe !== 0,
  )
  for (const claim of claims.sort((a, b) => a.en - b.en || a.id - b.id)) {
    const found = all.matching.of(claim.id)
    const [credit] = found?.credits ?? []
    if (!found || !credit) unpaid.push(claim)
    else {
      const exacta = found.pair?.exacta === true
      const regla = found.pair?.regla ?? likeliestRule(claim, credit)
      ;(exacta ? exact : doubtful).push({ claim, found, credit, regla, exacta })
    }
  }
  // A fully paid report claims no rest of its money, and nobody has decided yet that it is that of a noted return.
  const claiming = all.matching.pairs.filter(({ claim: { id, debe } }) => debe !== 0 && isOpen(all.rows.get(id)))
  const paired = new Set(claiming.map(({ credit }) => credit.id))
  const free = [...all.credits.values()].filter(({ id }) => !paired.has(id))
  const reversed = await listReversals(ctx.db.read)
  const unreported = new Map(
    free.map(({ id, dia, moneda, libre: centimos, repetida }) => [
      id,
      { id, dia, moneda, centimos, repetida, revertida: reversed.has(id) },
    ]),
  )
  for (const { movimiento_id: id, dia, moneda, centimos } of await listHeld(ctx.db.read)) {
    // Money that the bank has taken is not to be returned.
    if (reversed.has(id)) continue
    const known = unreported.get(id)?.centimos ?? 0
    // Joined money was taken for a payment by somebody.
    unreported.set(id, {
      id,
      dia: dayNumber(dia),
      moneda,
      centimos: centimos + known,
      repetida: false,
      revertida: false,
    })
  }
  return {
    all,
    exact,
    doubtful,
    unpaid,
    unreported: [...unreported.values()].sort((a, b) => b.dia - a.dia || b.id - a.id),
  }
}

/** By which rule the likeliest would belong to it, if it were the only one. */
function likeliestRule(claim: Claim, credit: Credit): Rule {
  const likeness = compare(claim, credit)
  const { referencia, de_mas } = likeness
  if (referencia === 'firme' || referencia === 'posible') return de_mas === 0 ? 'referencia' : 'otro_monto'
  if (claim.unica) return 'centimos'
  if (referencia === 'corta') return 'referencia_corta'
  return samePayer(likeness) ? 'pagador' : 'monto'
}
