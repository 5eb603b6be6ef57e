import { addDays, dayInCaracas, type Instant, parseDay, startOfDay } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { type CurrentRate, currentRate } from '#rates/server/current-rate.ts'
import { type PreviousRaffle, type RaffleAnswer, type RaffleState, raffleAnswer } from '../contract.ts'
import { findRaffle, listRaffles, type Raffle } from './store.ts'

/** States that visitors may see. A draft does not exist for them. */
const PUBLIC: readonly RaffleState[] = ['publicada', 'pausada', 'cerrada', 'sorteada']

/** A raffle as visitors see it, from memory until it or the rate changes; null when there is none. */
export function readRaffle(ctx: Ctx, id: number): Promise<RaffleAnswer | null> {
  return ctx.snapshots.get(`rifa:${id}:datos`, async () => {
    const [raffle, rate] = await Promise.all([findRaffle(ctx.db.read, id), currentRate(ctx)])
    const value = raffle && PUBLIC.includes(raffle.estado) ? describeRaffle(raffle, rate) : null
    return { value, freshUntil: nextMidnight(ctx) }
  })
}

/** Raffles on sale, in the order of their ids: the specification's page reads the first one's rate. */
export function listOnSale(ctx: Ctx): Promise<RaffleAnswer[]> {
  return ctx.snapshots.get('rifas:en-venta', async () => {
    const [raffles, rate] = await Promise.all([listRaffles(ctx.db.read, ['publicada']), currentRate(ctx)])
    return { value: raffles.reverse().map((raffle) => describeRaffle(raffle, rate)), freshUntil: nextMidnight(ctx) }
  })
}

/** Ids of the raffles that are on sale or wait for their draw, the newest first; none that was put away. */
export function listShown(ctx: Ctx): Promise<number[]> {
  return ctx.snapshots.get('rifas:a-la-vista', async () => {
    const raffles = await listRaffles(ctx.db.read, ['publicada', 'pausada', 'cerrada'])
    return { value: raffles.filter(({ archivada_en }) => archivada_en === null).map(({ id }) => id) }
  })
}

/** Finished raffles, the last drawn first; one without a date counts from the day on which it was made. */
export function listPrevious(ctx: Ctx): Promise<PreviousRaffle[]> {
  return ctx.snapshots.get('rifas:anteriores', async () => {
    const raffles = await listRaffles(ctx.db.read, ['sorteada'])
    const day = ({ fecha, creada_en }: Raffle) => parseDay(fecha) ?? dayInCaracas(creada_en)
    raffles.sort((a, b) => day(b).localeCompare(day(a)) || b.id - a.id)
    const value = raffles.map((raffle) => ({
      ...describeRaffle(raffle, null),
      numero_ganador: raffle.numero_ganador,
      ganador: raffle.ganador,
    }))
    return { value }
  })
}

/** The rate of a day may change at midnight in Caracas. */
function nextMidnight(ctx: Ctx): Instant {
  return startOfDay(addDays(dayInCaracas(ctx.clock.now()), 1))
}

/** A row as visitors would see it, whatever its state. */
export function describeRaffle(raffle: Raffle, rate: CurrentRate | null): RaffleAnswer {
  return raffleAnswer.parse({
    ...raffle,
    tasa_usd: raffle.tasa_usd ?? rate?.tasa ?? null,
    registro_unico: raffle.registro_unico === 1,
    centimos_unicos: raffle.centimos_unicos !== null,
    imagen: JSON.parse(raffle.imagen ?? 'null'),
    galeria: JSON.parse(raffle.galeria),
  })
}
