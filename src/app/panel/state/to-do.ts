import type { Finding } from '../../state-contract.ts'

const asksFor = ({ nivel }: Finding) => nivel !== 'bien'

/** Findings that need attention, the gravest first. */
export function toDo(findings: readonly Finding[]): Finding[] {
  return findings.filter(asksFor).sort((one, other) => Number(other.nivel === 'grave') - Number(one.nivel === 'grave'))
}
