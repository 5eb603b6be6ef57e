import { useQuery } from '@tanstack/react-query'
import { Bone, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { ReasonsForm } from './reasons-form.tsx'
import { reasonsQuery } from './reasons-query.ts'
import './reasons.css'

/** The reasons that are offered to who rejects a payment, in their order: for owners. */
export function ReasonsScreen() {
  const reasons = useQuery({ ...reasonsQuery, staleTime: 0 })
  if (reasons.data)
    return (
      <>
        <StaleNotice error={reasons.error} onRetry={() => void reasons.refetch()} />
        <ReasonsForm kept={reasons.data.motivos} />
      </>
    )
  return (
    <Waiting query={reasons} label="Cargando los motivos">
      <div className="motives">
        <Bone width="18rem" />
        <Bone height="6rem" />
        <Bone height="6rem" />
        <Bone height="6rem" />
      </div>
    </Waiting>
  )
}
