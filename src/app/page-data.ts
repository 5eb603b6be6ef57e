import type { FinishedPage, FinishedPrize, FinishedRaffle, ShownPapers } from '#draw/contract.ts'
import type { DrawDocument } from '#draw/document.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import type { RaffleAnswer, RaffleImage } from '#raffles/contract.ts'
import type { RateAnswer } from '#rates/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { AvailabilityAnswer } from '#tickets/contract.ts'

/** The page's data of a rate. */
export interface PageRate extends Pick<RateAnswer, 'tasa' | 'fecha_valor' | 'vigente'> {
  /** `Tasa BCV euro` */
  nombre: string
}

/** A raffle on sale, or waiting for its draw, as the home page shows it. */
export interface OnSale {
  /** Page whose rules apply to its sale. */
  page: SalesPage
  /** Page of its sale. */
  path: string
  raffle: RaffleAnswer
  availability: AvailabilityAnswer | null
  /** As of SalesData. */
  draw: DrawDocument | null
}

export interface HomeData {
  kind: 'home'
  onSale: OnSale[]
  finished: FinishedRaffle[]
}

export interface SalesData {
  kind: 'raffle'
  page: SalesPage
  /** Id of the raffle that the page shows. */
  id: number
  /** Null with `loads`: the browser gets it from the API's host. Null without: there is no such raffle. */
  raffle: RaffleAnswer | null
  loads: boolean
  availability: AvailabilityAnswer | null
  rate: PageRate | null
  /** Whether this page offers a method to pay by; true if unknown. */
  payable: boolean
  /** The prizes of a raffle that is drawn. Only the server needs them. */
  result: FinishedPrize[] | null
  /** Rule and state of its draw, if it has a rule. Only the server needs it. */
  draw: DrawDocument | null
  /** Pictures of its rule, by their hash. Only the server needs them. */
  pictures: ReadonlyMap<string, RaffleImage> | null
  /** Its permit, and where its draw is shown live. Only the server needs them. */
  papers: ShownPapers | null
}

export interface PreviousData {
  kind: 'previous'
  page: FinishedPage
  /** The sales page that shows a raffle, if there is one. */
  current: SalesPage | null
}

/** The page of one purchase: the browser reads the secret from the fragment and requests the rest. */
export interface OwnPurchaseData {
  kind: 'own-purchase'
}

/** Where anybody does the draw of a raffle again. With `loads` another host knows whether there is one. */
export interface CheckData {
  kind: 'check'
  raffle: Pick<RaffleAnswer, 'titulo' | 'imagen'> | null
  loads: boolean
  /** Typed result of a raffle without a rule: there is no draw to repeat. */
  byHand: FinishedPrize | null
}

export interface MessageData {
  kind: 'not-found' | 'failure'
}

export type PageData = HomeData | SalesData | PreviousData | OwnPurchaseData | CheckData | MessageData

/** Everything that a document is made of. */
export interface PageInput {
  data: PageData
  site: SiteSettings
  /** Whether mail leaves this shop. */
  mail: boolean
  path: string
  /** Scheme and host for absolute addresses, or empty when the host cannot be trusted. */
  origin: string
  /** Host of the API, or empty for the same origin. */
  apiHost: string
  /** Address of the hydrating script, and of the chunks that it needs immediately. */
  script: string
  /** Inline scripts: the theme before the first paint, and the answers before React. */
  themeScript: string
  earlyScript: string
}

export interface RenderedPage {
  html: string
  /** Exact content of each inline style and script, for the content security policy. */
  styles: string[]
  scripts: string[]
}

export type RenderPage = (input: PageInput) => RenderedPage

/** Data that the browser's script reads from the document. */
export interface ClientData {
  data: SalesData | OwnPurchaseData | CheckData | { kind: 'static' }
  site: SiteSettings
  mail: boolean
}
