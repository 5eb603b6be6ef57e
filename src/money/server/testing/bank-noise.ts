import type { Randomness } from '#platform/server/random.ts'
import { movementTail } from '../../movement-tail.ts'
import { isRepeated } from '../bank/same-movement.ts'
import type { CreditRow } from '../match/read-credits.ts'

type Side = Pick<CreditRow, 'moneda' | 'centimos' | 'dia' | 'cola'>

import type { NoisyRows } from './noisy-payments.ts'

type Row = NoisyRows['credits'][number]

/** Of 421 inspected credits 392 had a commission under their last eight digits, and one was listed twice (movements.md). */
const LOOKED_AT = 421
const WITH_COMMISSION = 392
/** How often a bank takes a payment back no facts say: as often as it lists one twice. */
const TAKEN_BACK = 1

/** Other rows of a bank's list than payments that came in. */
export interface BankNoise {
  /** Rows listed twice, under the next number, as recordMovements keeps them. */
  twice: Row[]
  debits: Side[]
  /** Ids of credits that it took back. */
  takenBack: Set<number>
}

export function bankNoise(random: Randomness, credits: readonly Row[]): BankNoise {
  const noise: BankNoise = { twice: [], debits: [], takenBack: new Set() }
  const of = (share: number) => random.below(LOOKED_AT) < share
  let ids = Math.max(0, ...credits.map(({ id }) => id))
  for (const row of credits) {
    if (of(1)) {
      const referencia = /^\d+$/.test(row.referencia)
        ? String(BigInt(row.referencia) + 1n).padStart(row.referencia.length, '0')
        : ''
      const again = { ...row, referencia, ...movementTail(referencia, 'pago_movil'), id: ++ids }
      noise.twice.push({ ...again, repetida_de: isRepeated(again, row) ? row.id : null })
    }
    const back = of(TAKEN_BACK) && row.cola !== ''
    if (back) noise.takenBack.add(row.id)
    if (of(WITH_COMMISSION)) noise.debits.push({ ...row, centimos: Math.max(1, Math.round(row.centimos / 333)) })
    if (back) noise.debits.push({ ...row })
  }
  return noise
}
