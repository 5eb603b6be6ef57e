import { readFileSync } from 'node:fs'
import { firefox } from '../e2e/browsers/firefox.ts'
import { webkit } from '../e2e/browsers/webkit.ts'
import { chromium } from '../e2e/support/chromium.ts'

/** A test that was not run: its whole name, and the text of its file. */
export interface Skipped {
  name: string
  source: string
}

interface Reason {
  /** How to make them run, such as the package to install. */
  what: string
  of(test: Skipped): boolean
}

const says = (text: RegExp) => (test: Skipped) => text.test(test.source)

const POSTGRES =
  process.env['TEST_ENGINE'] === 'SQLite'
    ? 'PostgreSQL (TEST_ENGINE=SQLite)'
    : 'PostgreSQL (postgresql, or TEST_POSTGRES_URL)'

/** Why a test may be skipped, the first that fits: there is no other reason. */
const REASONS: Reason[] = [
  { what: 'Firefox (firefox-esr)', of: ({ name }) => firefox === null && name.includes('in Firefox, ') },
  { what: 'WebKit (webkit2gtk-driver and xvfb)', of: ({ name }) => webkit === null && name.includes('in WebKit, ') },
  { what: 'Chromium (chromium, or CHROMIUM)', of: ({ source }) => chromium === null && /!?chromium\b/.test(source) },
  {
    what: POSTGRES,
    of: ({ name }) => /PostgreSQL|PgBouncer|replica/.test(name),
  },
  { what: 'nginx (nginx-light)', of: ({ name }) => name.includes('behind nginx') },
  { what: 'Caddy (caddy)', of: ({ name }) => name.includes('behind Caddy') },
  {
    what: POSTGRES,
    of: says(/skipIf\((server|postgresUrl|postgresMissing|inject\('postgresUrl'\)) [=!]==? (null|'')/),
  },
  { what: 'Python (python3)', of: ({ name }) => name.includes('python3: ') },
  { what: 'Dovecot, as root (dovecot-imapd)', of: says(/skipIf\(!HAS_DOVECOT/) },
  { what: 'age (age)', of: says(/skipIf\(!hasAge/) },
  { what: 'systemd-analyze (systemd)', of: says(/skipIf\(spawnSync\('systemd-analyze'/) },
  { what: 'a C compiler (gcc and libc6-dev)', of: says(/badStorageMissing/) },
  { what: 'root, who may mount', of: says(/getuid\?\.\(\) !== 0|canMakeMachines|mounts\.ext4|only root mounts/) },
  { what: 'Linux', of: says(/skipIf\(!existsSync\('\/proc/) },
]

/**
 * Programs that this machine lacks, with the number of tests that each costs, the most first; then tests skipped for no such reason.
 */
export function countMissing(skipped: readonly Skipped[]): { lines: string[]; unexplained: string[] } {
  const counts = new Map<string, number>()
  const unexplained: string[] = []
  for (const test of skipped) {
    const reason = REASONS.find(({ of }) => of(test))
    if (reason) counts.set(reason.what, (counts.get(reason.what) ?? 0) + 1)
    else unexplained.push(test.name)
  }
  const most = [...counts].sort(([, one], [, other]) => other - one)
  return { lines: most.map(([what, count]) => `MISSING ${what}: ${count} tests were not run`), unexplained }
}

export const readSource = (file: string): string => readFileSync(file, 'utf8')
