import drawSection from '#draw/shop/draw-section.css?inline'
import base from '#platform/web/base.css?inline'
import paper from '#platform/web/paper-tokens.css?inline'
import rail from '#platform/web/rail.css?inline'
import sheet from '#platform/web/sheet-tokens.css?inline'
import tokens from '#platform/web/tokens.css?inline'
import ticket from '#raffles/shop/ticket.css?inline'
import frame from '#site/shop/frame.css?inline'
import bar from '#tickets/shop/bar.css?inline'
import picker from '#tickets/shop/picker.css?inline'
import { brandMark } from '../brand-mark.ts'
import type { ClientData, PageData, PageInput, RenderedPage } from '../page-data.ts'
import home from './pages/home-page.css?inline'
import mode from './pages/mode.css?inline'
import pages from './pages/pages.css?inline'
import previous from './pages/previous-page.css?inline'
import raffle from './pages/raffle-page.css?inline'

const common = tokens + base + frame

/** Kinds of pages by their look. */
export type Styled = Exclude<PageData['kind'], 'raffle'> | 'raffle-A' | 'raffle-B'

/** The styles that each kind of page needs for its first paint; dialogs bring theirs with their chunk. */
export const STYLES: Record<Styled, string> = {
  home: common + paper + pages + ticket + home,
  previous: common + paper + pages + ticket + previous,
  'raffle-A': common + picker + mode + raffle,
  'raffle-B': common + picker + bar + raffle,
  check: common + paper + sheet + pages,
  'own-purchase': common + paper + sheet + pages + ticket,
  'not-found': common + pages,
  failure: common + pages,
}

/** Styles for pages with a draw only. */
export const DRAW_STYLES = rail + drawSection

/** A page as it is found by search engines, and when it needs React. */
export interface Described {
  title: string
  description: string
  /** When React is needed: immediately, after picture and text are there, or only for a dialog that someone may open. */
  hydrates: 'now' | 'later' | 'never'
  indexed: boolean
  /** Names and paths that the page lists, for search engines. */
  listed?: readonly (readonly [name: string, path: string])[]
}

interface DocumentParts extends Described {
  /** Markup of the head, the page, the foot. */
  header: string
  main: string
  footer: string
  /** For link previews: a path of this host. */
  preview: { address: string; width: number; height: number; alt: string } | null
  /** The picture above the fold. */
  hero: { srcset: string; sizes: string } | null
  css: string
  accent: string
  icons: string
  client: ClientData
}

/**
 * For browsers that lack something that a purchase needs (docs/decisions/013), in syntax that they all know: a raffle's page becomes the page without
 * scripts, with the way to buy by a message.
 */
const FOR_OLD =
  "(function(d){var r=d.documentElement;if(window.HTMLDialogElement&&window.CSSLayerBlockRule||!r.hasAttribute('data-later'))return;" +
  "r.className='';r.removeAttribute('data-later');d.addEventListener('DOMContentLoaded',function(){" +
  "var i,n,s=d.querySelectorAll('noscript');for(i=0;i<s.length;i++){n=d.createElement('div');n.innerHTML=s[i].textContent;s[i].parentNode.insertBefore(n,s[i])}" +
  "s=d.querySelectorAll('.menu-btn,.theme,[data-open],.buy,.paybar,.verify');for(i=0;i<s.length;i++)s[i].parentNode.removeChild(s[i])})})(document)"

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}

/** JSON inside a script element: `<` would be able to end it. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}

/** Data for search engines (schema.org), which nothing runs. */
function listData(origin: string, listed: NonNullable<Described['listed']>): object {
  const itemListElement = listed.map(([name, path], at) => {
    return { '@type': 'ListItem', position: at + 1, name, url: origin + path }
  })
  return { '@context': 'https://schema.org', '@type': 'ItemList', itemListElement }
}

/** Puts a document together. Everything inline is listed too, so that the security policy can name it by its hash. */
export function composeDocument(input: PageInput, parts: DocumentParts): RenderedPage {
  const { site, origin, path } = input
  const title = escapeHtml(parts.title)
  const description = escapeHtml(parts.description)
  const address = escapeHtml(origin + path)
  const styles = [parts.accent, parts.css]
  const scripts = [input.themeScript, FOR_OLD, input.earlyScript]
  const { preview, listed = [] } = parts
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    '<meta name="theme-color" content="#0e131d">',
    '<meta name="format-detection" content="telephone=no">',
    parts.indexed ? `<link rel="canonical" href="${address}">` : '<meta name="robots" content="noindex">',
    parts.hero &&
      `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${escapeHtml(parts.hero.srcset)}" imagesizes="${escapeHtml(parts.hero.sizes)}">`,
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(brandMark(site.color))}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<meta property="og:type" content="website">',
    '<meta property="og:locale" content="es_VE">',
    `<meta property="og:site_name" content="${escapeHtml(site.nombre)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${address}">`,
    preview && `<meta property="og:image" content="${escapeHtml(origin + preview.address)}">`,
    preview && `<meta property="og:image:width" content="${preview.width}">`,
    preview && `<meta property="og:image:height" content="${preview.height}">`,
    preview && `<meta property="og:image:alt" content="${escapeHtml(preview.alt)}">`,
    `<meta name="twitter:card" content="${preview ? 'summary_large_image' : 'summary'}">`,
    `<meta name="twitter:title" content="${title}">`,
    `<meta name="twitter:description" content="${description}">`,
    preview && `<meta name="twitter:image" content="${escapeHtml(origin + preview.address)}">`,
    ...styles.map((style) => `<style>${style}</style>`),
    `<script>${input.themeScript}</script>`,
    `<script>${FOR_OLD}</script>`,
    listed.length > 0 && `<script type="application/ld+json">${scriptJson(listData(origin, listed))}</script>`,
    parts.hydrates === 'now' && `<script type="module" src="${escapeHtml(input.script)}"></script>`,
  ]
  const html = [
    `<!doctype html><html lang="es-VE" data-theme="dark" data-api="${escapeHtml(input.apiHost)}" data-script="${escapeHtml(input.script)}"${parts.hydrates === 'later' ? ' data-later' : ''}><head>`,
    ...head.filter((line) => line !== false && line !== null),
    '</head><body>',
    parts.icons,
    parts.header,
    `<div id="pagina">${parts.main}</div>`,
    parts.footer,
    '<div id="avisos" class="notes" role="status" aria-live="polite"></div>',
    `<script type="application/json" id="datos">${scriptJson(parts.client)}</script>`,
    `<script>${input.earlyScript}</script>`,
    '</body></html>',
  ].join('')
  return { html, styles, scripts }
}
