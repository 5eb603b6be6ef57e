import { apiAddress, fetchJson } from '#platform/web/fetch-json.ts'
import { readForeignRaffle } from '#raffles/shop/foreign-raffle.ts'
import type { RateAnswer } from '#rates/contract.ts'
import { RATE_NAMES } from '#rates/rate-text.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { PageRate, SalesData } from '../page-data.ts'
import { type LoadedRaffle, raffleParts } from './pages/raffle-parts.tsx'

/**
 * Requests from the API the data that the server would have rendered. A missing rate is null: the page shows that.
 * @throws CallFailure if the raffle itself is missing, TypeError if the answer is none.
 */
export async function loadRaffle(data: SalesData, site: SiteSettings): Promise<LoadedRaffle> {
  const [answer, first, rate] = await Promise.all([
    fetchJson<unknown>(`/api/rifas/rifas/${data.id}`),
    fetchJson<{ tasa_usd?: unknown }[]>('/api/rifas').then(
      (raffles) => raffles[0]?.tasa_usd,
      () => null,
    ),
    fetchJson<Partial<RateAnswer>>('/api/rifas/tasa-bcv').then(readRate, () => null),
  ])
  const raffle = readForeignRaffle(answer, [first, rate?.tasa])
  return { raffle, parts: raffleParts({ ...data, raffle, rate }, site, apiAddress('')) }
}

/** A host that knows only the multiplier `euro` gives neither day nor age. */
function readRate({ euro, tasa, referencia, fecha_valor, vigente }: Partial<RateAnswer>): PageRate | null {
  if (euro === undefined && tasa === undefined) return null
  return {
    tasa: tasa ?? String(euro),
    fecha_valor: fecha_valor ?? '',
    vigente: vigente ?? true,
    nombre: RATE_NAMES[referencia ?? 'bcv_euro'],
  }
}
