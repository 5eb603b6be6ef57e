import type { BrowserContext, Page } from 'playwright-core'

/**
 * Every page of this browser is translated as Chrome does it: each text gives way to another one inside of two elements, now and whenever
 * one changes. It is another one by a sign that nobody sees, which Playwright does not compare.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const KEPT = 'script,style,textarea,title,option,svg,font'
    function translate(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let at: Node | null = root instanceof Text ? root : walker.nextNode(); at; at = walker.nextNode())
        if (at.textContent?.trim() && !at.parentElement?.closest(KEPT)) texts.push(at as Text)
      for (const text of texts) {
        const outer = document.createElement('font')
        outer.append(document.createElement('font'))
        outer.firstElementChild?.append(`${text.data}\u200b`)
        text.replaceWith(outer)
      }
    }
    addEventListener('load', () => {
      translate(document.body)
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          if (target instanceof Text) translate(target)
          for (const added of addedNodes) if (added.isConnected) translate(added)
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
}

/** Texts that React holds by themselves: a translation takes them out of its hands (platform/web/jsx-runtime.ts). */
export function looseTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      if (text.textContent?.trim() && Object.keys(text).some((key) => key.startsWith('__reactFiber')))
        if (!text.parentElement?.closest('svg,option'))
          found.push(`${text.parentElement?.className}: ${text.textContent}`)
    return found
  })
}
