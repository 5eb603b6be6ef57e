import { after, DAY, type Instant } from '../../clock.ts'
import type { Ctx } from '../context.ts'
import type { Sql } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { LEASE } from '../schema.ts'

/** The lane of the rows that assign jobs to processes. */
const LANE = 'trabajos'
/** Rows of processes that ended without a word are kept this long, for monitoring. */
const FORGET_AFTER = DAY

/** A process's knowledge of its own jobs. */
export type Known = Pick<Tables['jobs'], 'nombre' | 'proceso' | 'proximo_en' | 'hecho_en' | 'falla_desde'>

/**
 * Renews the jobs of this process, stores their state, and takes free ones. Of two simultaneous processes one gets a job: the other waits for its
 * row, and finds it taken.
 * @returns the names of its jobs, which are its own for `LEASE` from the call.
 */
export async function holdJobs({ db, clock, vitals }: Ctx, jobs: readonly Known[]): Promise<Set<string>> {
  const now = clock.now()
  const held = { tiene: vitals.id, hasta: after(now, LEASE) }
  const rows = await db.write(LANE, async (tx) => {
    await tx.deleteFrom('jobs').where('proceso', '!=', '').where('hasta', '<', after(now, -FORGET_AFTER)).execute()
    return tx
      .insertInto('jobs')
      .values(jobs.map((job) => ({ ...job, ...held })))
      .onConflict((conflict) =>
        conflict
          .columns(['nombre', 'proceso'])
          .doUpdateSet((row) => ({
            tiene: row.ref('excluded.tiene'),
            hasta: row.ref('excluded.hasta'),
            proximo_en: row.ref('excluded.proximo_en'),
            // A process that has just taken it knows of no round before its own.
            hecho_en: row.fn.coalesce('excluded.hecho_en', 'jobs.hecho_en'),
            falla_desde: row.ref('excluded.falla_desde'),
          }))
          .where((row) => row.or([row('jobs.tiene', '=', vitals.id), row('jobs.hasta', '<=', now)])),
      )
      .returning('nombre')
      .execute()
  })
  return new Set(rows.map(({ nombre }) => nombre))
}

/** When the first lease of those jobs is over that another process has; null when there is none. */
export async function firstOver({ db, vitals }: Ctx, names: readonly string[]): Promise<Instant | null> {
  const others = db.read.selectFrom('jobs').where('nombre', 'in', names).where('tiene', '!=', vitals.id)
  const row = await others.select(({ fn }) => fn.min('hasta').as('hasta')).executeTakeFirst()
  return row?.hasta ?? null
}

/** Leaves the jobs of this process to others. */
export async function leaveJobs({ db, vitals }: Ctx): Promise<void> {
  await db.write(LANE, async (tx) => {
    await tx.deleteFrom('jobs').where('proceso', '=', vitals.id).execute()
    const over = 0 as Instant
    await tx.updateTable('jobs').set({ hasta: over }).where('tiene', '=', vitals.id).execute()
  })
}

/** Ends every lease: the only process of a database waits for no killed one. */
export async function freeJobs({ db }: Ctx): Promise<void> {
  await db.write(LANE, (tx) =>
    tx
      .updateTable('jobs')
      .set({ hasta: 0 as Instant })
      .execute(),
  )
}

/** Jobs that somebody does now, of every process. */
export function listJobs(sql: Sql, now: Instant) {
  return sql.selectFrom('jobs').selectAll().where('hasta', '>', now).orderBy('nombre').orderBy('proceso').execute()
}
