import { useQuery } from '@tanstack/react-query'
import type { Operator, PanelStatus } from '#operators/contract.ts'
import { AlteredNotice } from '#payment-methods/panel/altered-notice.tsx'
import { Bone, FailedState, Loading, StaleNotice } from '#platform/panel/parts/states.tsx'
import { HomeAlso } from './home-also.tsx'
import { HomeAvailability } from './home-availability.tsx'
import { homeQuery } from './home-query.ts'
import { HomeReview } from './home-review.tsx'
import { HomeSales } from './home-sales.tsx'
import { StepsLeft } from './steps-left.tsx'
import './home.css'

/** Opens on what needs doing: the payments that wait and the rest of the day, then sales, then what is left of each raffle. */
export function HomeScreen({ status, operator }: { status: PanelStatus; operator: Operator }) {
  const home = useQuery(homeQuery)
  const owner = operator.rol === 'dueno'
  return (
    <div className="home">
      <AlteredNotice link={owner} />
      {owner ? <StepsLeft /> : null}
      <HomeReview />
      <HomeAlso status={status} operator={operator} home={home.data} />
      {home.data ? (
        <>
          <StaleNotice error={home.error} onRetry={() => void home.refetch()} />
          <HomeSales home={home.data} />
          <HomeAvailability home={home.data} canMake={owner} />
        </>
      ) : home.isError ? (
        <section className="home-whole">
          <FailedState error={home.error} onRetry={() => void home.refetch()} />
        </section>
      ) : (
        <section className="home-whole">
          <Loading label="Cargando las ventas">
            <Bone width="9rem" height="2.25rem" />
            <Bone height="12rem" />
            <Bone height="3rem" />
          </Loading>
        </section>
      )}
    </div>
  )
}
