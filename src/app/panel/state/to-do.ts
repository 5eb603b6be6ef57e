import type { Finding } from '../../state-contract.ts'

const asksFor = ({ nivel }: Finding) => nivel !== 'bien'

/** What asks for something, the gravest first. */
export function toDo(findings: readonly Finding[]): Finding[] {
  return findings.filter(asksFor).sort((one, other) => Number(other.nivel === 'grave') - Number(one.nivel === 'grave'))
}
