/**
 * A red test means a broken product: what makes one depend on the speed of the machine, on its other programs or on the hour is named
 * with its line. Part of `npm run check`; it prints nothing when there is none.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Tests, and what only they load. */
const FILES = ['{src,e2e,checks,bench}/**/*.test.{ts,tsx}', 'src/**/testing/**/*.ts', 'e2e/{support,kill}/**/*.ts']
/** Milliseconds that a busy machine may need for something immediate: as long as vitest.config.ts waits. */
const PATIENCE = 15_000

interface Rule {
  /** The first group is a number of milliseconds, where there is one: less than PATIENCE breaks the rule. */
  pattern: RegExp
  why: string
  /** Where it is right. */
  except?: readonly string[]
}

const RULES: Rule[] = [
  {
    pattern: /\.close\(\w*\)\)?;?\n[^}\n]*\n?[^}\n]*return [^\n]*\.port\b/g,
    why: 'a port that was free a moment ago may be another’s: take ownPort, or keep what listens',
  },
  {
    pattern: /new Resolver\(/g,
    why: 'a name server of this machine may be slow: take resolverAt, or resolver() of fake-dns.ts',
    except: ['src/platform/server/testing/resolver-at.ts'],
  },
  {
    pattern: /\.(?:waitFor|poll)\((?:[^()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*?timeout: (\d[\d_]*)(?=\s*[,}])/g,
    why: `a machine with other things to do is slower: leave the timeout out, or wait ${PATIENCE} ms or more`,
    // It presses again when nobody has heard it.
    except: ['e2e/support/browser.ts'],
  },
  {
    pattern: /\bvi\.waitFor\(/g,
    why: 'it gives up after a second: take expect.poll',
    // A hook has no poll.
    except: ['src/money/server/bank/testing/dovecot.ts'],
  },
  {
    pattern: /expect\((?:performance|Date)\.now\(\) - \w+\)\s*\.toBeLess/g,
    why: 'how long something takes is said of the machine and not of the product',
  },
  {
    pattern: /^ *\}, \d[\d_]*0_000\)$|^ *timeout: \d[\d_]*0_000,$|, \{ timeout: \d[\d_]*0_000 \}, async/gm,
    why: 'what never comes is noticed by the limits of vitest.config.ts: one of its own says something of the machine',
  },
  {
    pattern: /\.not\.toContain\(['"`]\d{1,6}['"`]\)/g,
    why: 'a hash, a code or an hour has any few digits one day: look for them as a word, or for a longer mark',
  },
  {
    pattern: /(?:test|it|describe)(?:\.\w+)*\([^\n]*retry:|\.retry\(/g,
    why: 'a test that is tried again hides what it found',
  },
]

/** `file:line: why` of each place in a file's text that breaks a rule. */
export function findRuleBreaks(file: string, text: string): string[] {
  return RULES.filter(({ except = [] }) => !except.includes(file)).flatMap(({ pattern, why }) =>
    [...text.matchAll(pattern)]
      .filter(([, milliseconds]) => milliseconds === undefined || Number(milliseconds.replaceAll('_', '')) < PATIENCE)
      .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}: ${why}`),
  )
}

if (import.meta.main) {
  const own = 'checks/test-rules.test.ts'
  const files = globSync(FILES, { cwd: ROOT }).filter((file) => file !== own)
  const found = files.flatMap((file) => findRuleBreaks(file, readFileSync(join(ROOT, file), 'utf8')))
  for (const line of found.sort()) console.log(line)
  process.exitCode = found.length > 0 ? 1 : 0
}
