import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

/**
 * Ends the run with one plain line that any reader understands. With CI_REQUIRE_ALL=1 a skipped test fails the run: there
 * everything that the tests need has been installed.
 */
export class TestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      // A file that could not be loaded has no tests, and is a failure all the same.
      if (module.errors().length > 0) counts.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed') counts[state]++
        else counts.skipped++
      }
    }
    counts.failed += errors.length
    const refuses = process.env['CI_REQUIRE_ALL'] === '1' && counts.skipped > 0
    if (refuses) process.stdout.write('\nSkipped tests are not allowed here (CI_REQUIRE_ALL=1).\n')
    process.stdout.write(`\ntests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
    if (refuses || counts.failed > 0 || reason === 'failed') process.exitCode = 1
  }
}
