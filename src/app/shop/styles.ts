import base from '#platform/web/base.css?inline'
import paper from '#platform/web/paper-tokens.css?inline'
import sheet from '#platform/web/sheet-tokens.css?inline'
import tokens from '#platform/web/tokens.css?inline'
import ticket from '#raffles/shop/ticket.css?inline'
import frame from '#site/shop/frame.css?inline'
import bar from '#tickets/shop/bar.css?inline'
import picker from '#tickets/shop/picker.css?inline'
import type { PageData } from '../page-data.ts'
import home from './pages/home-page.css?inline'
import mode from './pages/mode.css?inline'
import pages from './pages/pages.css?inline'
import previous from './pages/previous-page.css?inline'
import raffle from './pages/raffle-page.css?inline'

const common = tokens + base + frame

/** Kinds of pages by what they look like. */
export type Styled = Exclude<PageData['kind'], 'raffle'> | 'raffle-A' | 'raffle-B'

/** The styles that each kind of page needs for its first paint; dialogs bring theirs with their chunk. */
export const STYLES: Record<Styled, string> = {
  home: common + paper + pages + ticket + home,
  previous: common + paper + pages + ticket + previous,
  'raffle-A': common + picker + mode + raffle,
  'raffle-B': common + picker + bar + raffle,
  'own-purchase': common + paper + sheet + pages + ticket,
  'not-found': common + pages,
  failure: common + pages,
}
