import { expect, test } from 'vitest'
import { jobs as jobsCheck } from '#app/server/state/checks/server.ts'
import { jobs as jobsTable, LEASE, platformSchema } from '../schema.ts'
import { onBothEngines, onSqlite, type Setup, type TestCtx } from '../testing/engines.ts'
import { capDeadlines } from './cap-deadlines.ts'
import { freeJobs, holdJobs, listJobs } from './jobs-table.ts'
import { type Job, startJobs } from './start-jobs.ts'

/** Milliseconds between renewals: nobody waits for those of a server. */
const OFTEN = 10
const MINUTE = 60_000

async function openTwo(setup: Setup): Promise<[TestCtx, TestCtx]> {
  const ctx = await setup.context({ schema: platformSchema })
  return [ctx, await setup.twin(ctx)]
}

/** When that job runs next, as last stored. */
const nextTurn = async ({ db }: TestCtx, nombre: string) =>
  (await db.read.selectFrom('jobs').select('proximo_en').where('nombre', '=', nombre).executeTakeFirst())?.proximo_en

const knownAt = ({ clock }: TestCtx) => ({
  ...{ nombre: 'contar', proceso: '', proximo_en: clock.now(), hecho_en: null, falla_desde: null },
})

/** A job that counts its rounds, and how many of them are under way at most; each ends when it is let. */
function counted() {
  const seen = { rounds: 0, most: 0, aborted: 0 }
  let [running, open] = [0, Promise.withResolvers<void>()]
  const jobOf = (own?: true): Job => ({
    ...{ nombre: 'contar', every: MINUTE, ...(own && { own }) },
    async does(ended) {
      seen.rounds++
      seen.most = Math.max(seen.most, ++running)
      ended.addEventListener('abort', () => seen.aborted++)
      await open.promise
      running--
      return true
    },
  })
  const letGo = () => {
    open.resolve()
    open = Promise.withResolvers()
  }
  return { seen, jobOf, letGo }
}

onBothEngines('jobs of two servers', (setup) => {
  test('one of them does a job, never both simultaneously, and the other once it is left', async () => {
    const both = await openTwo(setup)
    const { seen, jobOf, letGo } = counted()
    const stops = both.map((ctx) => startJobs(ctx, [jobOf()], OFTEN))
    for (let round = 1; round <= 8; round++) {
      await expect.poll(() => seen.rounds).toBe(round)
      letGo()
    }
    expect(seen.most).toBe(1)
    const [held] = await listJobs(both[0].db.read, both[0].clock.now())
    const holder = both.findIndex(({ vitals }) => vitals.id === held?.tiene)
    const leaving = stops[holder]?.()
    letGo()
    await leaving
    await expect.poll(() => seen.rounds).toBeGreaterThan(8)
    const rest = stops[1 - holder]?.()
    letGo()
    await rest
    expect(await listJobs(both[0].db.read, both[0].clock.now())).toEqual([])
  })

  test('control: where each counts it as its own, both do it simultaneously', async () => {
    const both = await openTwo(setup)
    const { seen, jobOf, letGo } = counted()
    const stops = both.map((ctx) => startJobs(ctx, [jobOf(true)], OFTEN))
    await expect.poll(() => seen.most).toBe(2)
    const stopped = stops.map((stop) => stop())
    letGo()
    await Promise.all(stopped)
  })

  test('a job of a server that was killed is taken over when its lease is over, and not before', async () => {
    const [dead, alive] = await openTwo(setup)
    const { seen, jobOf, letGo } = counted()
    const known = knownAt(dead)
    expect([...(await holdJobs(dead, [known]))]).toEqual(['contar'])
    dead.clock.advance(LEASE - 1)
    expect([...(await holdJobs(alive, [known]))]).toEqual([])
    const stop = startJobs(alive, [jobOf()], OFTEN)
    dead.clock.advance(1)
    await expect.poll(() => seen.rounds).toBe(1)
    // A process that was only slow learns that it has lost its job.
    expect([...(await holdJobs(dead, [known]))]).toEqual([])
    const stopped = stop()
    letGo()
    await stopped
  })

  test('a server that has not got all of them asks again when the first lease is over, however seldom it renews its own', async () => {
    const [dead, alive] = await openTwo(setup)
    const { seen, jobOf, letGo } = counted()
    await holdJobs(dead, [knownAt(dead)])
    dead.clock.advance(LEASE - 50)
    const { write } = alive.db
    let asked = 0
    alive.db.write = async (lane, job) => {
      const done = await write.call(alive.db, lane, job)
      asked++
      return done as never
    }
    const stop = startJobs(alive, [jobOf()], 60 * MINUTE)
    await expect.poll(() => asked).toBe(1)
    dead.clock.advance(50)
    await expect.poll(() => seen.rounds).toBe(1)
    const stopped = stop()
    letGo()
    await stopped
  })

  test('a process that opens a database alone waits for nobody, and a lease of a wrong clock holds nobody up', async () => {
    const [dead, alive] = await openTwo(setup)
    const known = knownAt(dead)
    await holdJobs(dead, [known])
    await freeJobs(alive)
    expect([...(await holdJobs(alive, [known]))]).toEqual(['contar'])
    dead.clock.advance(-3 * 3_600_000)
    await capDeadlines(dead, [jobsTable])
    expect([...(await holdJobs(dead, [known]))]).toEqual(['contar'])
  })

  test('a server that cannot renew ends its work, and begins nothing more of it', async () => {
    const [ctx, other] = await openTwo(setup)
    const { seen, jobOf, letGo } = counted()
    const stop = startJobs(ctx, [jobOf()], OFTEN)
    await expect.poll(() => seen.rounds).toBe(1)
    await other.db.write('prueba', (tx) => tx.updateTable('jobs').set({ tiene: other.vitals.id }).execute())
    await expect.poll(() => seen.aborted).toBe(1)
    letGo()
    await stop()
    expect(seen.rounds).toBe(1)
  })
})

