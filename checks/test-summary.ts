import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { countMissing, readSource, type Skipped } from './missing-programs.ts'

/** Of what was expected and what came, in characters: a line is to be read alone. */
const SHORT = 200

/**
 * Ends the run with plain lines that any reader understands: each failure by itself, what the machine lacks, the count. With
 * CI_REQUIRE_ALL=1 a skipped test fails the run: there everything that the tests need has been installed. One that is skipped for
 * nothing that a machine can lack always does.
 */
export class TestSummary implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const skipped: Skipped[] = []
    const lines: string[] = []
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      // A file that could not be loaded has no tests, and is a failure all the same.
      if (module.errors().length > 0) counts.failed++
      for (const error of module.errors()) lines.push(`FAILED ${file}\n  ${short(error.message)}`)
      const source = readSource(module.moduleId)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'failed') lines.push(...tellFailure(file, test))
        if (state === 'passed' || state === 'failed') counts[state]++
        else {
          counts.skipped++
          skipped.push({ name: `${file} > ${test.fullName}`, source })
        }
      }
    }
    counts.failed += errors.length
    for (const error of errors) lines.push(`FAILED outside of a test\n  ${short(messageOf(error))}`)
    const missing = countMissing(skipped)
    // Who asks for some tests by name skips the others.
    const unexplained = this.#vitest?.config.testNamePattern ? [] : missing.unexplained
    for (const name of unexplained) lines.push(`SKIPPED for no reason that a machine has: ${name}`)
    if (this.#vitest?.config.testNamePattern === undefined) lines.push(...missing.lines)
    const refuses = process.env['CI_REQUIRE_ALL'] === '1' && counts.skipped > 0
    if (refuses) lines.push('Skipped tests are not allowed here (CI_REQUIRE_ALL=1).')
    lines.push(`tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
    process.stdout.write(`\n${lines.join('\n')}\n`)
    if (refuses || unexplained.length > 0 || counts.failed > 0 || reason === 'failed') process.exitCode = 1
  }
}

/** Where it stands, the whole sentence, what was expected and what came, and the picture of a journey's page. */
export function tellFailure(file: string, test: Pick<TestCase, 'fullName' | 'result' | 'meta'>): string[] {
  const lines = [`FAILED ${file} > ${test.fullName}`]
  for (const error of test.result().errors ?? []) {
    const { expected, actual } = error as { expected?: unknown; actual?: unknown }
    if (expected === undefined && actual === undefined) lines.push(`  ${short(error.message)}`)
    else lines.push(`  expected: ${short(expected)}`, `  received: ${short(actual)}`)
  }
  const { screenshots = [] } = test.meta() as { screenshots?: string[] }
  for (const path of screenshots) lines.push(`  screenshot: ${path}`)
  return lines
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error))

function short(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).replace(/\s+/g, ' ')
  return text.length > SHORT ? `${text.slice(0, SHORT)} …` : text
}
