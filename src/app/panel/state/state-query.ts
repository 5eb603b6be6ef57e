import { queryOptions } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import type { Finding } from '../../state-contract.ts'

/** For owners only. */
export const stateQuery = queryOptions({
  queryKey: ['estado del servidor'],
  queryFn: () => ask('GET /api/panel/estado/servidor'),
  refetchInterval: 60_000,
})

const asksFor = ({ nivel }: Finding) => nivel !== 'bien'

/** What asks for something, the gravest first. */
export function toDo(findings: readonly Finding[]): Finding[] {
  return findings.filter(asksFor).sort((one, other) => Number(other.nivel === 'grave') - Number(one.nivel === 'grave'))
}
