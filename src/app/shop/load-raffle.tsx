import { fetchJson } from '#platform/web/fetch-json.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { HERO_SIZES } from '#raffles/image-set.ts'
import { Picture } from '#raffles/shop/picture.tsx'
import type { RateAnswer } from '#rates/contract.ts'
import type { LoadedRaffle } from './use-raffle.ts'

/**
 * Asks the API for what the server would have rendered. A rate that cannot be had is null: the page then says so.
 * @throws CallFailure when the raffle itself cannot be had.
 */
export async function loadRaffle(id: number): Promise<LoadedRaffle> {
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
    picture: <Picture image={raffle.imagen} sizes={HERO_SIZES} first />,
  }
}
