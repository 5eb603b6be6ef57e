import { defineConfig } from 'vitest/config'
import { LongestFirst } from './checks/longest-first.ts'
import { TestSummary } from './checks/test-summary.ts'

export default defineConfig({
  test: {
    reporters: ['default', new TestSummary()],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['src/platform/server/testing/run-folder.ts', 'src/platform/server/testing/postgres.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'checks/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: ['e2e/support/chromium.ts'],
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          // A journey mostly waits: three share two cores.
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
