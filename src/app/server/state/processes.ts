import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql as rawSql } from 'kysely'
import { after, DAY, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { makeFolder } from '#platform/server/installation/private-folder.ts'
import { describeFailure } from '#platform/server/log.ts'
import { VERSION } from '../build-stamp.ts'

/** A process writes that it lives so often, in milliseconds, and counts as gone when it has not for so long. */
export const BEAT_EVERY = 20_000
const GONE_AFTER = 90_000
/** Time that a process that ends waits for its last write, in milliseconds. */
const FAREWELL = 1_000
/** Rows and files of processes that ended without a word are kept this long, for monitoring. */
const FORGET_AFTER = DAY

/** Observations of a process, as it announces them to the others. */
interface Noticed {
  /** How far its clock is ahead of another host's. */
  fuera: { ahead: number; en: Instant } | null
}

/** Time of the database: its server's, which all processes share; on SQLite there is no other clock than ours. */
export async function databaseTime({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<Instant> {
  if (db.dialect.name === 'sqlite') return clock.now()
  const { rows } = await rawSql<{
    ahora: string
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ahora`.execute(db.read)
  return Number(rows[0]?.ahora) as Instant
}

/** Reports to the others that this process lives, with its observations, and forgets those that have long been silent. */
export async function beat(ctx: Ctx): Promise<void> {
  const { id, name, since } = ctx.vitals
  if (since === null) return
  const before = ctx.clock.now()
  const visto_en = await databaseTime(ctx)
  const row = {
    nombre: name,
    version: VERSION,
    desde: since,
    visto_en,
    // The question was half on its way when the database looked at its clock.
    adelanto: Math.round((before + ctx.clock.now()) / 2 - visto_en),
    datos: JSON.stringify({ fuera: ctx.vitals.outside } satisfies Noticed),
  }
  await ctx.db.write('procesos', async (tx) => {
    await tx
      .insertInto('processes')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await tx.deleteFrom('processes').where('visto_en', '<', after(visto_en, -FORGET_AFTER)).execute()
  })
}

/** Reports that this process serves no more. */
export async function endBeat(ctx: Ctx): Promise<void> {
  const said = ctx.db.write('procesos', (tx) => tx.deleteFrom('processes').where('id', '=', ctx.vitals.id).execute())
  // A silent process counts as gone soon anyway: do not wait for a database that is away.
  await Promise.race([said, new Promise((resolve) => setTimeout(resolve, FAREWELL).unref())])
}

/** Every living process, the current one with its latest observations; on the command line, those of the servers. */
export async function readProcesses(ctx: Ctx) {
  const now = await databaseTime(ctx)
  const rows = await ctx.db.read.selectFrom('processes').selectAll().orderBy('desde').orderBy('id').execute()
  const { id, name, since } = ctx.vitals
  const others = rows
    .filter((row) => row.id !== id && Math.abs(now - row.visto_en) < GONE_AFTER)
    .map(({ datos, visto_en: _, ...row }) => ({ ...row, este: false, ...(JSON.parse(datos) as Noticed) }))
  if (since === null) return others
  const adelanto = Math.round(ctx.clock.now() - now)
  const own = { id, nombre: name, version: VERSION, desde: since, adelanto, este: true, fuera: ctx.vitals.outside }
  return [own, ...others]
}

/** In the data folder: a file for each process that serves from it, by which the others see that they share it. */
export const PROCESSES_FOLDER = 'procesos'

/** A full disk keeps no server from starting: other checks report it. @returns a function that removes the file. */
export function leaveMark({ config, vitals, log }: Ctx): () => void {
  const folder = join(config.dataDir, PROCESSES_FOLDER)
  const own = join(folder, vitals.id)
  try {
    makeFolder(folder)
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > FORGET_AFTER)
        rmSync(file, { force: true })
    }
    writeFileSync(own, `${vitals.name}\n`, { mode: 0o600 })
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'no mark of this process in the data folder')
  }
  return () => rmSync(own, { force: true })
}
