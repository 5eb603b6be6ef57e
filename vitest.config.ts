import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './checks/longest-first.ts'
import { TestSummary } from './checks/test-summary.ts'

const ROOMS = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'checks/**/*.test.ts', 'bench/**/*.test.ts']
/**
 * Tests that need the machine for themselves: processes that are killed, disks that fail, whole installations, crowds, a million rows.
 * `npm run test:faults` runs them, one at a time.
 */
const FAULTS = ['{src,e2e}/**/*.faults.test.ts']
/** What stands in for a module must stand there before anybody has it: these start with nothing loaded. */
const MOCKING = globSync(ROOMS, { exclude: FAULTS }).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))

const rooms = { pool: 'forks', maxWorkers: 4 } as const

export default defineConfig({
  test: {
    reporters: ['default', new TestSummary()],
    sequence: { sequencer: LongestFirst },
    // A second says nothing of a machine with other things to do: what never comes is noticed all the same.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 600_000,
    hookTimeout: 300_000,
    globalSetup: ['src/platform/server/testing/run-folder.ts', 'src/platform/server/testing/postgres.ts'],
    setupFiles: ['src/platform/server/testing/seed-properties.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: ['e2e/support/chromium.ts', 'e2e/support/built.ts'],
          include: ['e2e/**/*.test.ts'],
          exclude: FAULTS,
          ...rooms,
          isolate: false,
        },
      },
      { extends: true, test: { ...rooms, name: 'rooms-mocking', include: MOCKING } },
      {
        extends: true,
        test: { ...rooms, name: 'rooms', include: ROOMS, exclude: [...MOCKING, ...FAULTS], isolate: false },
      },
      {
        extends: true,
        test: {
          ...rooms,
          name: 'faults',
          globalSetup: ['e2e/support/chromium.ts', 'e2e/support/built.ts'],
          include: FAULTS,
          fileParallelism: false,
        },
      },
    ],
  },
})
