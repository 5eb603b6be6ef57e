import type { Page } from 'playwright-core'
import { cutOff } from './layout.ts'

/** The sizes of text that a phone is set to, in per cent of the usual one: a common one, and the largest of most browsers. */
const SIZES = [130, 200]
const USUAL = { standard: 16, fixed: 13 }

/**
 * Faults of the screen at the browser's larger sizes of text (not its zoom: the screen stays as wide). It is as
 * before afterwards.
 * @returns `200 %: …`
 */
export async function wrongInLargeText(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const found: string[] = []
  const wear = async (percent: number) => {
    const larger = (size: number) => Math.round((size * percent) / 100)
    const fontSizes = { standard: larger(USUAL.standard), fixed: larger(USUAL.fixed) }
    await session.send('Page.setFontSizes', { fontSizes })
    await page.waitForFunction(
      (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
      fontSizes.standard,
    )
  }
  for (const percent of SIZES) {
    await wear(percent)
    found.push(...[...(await cutOff(page)), ...(await misread(page))].map((what) => `${percent} %: ${what}`))
  }
  await wear(100)
  await session.detach()
  return found
}

/** Words that are broken inside, texts over each other, and a screen that what is fixed on it covers. */
function misread(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const top = [...document.querySelectorAll('dialog[open]')].pop() ?? document.body
    /** Elements that scroll sideways or are shortened by design. */
    const SIDEWAYS = '.segments,.filters,.quick-scroll,.chosen b,.chip,select'
    const isForTheEar = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isForTheEar(element.parentElement))
    /** Layers that move together: texts of one must not meet. */
    const layerOf = (element: Element): Element => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { position, overflowY } = getComputedStyle(at)
        if (position === 'fixed' || position === 'sticky' || overflowY === 'auto' || overflowY === 'scroll') return at
      }
      return document.body
    }
    const texts: { name: string; layer: Element; boxes: DOMRect[] }[] = []
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent ?? ''
      if (!element || text.trim() === '' || element.closest('.sr,option,svg,[aria-hidden="true"]')) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (isForTheEar(element)) continue
      const range = document.createRange()
      const code = /[@\d_/]/.test(element.textContent ?? '')
      for (const { 0: part, index } of text.matchAll(/\p{L}{2,}|(Bs\.\s|\$)?\d[\d.]*,\d\d/gu)) {
        // Addresses and codes have no words.
        if (code && /[@.\d_/-]/.test((text[index - 1] ?? '') + (text[index + part.length] ?? ''))) continue
        range.setStart(node, index)
        range.setEnd(node, index + part.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (new Set(boxes.map(({ top: at }) => Math.round(at))).size > 1)
          found.push(`broken inside: ${part} (${element.className})`)
      }
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()]
      const name = text.trim().slice(0, 30)
      texts.push({ name, layer: layerOf(element), boxes })
      const holder = element.closest('button,.button,.btn')?.getBoundingClientRect() ?? { left: 0, right: innerWidth }
      const outside = boxes.some(({ left, right }) => left < holder.left - 1 || right > holder.right + 1)
      if (outside && !element.closest(SIDEWAYS)) found.push(`sticks out: ${name}`)
    }
    for (const [at, one] of texts.entries())
      for (const other of texts.slice(at + 1)) {
        if (one.layer !== other.layer) continue
        const meet = one.boxes.some((a) =>
          other.boxes.some((b) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            // Lines stand closer than their letters are tall.
            return across > 2 && down > 0.4 * Math.min(a.height, b.height)
          }),
        )
        if (meet) found.push(`over each other: ${one.name} / ${other.name}`)
      }
    // A third of the screen at least scrolls, or everything is seen.
    for (const part of top.querySelectorAll<HTMLElement>('*')) {
      const { overflowY } = getComputedStyle(part)
      const scrolls = (overflowY === 'auto' || overflowY === 'scroll') && part.scrollHeight > part.clientHeight + 1
      if (scrolls && part.clientHeight < innerHeight / 3 && !part.matches('.bulk-list,.proof-pane,textarea'))
        found.push(`only ${part.clientHeight} px are seen of ${part.className}`)
    }
    let covered = 0
    for (let y = 2; y < innerHeight; y += 4) {
      const fixed = (element: Element | null): boolean =>
        element !== null &&
        element !== top &&
        (/fixed|sticky/.test(getComputedStyle(element).position) || fixed(element.parentElement))
      if (fixed(document.elementFromPoint(innerWidth / 2, y))) covered += 4
    }
    if (covered > innerHeight / 2) found.push(`${covered} px are covered`)
    return found
  })
}
