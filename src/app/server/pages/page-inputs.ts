import { readNamedPictures } from '#draw/server/images/named-pictures.ts'
import { findFinished, readFinished } from '#draw/server/list-finished.ts'
import { readPapers } from '#draw/server/papers/papers.ts'
import { readDocument } from '#draw/server/read-document.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { listOffered } from '#payment-methods/server/list-methods.ts'
import type { Ctx } from '#platform/server/context.ts'
import { rafflePath } from '#raffles/raffle-path.ts'
import { settingOf } from '#raffles/server/publish-raffle.ts'
import { listShown, readRaffle } from '#raffles/server/read-raffle.ts'
import { RATE_NAMES } from '#rates/rate-text.ts'
import type { CurrentRate } from '#rates/server/current-rate.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { readAvailability } from '#tickets/server/read-availability.ts'
import type { OnSale, PageData, PageRate, SalesData } from '../../page-data.ts'

/**
 * Content of a page. Every part is a value that is kept in memory, the same object until it changes: a rendered page is
 * good as long as its parts are the same ones.
 */
export interface PageInputs {
  site: SiteSettings
  /** The kept values that the page depends on, in a fixed order. */
  parts: readonly unknown[]
  data: () => PageData
}

/** By which rules a raffle is sold: those of the page that shows it, else of the first. */
function pageOf(site: SiteSettings, id: number): SalesPage {
  return id === site.rifa_b && id !== site.rifa_a ? 'B' : 'A'
}

/** Raffles of their own address that the home shows besides those of both pages. */
const MOST_SHOWN = 20

export async function homeInputs(ctx: Ctx): Promise<PageInputs> {
  const [site, shown] = await Promise.all([readSite(ctx), listShown(ctx)])
  const ids = [...new Set([site.rifa_a, site.rifa_b, ...shown.slice(0, MOST_SHOWN)])]
  const [finished, ...raffles] = await Promise.all([
    readFinished(ctx, 1),
    ...ids.map((id) => Promise.all([readRaffle(ctx, id), readAvailability(ctx, id), readDocument(ctx, id)])),
  ])
  return {
    site,
    parts: [site, shown, finished, ...raffles.flat()],
    data: () => {
      const onSale: OnSale[] = []
      for (const [raffle, availability, draw] of raffles) {
        if (!raffle || raffle.estado === 'sorteada') continue
        const { id } = raffle
        onSale.push({ page: pageOf(site, id), path: rafflePath(id, site), raffle, availability, draw })
      }
      return { kind: 'home', onSale, finished: finished?.rifas ?? [] }
    },
  }
}

/** `/rifa/7`, whichever raffles both pages show. @returns null if there is no such raffle. */
export async function ownInputs(ctx: Ctx, id: number): Promise<PageInputs | null> {
  const [site, raffle] = await Promise.all([readSite(ctx), readRaffle(ctx, id)])
  return raffle && salesInputs(ctx, pageOf(site, id), id)
}

/** @param loads the browser gets the raffle from another host: nothing of ours is rendered. */
export async function raffleInputs(ctx: Ctx, page: SalesPage, loads: boolean): Promise<PageInputs> {
  const site = await readSite(ctx)
  const id = site[settingOf(page)]
  if (!loads) return salesInputs(ctx, page, id)
  return { site, parts: [site], data: () => ({ kind: 'raffle', page, id, loads, payable: true, ...NOTHING }) }
}

const NOTHING = {
  ...{ raffle: null, availability: null, rate: null, result: null },
  ...{ draw: null, pictures: null, papers: null },
}

/** A sales page with the raffle of that id. */
export async function salesInputs(
  ctx: Ctx,
  page: SalesPage,
  id: number,
): Promise<Omit<PageInputs, 'data'> & { data: () => SalesData }> {
  const [site, raffle, availability, rate, methods, draw, pictures, papers] = await Promise.all([
    readSite(ctx),
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
      ...{ kind: 'raffle', page, id, raffle, loads: false, availability },
      rate: rate && describeRate(rate),
      payable: methods.some(({ paginas }) => paginas.includes(page)),
      result: drawn?.premios ?? null,
      ...{ draw, pictures, papers },
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

/** @param loads the browser gets the draw from another host. @returns null if there is nothing to check. */
export async function checkInputs(ctx: Ctx, id: number, loads: boolean): Promise<PageInputs | null> {
  const [site, raffle, draw] = await Promise.all([readSite(ctx), readRaffle(ctx, id), readDocument(ctx, id)])
  const byHand = (!loads && !draw && (await findFinished(ctx, id))?.premios[0]) || null
  if (!loads && (!raffle || !(draw || byHand))) return null
  return {
    site,
    parts: [site, raffle, byHand],
    data: () => ({ kind: 'check', raffle: loads ? null : raffle, loads, byHand }),
  }
}

export async function plainInputs(ctx: Ctx, kind: 'own-purchase' | 'not-found' | 'failure'): Promise<PageInputs> {
  const site = await readSite(ctx)
  return { site, parts: [site], data: () => ({ kind }) }
}

function describeRate(rate: CurrentRate): PageRate {
  return { tasa: rate.tasa, fecha_valor: rate.fecha_valor, vigente: rate.vigente, nombre: RATE_NAMES[rate.referencia] }
}