onSqlite('a job', (setup) => {
  test('that throws is tried again after a pause, longer each time, is named in Estado, and no other waits for it', async () => {
    const ctx = await setup.context({ schema: platformSchema })
    let [broken, tries, others] = [true, 0, 0]
    const failing: Job = {
      nombre: 'fallar',
      every: 500,
      async does() {
        tries++
        if (broken) throw new Error('roto')
      },
    }
    const other: Job = { nombre: 'andar', every: 500, does: async () => void others++ }
    const stop = startJobs(ctx, [failing, other], OFTEN)
    const failures = async () => (await listJobs(ctx.db.read, ctx.clock.now())).map(({ falla_desde }) => falla_desde)
    const began = ctx.clock.now()
    // Rows are in the order of their names.
    await expect.poll(failures).toEqual([null, began])
    expect(await jobsCheck.look(ctx)).toMatchObject({ nivel: 'bien' })
    for (const pause of [2_000, 4_000, 8_000, 16_000, 32_000, MINUTE, MINUTE]) {
      const before = { tries, others }
      ctx.clock.advance(pause - 1)
      await expect.poll(() => others).toBe(before.others + 1)
      expect(tries).toBe(before.tries)
      ctx.clock.advance(1)
      await expect.poll(() => tries).toBe(before.tries + 1)
    }
    expect(await jobsCheck.look(ctx)).toMatchObject({
      nivel: 'atento',
      texto: expect.stringContaining('Falla «fallar»'),
    })
    broken = false
    ctx.clock.advance(MINUTE)
    await expect.poll(failures).toEqual([null, null])
    expect(await jobsCheck.look(ctx)).toMatchObject({ nivel: 'bien' })
    expect(ctx.lines.join()).not.toContain('roto')
    await stop()
  })

  test('is done immediately when there is more, after a commit that it waits for, and after the clock went back', async () => {
    const ctx = await setup.context({ schema: platformSchema })
    let [rounds, more] = [0, 3]
    const job: Job = {
      nombre: 'seguir',
      every: MINUTE,
      on: ({ tables }) => tables.has('readiness'),
      async does() {
        rounds++
        return --more > 0
      },
    }
    const stop = startJobs(ctx, [job], OFTEN)
    await expect.poll(() => rounds).toBe(3)
    await ctx.db.write('prueba', (tx) => tx.insertInto('readiness').values({ id: 1, en: ctx.clock.now() }).execute())
    await expect.poll(() => rounds).toBe(4)
    await expect.poll(() => nextTurn(ctx, 'seguir')).toBe(ctx.clock.now() + MINUTE)
    ctx.clock.advance(-2 * MINUTE)
    await expect.poll(() => rounds).toBe(5)
    await stop()
  })

  test('that comes later begins after its pause', async () => {
    const ctx = await setup.context({ schema: platformSchema })
    let rounds = 0
    const stop = startJobs(
      ctx,
      [{ nombre: 'noche', every: MINUTE, later: true, does: async () => void rounds++ }],
      OFTEN,
    )
    await expect.poll(() => nextTurn(ctx, 'noche')).toBe(ctx.clock.now() + MINUTE)
    expect(rounds).toBe(0)
    ctx.clock.advance(MINUTE)
    await expect.poll(() => rounds).toBe(1)
    await stop()
  })
})
