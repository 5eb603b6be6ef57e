import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

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

interface Options {
  runOnly: Rules
  resultTypes: ['violations']
}

/** A document, dialogs of it, or what its parent knows of the one in a frame. */
type Context = Document | NodeListOf<Element> | Record<string, unknown>

interface EngineWindow {
  axe: {
    utils: {
      getFrameContexts(context: Context): { frameSelector: unknown[]; frameContext: Record<string, unknown> }[]
    }
    run(context: Context, options: Options): Promise<{ violations: Violation[] }>
    /** Result of one document. */
    runPartial(context: Context, options: Options): Promise<object>
    /** Joint result: the document, then its frames with theirs; null for an unreachable frame. */
    finishRun(parts: (object | null)[], options: Options): Promise<{ violations: Violation[] }>
  }
}

interface Violation {
  id: string
  nodes: { target: unknown[] }[]
}

/**
 * Axe's violations on the current page, as `rule: places`. Under a modal dialog, those of the dialog: nobody reaches what is behind
 * it, which is asked about where no dialog is open.
 * A page without frames is asked in one call. Its frames are asked by themselves, as axe's own builder for Playwright does; that one sends
 * the engine anew for every question and opens a tab to put the answers together.
 */
export async function findByAxe(page: Page, rules: Rules): Promise<string[]> {
  const options: Options = { runOnly: rules, resultTypes: ['violations'] }
  await bringEngine(page.mainFrame())
  const violations =
    (await page.evaluate(async (given) => {
      const { axe } = window as unknown as EngineWindow
      const dialogs = document.querySelectorAll('dialog:modal')
      const shown = dialogs.length > 0 ? dialogs : document
      if (axe.utils.getFrameContexts(shown).length > 0) return null
      return (await axe.run(shown, given)).violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target }) => ({ target })),
      }))
    }, options)) ?? (await findInFrames(page, options))
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Not as a script of the page: its security policy takes none but its own. */
async function bringEngine(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`${ENGINE};0`)
}

async function findInFrames(page: Page, options: Options): Promise<Violation[]> {
  const parts = await askWithFrames(page.mainFrame(), null, options)
  return page.evaluate(
    async ([answers, given]) => {
      const { axe } = window as unknown as EngineWindow
      return (await axe.finishRun(JSON.parse(answers), given)).violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target }) => ({ target })),
      }))
    },
    [`[${parts.join()}]`, options] as const,
  )
}

/** The answer of a document and, behind it, those of its frames, as JSON: they are long. @param context null for what the page shows. */
async function askWithFrames(
  frame: Frame,
  context: Record<string, unknown> | null,
  options: Options,
): Promise<string[]> {
  await bringEngine(frame)
  const { own, inside } = await frame.evaluate(
    async ([known, given]) => {
      const { axe } = window as unknown as EngineWindow
      const dialogs = document.querySelectorAll('dialog:modal')
      const shown = known ?? (dialogs.length > 0 ? dialogs : document)
      const inside = axe.utils.getFrameContexts(shown)
      return { inside, own: JSON.stringify(await axe.runPartial(shown, given)) }
    },
    [context, options] as const,
  )
  const parts = [own]
  for (const { frameSelector, frameContext } of inside) {
    const element = await frame.$(String(frameSelector))
    const child = await element?.contentFrame()
    parts.push(...(child ? await askWithFrames(child, frameContext, options) : ['null']))
  }
  return parts
}
