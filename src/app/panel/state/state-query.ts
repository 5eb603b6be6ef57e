import { queryOptions } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import type { Finding, STATE_CALLS } from '../../state-contract.ts'

const ask = asking<typeof STATE_CALLS>()

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
