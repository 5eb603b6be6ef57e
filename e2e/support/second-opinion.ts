import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/**
 * IBM's accessibility engine beside axe: it sees roles inside of roles and wrong `autocomplete` that axe does not.
 * Source of the rules: https://github.com/IBMa/equal-access
 */
const ENGINE = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8')

interface Finding {
  ruleId: string
  value: [level: string, result: string]
  path: { dom: string }
  message: string
  snippet: string
}

interface EngineWindow {
  ace?: {
    Checker: new () => {
      /** Names of rules by the name of their set. */
      rulesetRules: Record<string, string[]>
      /** What an answer of a rule is in a set, by its reason. */
      ruleReasonLevels: Record<string, Record<string, Record<string, string>>>
      engine: { getRule(name: string): { run: unknown } }
      check(node: Document, rules: string[]): Promise<{ results: Finding[] }>
    }
  }
}

/**
 * What the engine calls a failure of WCAG 2.2 A and AA on what the page shows now, as `rule: message at place`.
 * @param rules `every` asks those too that can only recommend or ask for a look: twice the work for the same answer.
 */
export async function findBySecondEngine(
  page: Page,
  rules: 'every' | 'that can fail' = 'that can fail',
): Promise<string[]> {
  // Not as a script of the page: its security policy takes none but its own.
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(`${ENGINE};window.ace=ace`)
  return page.evaluate(async (asked) => {
    const { ace } = window as unknown as EngineWindow
    if (!ace) throw new Error('the engine is not there')
    const checker = new ace.Checker()
    const { rulesetRules, ruleReasonLevels, engine } = checker
    /** Half of them have no answer that is kept below: by the engine's table, or because they never say `RuleFail`. */
    const canFail = (rule: string) =>
      Object.values(ruleReasonLevels[rule]?.['WCAG_2_2'] ?? {}).includes('VIOLATION') &&
      /RuleFail|value:/.test(String(engine.getRule(rule).run))
    // Contrast is axe's: this one does not know the colours of color-mix(), and looks for it as long as for all the rest.
    rulesetRules['WCAG_2_2'] = (rulesetRules['WCAG_2_2'] ?? []).filter(
      (rule) => rule !== 'text_contrast_sufficient' && (asked === 'every' || canFail(rule)),
    )
    const { results } = await checker.check(document, ['WCAG_2_2'])
    return (
      results
        .filter(({ value: [level, result] }) => level === 'VIOLATION' && result === 'FAIL')
        // A field for an e-mail may hold who signs in; the engine's table has not learnt it.
        // https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill
        .filter(
          ({ ruleId, snippet }) => ruleId !== 'input_autocomplete_valid' || !/type="email".*="username"/.test(snippet),
        )
        .map(({ ruleId, message, path }) => `${ruleId}: ${message} at ${path.dom}`)
    )
  }, rules)
}
