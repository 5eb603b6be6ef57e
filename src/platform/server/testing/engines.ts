import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql as rawSql } from 'kysely'
import { afterAll, beforeAll, describe, inject, onTestFailed, onTestFinished } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import type { Ctx } from '../context.ts'
import type { Db, Sql } from '../db/database.ts'
import type { SchemaStep } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqlite } from '../db/sqlite.ts'
import { openDiskFiles } from '../files.ts'
import { keysFrom, signingKey } from '../installation/keys.ts'
import { readSpace } from '../installation/space.ts'
import { createLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { createSnapshots } from '../snapshots.ts'
import { SURE } from '../time-guard.ts'
import { createVitals } from '../vitals.ts'
import { administer, nameOfDatabase } from './databases-of-runs.ts'
import { loopbackFetch } from './loopback-fetch.ts'
import { findBinaries, type PostgresServer, startPostgres } from './postgres.ts'
import { removeFolder } from './remove-folder.ts'
import { resolverAt } from './resolver-at.ts'
import { seededRandom } from './seeded-random.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { addressOf, copyPostgres, copySqlite, type Preparation } from './template.ts'

export type EngineName = 'sqlite' | 'postgres'

/** A context with everything real but the clock, the way out to other hosts and the log. */
export interface TestCtx extends Ctx {
  clock: SettableClock
  /** Lines that were logged, JSON text. */
  lines: string[]
}

export interface TestCtxOptions {
  /** Steps of every room that the test touches, in any order. */
  schema?: SchemaStep[]
  /** Content of the database beyond its schema. Made once for a run, at the usual noon, and copied: `name` belongs to this content only. */
  prepared?: { name: string; by(ctx: TestCtx): Promise<void> }
  /** Time of the clock: milliseconds since 1970 or ISO text. Noon of 20 November 2026 in Caracas otherwise. */
  now?: number | string
  config?: Partial<Config>
  /** Chance that can be repeated; a failing test prints the seed. The system's generator otherwise. */
  seed?: number
}

export interface Setup {
  engine: EngineName
  /** A context on an empty database of its own; closed and dropped after its test, and after the suite when `beforeAll` opens it. */
  context(options?: TestCtxOptions): Promise<TestCtx>
  /** A second process on the database and the folder of that context, as far as the product can see. */
  twin(ctx: TestCtx): Promise<TestCtx>
  /**
   * Somebody who writes the context's database behind the product's back: nothing sees the statements, nothing but constraints
   * hinders them, and they are undone once `job` has looked at the result.
   */
  behind<T>(ctx: TestCtx, job: (sql: Sql) => Promise<T>): Promise<T>
  /** The same somebody's own connections, for lasting changes. */
  stranger(ctx: TestCtx): Promise<Db>
}

const NOON = '2026-11-20T16:00:00Z'

type Times = Parameters<typeof openPostgres>[1]
/** Only announcements drop a test's memory: no test waits for time, and none passes by it. */
const UNTIL_TOLD: Times = { kept: Number.POSITIVE_INFINITY }
const AGES = 600_000
/** Of a server that nobody stops: a slow answer only means that the machine is busy. */
const PATIENT: Times = {
  ...UNTIL_TOLD,
  connect: AGES,
  wait: AGES,
  write: AGES,
  read: AGES,
  idle: AGES,
  patience: AGES,
  believed: AGES,
}

/** Runs the suite on SQLite and on PostgreSQL. */
export function onBothEngines(name: string, suite: (setup: Setup) => void): void {
  describe(`${name} · SQLite`, () => suite(createSetup('sqlite', sqliteHome)))
  const server = inject('postgresUrl')
  describe.skipIf(server === null)(`${name} · PostgreSQL`, () =>
    suite(createSetup('postgres', (...wanted) => postgresHome(server ?? '', PATIENT, ...wanted))),
  )
}

/** The suite on PostgreSQL alone, for effects of a server over a network. */
export function onPostgres(name: string, suite: (setup: Setup) => void): void {
  const server = inject('postgresUrl')
  describe.skipIf(server === null)(`${name} · PostgreSQL`, () =>
    suite(createSetup('postgres', (...wanted) => postgresHome(server ?? '', PATIENT, ...wanted))),
  )
}

/** The suite on a PostgreSQL of its own, which it may stop and start. Only where its programs are installed. */
export function onOwnPostgres(name: string, suite: (setup: Setup, server: () => PostgresServer) => void): void {
  const binaries = process.env['TEST_ENGINE'] === 'SQLite' ? null : findBinaries()
  describe.skipIf(binaries === null)(`${name} · its own PostgreSQL`, () => {
    let server: PostgresServer | undefined
    const running = () => {
      if (!server) throw new Error('the server runs from beforeAll on')
      return server
    }
    beforeAll(async () => {
      server = await startPostgres(binaries ?? '')
    })
    // Registered first, so that it ends after the databases on it are gone.
    afterAll(async () => server?.stop())
    suite(
      createSetup('postgres', (...wanted) => postgresHome(running().url, UNTIL_TOLD, ...wanted)),
      running,
    )
  })
}

/** The suite on SQLite alone, for behaviour that does not differ between the engines. */
export function onSqlite(name: string, suite: (setup: Setup) => void): void {
  describe(name, () => suite(createSetup('sqlite', sqliteHome)))
}

/** Where one database lives. */
interface Home {
  folder: string
  databaseUrl: string | null
  open(): Promise<Db>
  remove(): Promise<void>
}

type Wanted = [schema?: SchemaStep[], prepared?: Preparation]

function createSetup(engine: EngineName, createHome: (...wanted: Wanted) => Promise<Home>): Setup {
  const lasting: (() => Promise<void>)[] = []
  const homeOf = new WeakMap<TestCtx, Home>()
  const strangers = new WeakMap<TestCtx, Db>()
  afterAll(async () => {
    for (const job of lasting.reverse()) await job()
  })

  /** After the test, whose files and connections the next one may need; outside of a test, after the suite. The last first. */
  function atEnd(job: () => Promise<void>): void {
    try {
      onTestFinished(job)
    } catch {
      lasting.push(job)
    }
  }

  async function build(home: Home, options: TestCtxOptions, clock: SettableClock): Promise<TestCtx> {
    const ctx = await buildContext(home, options, clock)
    atEnd(() => ctx.db.close())
    homeOf.set(ctx, home)
    return ctx
  }

  async function stranger(ctx: TestCtx): Promise<Db> {
    const home = homeOf.get(ctx)
    if (!home) throw new Error('not a context of this suite')
    const known = strangers.get(ctx)
    if (known) return known
    const db = await home.open()
    strangers.set(ctx, db)
    // The context may outlive the test that opened this connection.
    atEnd(async () => {
      strangers.delete(ctx)
      await db.close()
    })
    return db
  }

  return {
    engine,
    async context(options = {}) {
      printSeedOnFailure(options.seed)
      const home = await createHome(options.schema, preparationOf(options))
      atEnd(home.remove)
      return build(home, options, settableClock(options.now ?? NOON))
    },
    async twin(ctx) {
      const home = homeOf.get(ctx)
      if (!home) throw new Error('not a context of this suite')
      return build(home, { config: ctx.config }, ctx.clock)
    },
    behind: async (ctx, job) => undone(await stranger(ctx), job),
    stranger,
  }
}

/** The home's database, and everything else that a server has. */
async function buildContext(
  home: Pick<Home, 'folder' | 'databaseUrl' | 'open'>,
  options: TestCtxOptions,
  clock: SettableClock,
): Promise<TestCtx> {
  const db = await home.open()
  const keys = keysFrom(Buffer.alloc(32, 7))
  db.signWith(signingKey(keys))
  const lines: string[] = []
  const config = readConfig({ DATA_DIR: home.folder, DATABASE_URL: home.databaseUrl ?? undefined, HOST: '127.0.0.1' })
  return {
    config: { ...config, ...options.config },
    db,
    files: await openDiskFiles(join(home.folder, 'archivos')),
    clock,
    time: SURE,
    keys,
    random: options.seed === undefined ? systemRandom : seededRandom(options.seed),
    // Without the hour and the request's random name: a test that looks for four digits would find them there one day.
    log: createLog('debug', { write: (line) => void lines.push(line.replace(/"(time|request)":"[^"]*",?/g, '')) }),
    snapshots: createSnapshots(db, clock),
    space: () => readSpace(home.folder),
    vitals: createVitals(systemRandom),
    fetch: loopbackFetch,
    // No host outside of this machine is used: a test names its own server.
    dns: resolverAt(),
    lines,
  }
}

/** Runs a job with references unchecked and throws away its changes. */
async function undone<T>(db: Db, job: (sql: Sql) => Promise<T>): Promise<T> {
  let seen: { value: T } | undefined
  const unchecked = {
    sqlite: 'pragma defer_foreign_keys = on',
    postgres: "set local session_replication_role = 'replica'",
  }
  const enough = new Error('undone')
  await db
    .write('a espaldas', async (sql) => {
      await rawSql.raw(unchecked[db.dialect.name]).execute(sql)
      seen = { value: await job(sql) }
      throw enough
    })
    .catch((error: unknown) => {
      if (error !== enough) throw error
    })
  if (!seen) throw new Error('the job did not run')
  return seen.value
}

function preparationOf({ prepared }: TestCtxOptions): Preparation | undefined {
  return (
    prepared && {
      name: prepared.name,
      async fill(folder, databaseUrl) {
        const open = async () => (databaseUrl === null ? openSqlite(folder) : openPostgres(databaseUrl))
        const ctx = await buildContext({ folder, databaseUrl, open }, {}, settableClock(NOON))
        await prepared.by(ctx)
        await ctx.db.close()
      },
    }
  )
}

function printSeedOnFailure(seed: number | undefined): void {
  if (seed === undefined) return
  try {
    onTestFailed(() => void process.stderr.write(`seed of the failing test: ${seed}\n`))
  } catch {
    // Built in a hook and not in a test: the seed is in the test's source.
  }
}

async function sqliteHome(...[schema, prepared]: Wanted): Promise<Home> {
  const folder = mkdtempSync(join(tmpdir(), 'tombola-test-'))
  if (schema) await copySqlite(schema, folder, prepared)
  return {
    folder,
    databaseUrl: null,
    open: async () => openSqlite(folder),
    remove: async () => removeFolder(folder),
  }
}

// A database and not a schema for each context: notifications and advisory locks reach a whole database.
async function postgresHome(server: string, times: Times, ...[schema, prepared]: Wanted): Promise<Home> {
  const folder = mkdtempSync(join(tmpdir(), 'tombola-test-'))
  const name = nameOfDatabase(randomBytes(10).toString('hex'))
  const address = addressOf(server, name)
  if (schema) await copyPostgres(schema, server, name, prepared)
  else await administer(server, (client) => client.query(`create database ${name}`))
  return {
    folder,
    databaseUrl: address,
    open: () => openPostgres(address, times),
    remove: async () => {
      removeFolder(folder)
      await administer(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}
