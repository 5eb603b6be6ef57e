import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const ENGINE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

/** The rules to look for, by their tags or by their names. */
export interface Rules {
  type: 'tag' | 'rule'
  values: string[]
}

interface EngineWindow {
  axe: {
    utils: { getFrameContexts(context: Document): unknown[] }
    run(
      context: Document,
      options: { runOnly: Rules; resultTypes: ['violations'] },
    ): Promise<{ violations: Violation[] }>
  }
}

interface Violation {
  id: string
  nodes: { target: unknown[] }[]
}

/**
 * What axe calls a violation on what the page shows now, as `rule: places`.
 * A page without frames is asked by itself: the builder, which can also look into them, sends the engine twice for every question, opens
 * a tab to put the answers together, and takes six times as long.
 */
export async function findByAxe(page: Page, rules: Rules): Promise<string[]> {
  // Not as a script of the page: its security policy takes none but its own.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${ENGINE};0`)
  const violations =
    (await page.evaluate(async (runOnly) => {
      const { axe } = window as unknown as EngineWindow
      if (axe.utils.getFrameContexts(document).length > 0) return null
      const found = await axe.run(document, { runOnly, resultTypes: ['violations'] })
      return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }))
    }, rules)) ?? (await new AxeBuilder({ page }).options({ runOnly: rules }).analyze()).violations
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
