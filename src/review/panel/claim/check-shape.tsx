import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { Check } from '../../contract.ts'
import { isUnfound } from '../wording.ts'

/** How a check reads at a glance. */
export function CheckShape({ check }: { check: Check }) {
  return isUnfound(check) ? <Icon name="picture" /> : <VerdictShape level={check.nivel} />
}
