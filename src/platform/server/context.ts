import type { Resolver } from 'node:dns/promises'
import type { Clock } from '../clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Files } from './files.ts'
import type { Keys } from './installation/keys.ts'
import type { Space } from './installation/space.ts'
import type { Log } from './log.ts'
import type { Randomness } from './random.ts'
import type { Snapshots } from './snapshots.ts'
import type { TimeGuard } from './time-guard.ts'
import type { Vitals } from './vitals.ts'

/** All that an operation may use of the world, built once at the start and overridable in tests. */
export interface Ctx {
  config: Config
  db: Db
  files: Files
  clock: Clock
  /** Whether the clock can be trusted: checked before irreversible steps. */
  time: TimeGuard
  random: Randomness
  keys: Keys
  log: Log
  /** Free space of the disk that holds the data folder. */
  space(): Promise<Space>
  snapshots: Snapshots
  /** Observations of this process about itself. */
  vitals: Vitals
  /** The only way out to other hosts. */
  fetch: typeof globalThis.fetch
  /** Looks up names that somebody typed in the domain name system. */
  dns: Resolver
}
