import type { Page } from 'playwright-core'

/** Targets of a thumb have this many pixels at least, links inside of a sentence fewer. */
const THUMB = 44
const INLINE = 24

/** Pressable elements smaller than a thumb, as `name width×height`. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ([thumb, inline]) => {
      const top = [...document.querySelectorAll('dialog[open]')].pop() ?? document.body
      const found: string[] = []
      for (const control of top.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,summary')) {
        // People see and press the label of a radio or a file.
        const ticks = control.matches('[type=radio],[type=checkbox],[type=file]')
        // A link may reach over the row that it stands in.
        const { position, inset } = getComputedStyle(control, '::after')
        const row = position === 'absolute' && inset === '0px' ? control.offsetParent : null
        const target = (ticks ? control.closest<HTMLElement>('label') : row) ?? control
        const { width, height } = target.getBoundingClientRect()
        const style = getComputedStyle(target)
        if (width <= 1 || height <= 1 || style.visibility === 'hidden' || style.pointerEvents === 'none') continue
        const beside = [...(target.parentElement?.childNodes ?? [])]
        const said = (node: Node) => (node.nodeType === 3 || node.nodeName === 'T-X') && node.textContent?.trim() !== ''
        const inText = control.matches('a') && beside.some(said)
        const least = inText ? inline : thumb
        // Part of a joined field, whose border is around it.
        if (height + 2 >= least && (inText || width + 2 >= least)) continue
        const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
        found.push(`${name.trim() || control.className} ${Math.round(width)}×${Math.round(height)}`)
      }
      return found
    },
    [THUMB, INLINE] as const,
  )
}

/** Elements that scroll sideways or are cut off: the page, the topmost dialog, and texts in them. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const wide = (element: Element, name: string) => {
      const { scrollWidth, clientWidth } = element
      if (scrollWidth > clientWidth + 1) found.push(`${name} is ${scrollWidth} wide in ${clientWidth}`)
    }
    wide(document.documentElement, 'the page')
    const dialog = [...document.querySelectorAll('dialog[open]')].pop()
    for (const part of dialog ? [dialog, ...dialog.children] : []) wide(part, `the dialog’s ${part.className}`)
    for (const element of (dialog ?? document.body).querySelectorAll<HTMLElement>('*')) {
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || style.visibility === 'hidden' || element.closest('.sr')) continue
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
      if (!own) continue
      const text = element.textContent?.trim().slice(0, 40)
      const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto'
      if (hides && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${text}`)
      const scrolls = element.closest('.grid-stops,.picked,.grid-scroll,.segments,.filters,.chart-table') !== null
      if (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) found.push(`outside: ${text}`)
    }
    return found
  })
}

/** Sums of what is shown that go on in another line, each with what it stands in. */
export function broken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const whole = /[-−]?(?:(?:Bs\.|\$|€|COP)\s?)?\d{1,3}(?:\.\d{3})*,\d{2}(?:\s(?:USDT|%))?/g
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      if (!text.parentElement?.checkVisibility()) continue
      for (const { 0: sum, index } of text.data.matchAll(whole)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + sum.length)
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top)),
        )
        if (lines.size > 1) found.push(`${sum} of «${text.data.trim().slice(0, 60)}»`)
      }
    }
    return found
  })
}
