import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createContext } from '#app/server/create-context.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createLog } from '#platform/server/log.ts'
import { nameOfDatabase } from '#platform/server/testing/databases-of-runs.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { OTHER_DAYS } from './far-from-midnight.ts'
import { serveHere } from './serve-here.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where one installation keeps its data: a folder, and on PostgreSQL a database. */
export interface Installation {
  env: Record<string, string>
  remove(): Promise<void>
}

/**
 * @param postgresUrl server on which to make a database; null for SQLite in the folder.
 * @param place a disk on which its folder is made, and with which it goes: one that has failed lets nobody remove anything.
 */
export async function createInstallation(postgresUrl: string | null, place?: string): Promise<Installation> {
  const folder = mkdtempSync(join(place ?? tmpdir(), 'tombola-e2e-'))
  const remove = async () => {
    if (place === undefined) removeFolder(folder)
  }
  if (postgresUrl === null) return { env: { DATA_DIR: folder }, remove }
  const name = nameOfDatabase(randomBytes(10).toString('hex'))
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  await administer(postgresUrl, `create database ${name}`)
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
    remove: async () => {
      await remove()
      await administer(postgresUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Runs one statement on a database server. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const witness = await serveHere((_, response) => void response.writeHead(404).end())

function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, DAYS_AHEAD } = process.env
  return {
    PATH,
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    ...(DAYS_AHEAD ? { DAYS_AHEAD, NODE_OPTIONS: OTHER_DAYS } : {}),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    // Every start would strip types and compile anew what no test changes.
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    // Somebody outside who says what time it is: the hour is believed for it.
    BEACON_RELAYS: witness.address,
    ...env,
  }
}

export interface Product {
  /** `http://localhost:12345` */
  address: string
  child: ChildProcess
  /** Everything that it has printed. */
  output(): string
  /** Stops it in good order; returns its exit code. */
  stop(): Promise<number | null>
  /** Ends it at once, as a power cut of the process would. */
  kill(): Promise<void>
}

/**
 * Starts the product as an operator does, on a free port.
 * @param script relative to the repository, with its arguments; `npm start` runs the default.
 * @param patience milliseconds that the start may take, with a build.
 */
export async function startProduct(
  env: Record<string, string>,
  script = 'src/app/run.js start',
  patience = 90_000,
): Promise<Product> {
  const child = spawn(process.execPath, script.split(' '), {
    cwd: ROOT,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    let why = 'the product ended'
    const timer = setTimeout(() => {
      why = `the product did not start in ${patience} ms`
      child.kill('SIGKILL')
    }, patience)
    child.stdout.on('data', () => {
      const found = /http:\/\/localhost:\d+/.exec(output)
      if (!found || !output.slice(found.index + found[0].length).startsWith('\n')) return
      clearTimeout(timer)
      resolve(found[0])
    })
    void ended.then(() => {
      clearTimeout(timer)
      reject(new Error(`${why}:\n${output}`))
    })
  })
  return {
    address,
    child,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** `npm run tombola -- …`, to be ended in the middle. */
export function beginTombola(env: Record<string, string>, args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['src/app/run.js', 'tombola', ...args], { cwd: ROOT, env: environment(env) })
}

/** `npm run tombola -- …` with `input` on its standard input. */
export function tombola(env: Record<string, string>, args: string[], input: unknown = ''): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = beginTombola(env, args)
    const result: CommandResult = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (result.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (result.stderr += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...result, code }))
    child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input))
  })
}

/** The same, when it must work: the JSON that it prints. */
export async function tombolaJson<T>(env: Record<string, string>, args: string[], input: unknown = ''): Promise<T> {
  const { code, stdout, stderr } = await tombola(env, [...args, '--json'], input)
  if (code !== 0) throw new Error(`tombola ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return JSON.parse(stdout) as T
}

/** Works on the installation beside its server, as `tombola` does, without a process that loads everything for one statement. */
export async function inside<T>(env: Record<string, string>, job: (ctx: Ctx) => Promise<T>): Promise<T> {
  const ctx = await createContext(readConfig(env), createLog('silent'))
  try {
    return await job(ctx)
  } finally {
    await ctx.db.close()
  }
}
