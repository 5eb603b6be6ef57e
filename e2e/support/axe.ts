import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** In ASCII alone: a few other letters would make each of its 650,000 take two bytes on the way to the page, and twice the time. */
const ENGINE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[^\0-\x7f]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

/** The rules to look for, by their tags or by their names. */
export interface Rules {
  type: 'tag' | 'rule'
  values: string[]
}

interface EngineWindow {
  axe: {
    run(shown: { include: Node[]; exclude: Node[] }, options: object): Promise<{ violations: Violation[] }>
  }
}

interface Violation {
  id: string
  nodes: { target: unknown[] }[]
}

/**
 * Axe's violations on the current page, as `rule: places`. Under a modal dialog, those of the dialog: nobody reaches what is behind
 * it, which is asked about where no dialog is open. Not of its frames: one shows a page that is asked about as itself, the others mails, which
 * run no script. Of many rows with the same elements, classes and attributes, two.
 */
export async function findByAxe(page: Page, rules: Rules): Promise<string[]> {
  // Not as a script of the page: its security policy takes none but its own.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${ENGINE};0`)
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as EngineWindow
    const dialogs = document.querySelectorAll('dialog:modal')
    const include = dialogs.length > 0 ? [...dialogs] : [document]
    const many = [...document.querySelectorAll('body *')].filter(({ children }) => children.length > 5)
    const shapeOf = (row: Element) =>
      [row, ...row.querySelectorAll('*')]
        .map((one) => [one.tagName, one.getAttribute('class'), one.getAttributeNames(), one.textContent === ''].join())
        .join()
    const exclude = many.flatMap(({ children }) => {
      const seen: Record<string, number> = {}
      return [...children].filter((row) => {
        const shape = shapeOf(row)
        seen[shape] = (seen[shape] ?? 0) + 1
        return seen[shape] > 2
      })
    })
    const { violations } = await axe.run({ include, exclude }, { runOnly, resultTypes: ['violations'], iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, rules)
}
