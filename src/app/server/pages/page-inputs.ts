import { readNamedPictures } from '#draw/server/images/named-pictures.ts'
import { findFinished, readFinished } from '#draw/server/list-finished.ts'
import { readPapers } from '#draw/server/papers/papers.ts'
import { readDocument } from '#draw/server/read-document.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { listOffered } from '#payment-methods/server/list-methods.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readRaffle } from '#raffles/server/read-raffle.ts'
import type { CurrentRate } from '#rates/contract.ts'
import { RATE_NAMES } from '#rates/rate-text.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { readAvailability } from '#tickets/server/read-availability.ts'
import type { OnSale, PageData, PageRate } from '../../page-data.ts'

/**
 * What a page shows. Every part is a value that is kept in memory, the same object until it changes: a rendered page is
 * good as long as its parts are the same ones.
 */
export interface PageInputs {
  site: SiteSettings
  /** The kept values that the page depends on, in a fixed order. */
  parts: readonly unknown[]
  data: () => PageData
}

function raffleOf(site: SiteSettings, page: SalesPage): number {
  return page === 'A' ? site.rifa_a : site.rifa_b
}

export async function homeInputs(ctx: Ctx): Promise<PageInputs> {
  const site = await readSite(ctx)
  const pages: SalesPage[] = site.rifa_a === site.rifa_b ? ['A'] : ['A', 'B']
  const [finished, ...raffles] = await Promise.all([
    readFinished(ctx, 1),
    ...pages.map((page) => {
      const id = raffleOf(site, page)
      return Promise.all([readRaffle(ctx, id), readAvailability(ctx, id), readDocument(ctx, id)])
    }),
  ])
  return {
    site,
    parts: [site, finished, ...raffles.flat()],
    data: () => {
      const onSale: OnSale[] = []
      for (const [index, [raffle, availability, draw]] of raffles.entries()) {
        const page = pages[index]
        if (page && raffle && raffle.estado !== 'sorteada') onSale.push({ page, raffle, availability, draw })
      }
      return { kind: 'home', onSale, finished: finished?.rifas ?? [] }
    },
  }
}

/** @param loads the browser asks another host for the raffle: nothing of ours is rendered. */
export async function raffleInputs(ctx: Ctx, page: SalesPage, loads: boolean): Promise<PageInputs> {
  const site = await readSite(ctx)
  const id = raffleOf(site, page)
  if (loads) {
    return {
      site,
      parts: [site],
      data: () => ({
        kind: 'raffle',
        page,
        id,
        raffle: null,
        loads,
        availability: null,
        rate: null,
        payable: true,
        result: null,
        draw: null,
        pictures: null,
        papers: null,
      }),
    }
  }
  const [raffle, availability, rate, methods, draw, pictures, papers] = await Promise.all([
    readRaffle(ctx, id),
    readAvailability(ctx, id),
    currentRate(ctx),
    listOffered(ctx),
    readDocument(ctx, id),
    readNamedPictures(ctx, id),
    readPapers(ctx, id),
  ])
  const drawn = raffle?.estado === 'sorteada' ? await findFinished(ctx, id) : null
  return {
    site,
    parts: [site, raffle, availability, rate, methods, draw, pictures, papers, drawn],
    data: () => ({
      kind: 'raffle',
      page,
      id,
      raffle,
      loads,
      availability,
      rate: rate && describeRate(rate),
      payable: methods.some(({ paginas }) => paginas.includes(page)),
      result: drawn?.premios ?? null,
      draw,
      pictures,
      papers,
    }),
  }
}

/** @returns null for a page that there is not. */
export async function previousInputs(ctx: Ctx, pagina: number): Promise<PageInputs | null> {
  const [site, page] = await Promise.all([readSite(ctx), readFinished(ctx, pagina)])
  if (!page) return null
  const [first, second] = await Promise.all([readRaffle(ctx, site.rifa_a), readRaffle(ctx, site.rifa_b)])
  const current = first ? 'A' : second ? 'B' : null
  return { site, parts: [site, page, first, second], data: () => ({ kind: 'previous', page, current }) }
}

/** @param loads the browser asks another host for the draw. @returns null where nothing is to be checked. */
export async function checkInputs(ctx: Ctx, id: number, loads: boolean): Promise<PageInputs | null> {
  const [site, raffle, draw] = await Promise.all([readSite(ctx), readRaffle(ctx, id), readDocument(ctx, id)])
  if (!loads && (!raffle || !draw)) return null
  return {
    site,
    parts: [site, raffle],
    data: () => ({ kind: 'check', raffle: loads ? null : raffle, loads }),
  }
}

export async function plainInputs(ctx: Ctx, kind: 'own-purchase' | 'not-found' | 'failure'): Promise<PageInputs> {
  const site = await readSite(ctx)
  return { site, parts: [site], data: () => ({ kind }) }
}

export function describeRate(rate: CurrentRate): PageRate {
  return { tasa: rate.tasa, fecha_valor: rate.fecha_valor, vigente: rate.vigente, nombre: RATE_NAMES[rate.referencia] }
}
