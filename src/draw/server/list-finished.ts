import { dayInCaracas, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { checkPage } from '#purchases/check-link.ts'
import { shortName } from '#purchases/server/search/short-name.ts'
import { listByIds } from '#purchases/server/store.ts'
import type { PreviousRaffle, RaffleImage } from '#raffles/contract.ts'
import { listPrevious } from '#raffles/server/read-raffle.ts'
import type { FinishedPage, FinishedPrize, FinishedRaffle } from '../contract.ts'
import { listNamedPictures } from './images/named-pictures.ts'
import { findBuyer, ruleOf } from './store.ts'
import { listPictures, type WinnerRow } from './store-winners.ts'

/** Tickets of a screen: enough to scroll, and few enough for a bad line. */
const TOGETHER = 12

/** A page of the finished raffles, the last drawn first, from memory until one changes; null if there is none. */
export async function readFinished(ctx: Ctx, pagina: number): Promise<FinishedPage | null> {
  const pages = await listFinished(ctx)
  return pages[pagina - 1] ?? null
}

/** One of them; null if it is not drawn. */
export async function findFinished(ctx: Ctx, id: number): Promise<FinishedRaffle | null> {
  return (await listFinished(ctx)).flatMap(({ rifas }) => rifas).find((raffle) => raffle.id === id) ?? null
}

/** All of them, page by page: there is one at least. */
function listFinished(ctx: Ctx): Promise<FinishedPage[]> {
  return ctx.snapshots.get('rifas:sorteos', async () => {
    const rifas = await describeAll(ctx, await listPrevious(ctx))
    const paginas = Math.max(1, Math.ceil(rifas.length / TOGETHER))
    const value = Array.from({ length: paginas }, (_, at) => ({
      rifas: rifas.slice(at * TOGETHER, (at + 1) * TOGETHER),
      pagina: at + 1,
      paginas,
    }))
    return { value }
  })
}

async function describeAll(ctx: Ctx, previous: readonly PreviousRaffle[]): Promise<FinishedRaffle[]> {
  const sql = ctx.db.read
  const ids = previous.map(({ id }) => id)
  if (ids.length === 0) return []
  const [rules, winners, steps] = await Promise.all([
    sql
      .selectFrom('draw_rules')
      .select(['rifa_id', 'texto'])
      .where(isOneOf(sql, 'rifa_id', ids))
      .execute(),
    sql
      .selectFrom('draw_winners')
      .selectAll()
      .where(isOneOf(sql, 'rifa_id', ids))
      .where('vivo', '=', 1)
      .execute(),
    sql
      .selectFrom('draw_steps')
      .select(({ fn }) => ['rifa_id', fn.max('en').as('en')])
      .where(isOneOf(sql, 'rifa_id', ids))
      .groupBy('rifa_id')
      .execute(),
  ])
  const buyers = winners.map(({ compra_id }) => compra_id)
  const names = new Map((await listByIds(sql, buyers)).map(({ id, nombre }) => [id, shortName(nombre)]))
  const rule = new Map(rules.map((row) => [row.rifa_id, ruleOf(row)]))
  const drawn = new Map(steps.map(({ rifa_id, en }) => [rifa_id, dayInCaracas(Number(en) as Instant)]))
  return Promise.all(
    previous.map(async (raffle): Promise<FinishedRaffle> => {
      const prizes = rule.get(raffle.id)?.premios
      if (!prizes) return { ...raffle, premios: [await byHand(sql, raffle)], verificacion: null }
      const own = winners.filter(({ rifa_id }) => rifa_id === raffle.id)
      const [pictures, prizePictures] = await Promise.all([
        picturesOf(ctx, raffle.id, own),
        listNamedPictures(sql, raffle.id),
      ])
      const premios = prizes.map(({ titulo, imagen }, place) => {
        const winner = own.find(({ premio }) => premio === place)
        const shown = prizePictures.find(({ sha256 }) => sha256 === imagen)?.imagen ?? null
        return { ...describePrize(titulo, winner, names, pictures), imagen: shown }
      })
      return { ...raffle, fecha: drawn.get(raffle.id) ?? raffle.fecha, premios, verificacion: checkPage(raffle.id) }
    }),
  )
}

/** Its one prize, as an owner typed its number. */
async function byHand(sql: Sql, raffle: PreviousRaffle): Promise<FinishedPrize> {
  const { id, titulo, premio, numero_ganador, ganador } = raffle
  return {
    titulo: premio || titulo,
    imagen: null,
    numero: numero_ganador || null,
    vendido: ganador !== '' || (await findBuyer(sql, id, numero_ganador)) !== undefined,
    ganador,
    entrega: null,
    fotos: [],
  }
}

function describePrize(
  titulo: string,
  winner: WinnerRow | undefined,
  names: ReadonlyMap<number, string>,
  pictures: ReadonlyMap<number, RaffleImage>,
): Omit<FinishedPrize, 'imagen'> {
  const shown = winner?.mostrar_fotos === 1 ? (JSON.parse(winner.fotos) as number[]) : []
  return {
    titulo,
    numero: winner?.numero ?? null,
    vendido: winner !== undefined,
    // A winner of two prizes consents for each.
    ganador: (winner?.mostrar_nombre === 1 && names.get(winner.compra_id)) || '',
    entrega: winner?.entrega_dia ?? null,
    fotos: shown.flatMap((id) => pictures.get(id) ?? []),
  }
}

async function picturesOf(ctx: Ctx, id: number, winners: readonly WinnerRow[]): Promise<Map<number, RaffleImage>> {
  if (!winners.some(({ mostrar_fotos }) => mostrar_fotos === 1)) return new Map()
  return new Map([...(await listPictures(ctx.db.read, id))].map(([key, { imagen }]) => [key, imagen]))
}
