import { fetchJson } from '#platform/web/fetch-json.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { RateAnswer } from '#rates/contract.ts'
import type { PageRate } from '../page-data.ts'

/**
 * Asks the API for what the server would have rendered. A rate that cannot be had is null: the page then says so.
 * @throws CallFailure when the raffle itself cannot be had.
 */
export async function loadRaffle(id: number): Promise<{ raffle: RaffleAnswer; rate: PageRate | null }> {
  const [raffle, tasaUsd, rate] = await Promise.all([
    fetchJson<RaffleAnswer>(`/api/rifas/rifas/${id}`),
    fetchJson<RaffleAnswer[]>('/api/rifas').then(
      (raffles) => raffles[0]?.tasa_usd ?? null,
      () => null,
    ),
    fetchJson<RateAnswer>('/api/rifas/tasa-bcv').catch(() => null),
  ])
  return {
    raffle: { ...raffle, tasa_usd: raffle.tasa_usd ?? tasaUsd },
    rate: rate && { ...rate, nombre: 'Tasa del día' },
  }
}
