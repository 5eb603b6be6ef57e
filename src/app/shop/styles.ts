import base from '#platform/web/base.css?inline'
import tokens from '#platform/web/tokens.css?inline'
import ticket from '#raffles/shop/ticket.css?inline'
import frame from '#site/shop/frame.css?inline'
import picker from '#tickets/shop/picker.css?inline'
import type { PageData } from '../page-data.ts'
import home from './home-page.css?inline'
import pages from './pages.css?inline'
import raffle from './raffle-page.css?inline'

const common = tokens + base + frame

/** The styles that each kind of page needs for its first paint; dialogs bring theirs with their chunk. */
export const STYLES: Record<PageData['kind'], string> = {
  home: common + pages + ticket + home,
  previous: common + pages + ticket,
  raffle: common + picker + raffle,
  'own-purchase': common + pages + ticket,
  'not-found': common + pages,
  failure: common + pages,
}
