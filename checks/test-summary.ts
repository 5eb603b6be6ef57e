import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { countMissing, readSource, type Skipped } from './missing-programs.ts'

type Failure = ReturnType<TestModule['errors']>[number]

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
      // A file that could not be loaded, or what a suite does before and after its tests, is no test, and is a failure all the same.
      for (const part of [module, ...module.children.allSuites()].filter((each) => each.errors().length > 0)) {
        counts.failed++
        lines.push(...tellFailure(file, 'fullName' in part ? part.fullName : null, part.errors()))
      }
      const source = readSource(module.moduleId)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'failed') lines.push(...tellFailure(file, test.fullName, test.result().errors, test.meta()))
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
    // A run of some tests by name skips the others.
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

/** File, whole sentence, line, what was expected and what came, and the picture of a journey's page. */
function tellFailure(file: string, name: string | null, errors: readonly Failure[] = [], meta: object = {}): string[] {
  const lines = [`FAILED ${[file, name].filter((part) => part !== null).join(' > ')}`]
  for (const error of errors) {
    const { line } = error.stacks?.find((frame) => frame.file.endsWith(file)) ?? {}
    lines.push(`  ${line ? `line ${line}: ` : ''}${short(error.message)}`)
    const [expected, received] = [error['expected'], error['actual']].map(oneLine)
    const at = placeOf(expected ?? '', received ?? '')
    if (expected !== undefined) lines.push(`  expected: ${short(expected, at)}`)
    if (received !== undefined) lines.push(`  received: ${short(received, at)}`)
  }
  const { screenshots = [] } = meta as { screenshots?: string[] }
  for (const path of screenshots) lines.push(`  screenshot: ${path}`)
  return lines
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error))

/** Undefined for what a matcher does not say; Vitest gives the value itself as text. */
function oneLine(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text && stripVTControlCharacters(text).replace(/\s+/g, ' ')
}

/** Where a long text is read: where the expected text or pattern is found in it, or else where the two begin to differ. */
function placeOf(expected: string, received: string): number {
  const [, source = '', flags] = /^\/(.+)\/([a-z]*)$/.exec(expected) ?? []
  const found = Math.max(received.indexOf(expected), searchFor(source || '(?!)', flags, received))
  if (found >= 0) return found
  let same = 0
  while (same < received.length && expected[same] === received[same]) same++
  return same
}

/** A path looks like a pattern too, and need not be one. */
function searchFor(source: string, flags: string | undefined, text: string): number {
  try {
    return text.search(new RegExp(source, flags))
  } catch {
    return -1
  }
}

function short(value: string, at = 0): string {
  const text = oneLine(value) ?? ''
  const from = text.length > SHORT ? Math.max(0, at - SHORT / 2) : 0
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + SHORT)}${text.length > from + SHORT ? ' …' : ''}`
}
