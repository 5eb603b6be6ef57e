import { after, MINUTE } from '../../clock.ts'
import type { Ctx } from '../context.ts'
import type { Commit } from '../db/database.ts'
import { describeFailure } from '../log.ts'
import { LEASE } from '../schema.ts'
import { firstOver, holdJobs, type Known, leaveJobs } from './jobs-table.ts'

/** Work that repeats apart from requests. */
export interface Job {
  /** In Spanish, as Estado names it; unlike any other. */
  nombre: string
  /** Milliseconds from the end of one round to the next. */
  every: number
  /** Each process does it for itself: its own disk, its own life. Any other is done by one process at a time. */
  own?: true
  /** Its first round comes after its pause: a server that has just begun has other things to do. */
  later?: true
  /** It runs immediately after such a commit. */
  on?(commit: Commit): boolean
  /**
   * One round. Rows ensure that a thing happens once: a process that was suspended may continue after its lease.
   * @param ended when aborted, long work leaves the rest to the next round.
   * @returns true when there is more to do immediately.
   */
  does(ended: AbortSignal): Promise<unknown>
  /** Once nothing of it is under way. */
  close?(): void
}

const RENEW_EVERY = 10_000
const SECOND = 1_000
/** Between two calls whose lease is over. */
const SHORTEST_PAUSE = 50
/** The longest pause after rounds that failed, unless the job's own is longer: twice as long each time until then. */
const LONGEST_PAUSE = MINUTE
/** A clock that is set is noticed within so long. */
const LONGEST_SLEEP = 1_000
/** Time that a process that ends waits for its last write, in milliseconds. */
const FAREWELL = 1_000

interface State extends Known {
  job: Job
  failures: number
  woken: boolean
  held: boolean
  round: { end: AbortController; done: Promise<void> } | null
}

/**
 * The one loop: does each job of this process that is due. Rounds of different jobs run side by side, those of one never.
 * @param renewEvery milliseconds between renewals of its jobs; a process without all of them tries earlier when a lease is over.
 * @returns a function that stops it all, once the current rounds have ended.
 */
export function startJobs(ctx: Ctx, jobs: readonly Job[], renewEvery = RENEW_EVERY): () => Promise<void> {
  const now = () => ctx.clock.now()
  const states = jobs.map(
    (job): State => ({
      job,
      nombre: job.nombre,
      proceso: job.own ? ctx.vitals.id : '',
      proximo_en: after(now(), job.later ? job.every : 0),
      hecho_en: null,
      falla_desde: null,
      failures: 0,
      woken: false,
      held: false,
      round: null,
    }),
  )
  let stopping = false
  let wake = () => {}
  /** By a clock that nobody sets. */
  let heldUntil = 0
  let timer: NodeJS.Timeout | undefined

  async function renew(): Promise<void> {
    const asked = performance.now()
    let pause = renewEvery
    const known = states.map(({ nombre, proceso, proximo_en, hecho_en, falla_desde }) => ({
      ...{ nombre, proceso, proximo_en, hecho_en, falla_desde },
    }))
    try {
      const names = await holdJobs(ctx, known)
      for (const state of states) state.held = names.has(state.nombre)
      heldUntil = asked + LEASE
      // A process that does not renew was killed: its jobs rest no longer than their lease.
      const missing = states.filter(({ held }) => !held).map(({ nombre }) => nombre)
      const over = missing.length === 0 ? null : await firstOver(ctx, missing)
      if (over !== null) pause = Math.min(pause, Math.max(over - now(), SHORTEST_PAUSE))
    } catch (error) {
      ctx.log.error({ failure: describeFailure(error) }, 'jobs were not renewed')
      // A server that drowns in requests takes one of many: the lease lasts for several tries.
      pause = SECOND
    }
    wake()
    if (!stopping)
      timer = setTimeout(() => {
        renewing = renew()
      }, pause)
  }

  const isHeld = ({ job, held }: State) => job.own || (held && performance.now() < heldUntil)

  function isDue(state: State): boolean {
    if (state.round || !isHeld(state)) return false
    const left = state.proximo_en - now()
    // One that is further ahead than any pause was written before the clock went back.
    return state.woken || left <= 0 || left > Math.max(state.job.every, LONGEST_PAUSE)
  }

  async function run(state: State, ended: AbortSignal): Promise<void> {
    const { job } = state
    let pause = job.every
    try {
      if ((await job.does(ended)) === true) pause = 0
      Object.assign(state, { hecho_en: now(), falla_desde: null, failures: 0 })
    } catch (error) {
      ctx.log.error({ code: job.nombre, failure: describeFailure(error) }, 'a job failed')
      state.falla_desde ??= now()
      state.failures++
      pause = Math.max(job.every, Math.min(LONGEST_PAUSE, SECOND * 2 ** Math.min(state.failures, 10)))
    }
    state.proximo_en = after(now(), pause)
    state.round = null
    wake()
  }

  function begin(state: State): void {
    const end = new AbortController()
    state.woken = false
    state.round = { end, done: Promise.resolve() }
    state.round.done = run(state, end.signal)
  }

  /** Until the next is due, somebody wakes it, or a moment has passed. */
  async function sleep(): Promise<void> {
    const left = states
      .filter((state) => !state.round && isHeld(state))
      .map(({ proximo_en }) => Math.max(proximo_en - now(), 1))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(LONGEST_SLEEP, ...left))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      for (const state of states) {
        if (isDue(state)) begin(state)
        if (!isHeld(state)) state.round?.end.abort()
      }
      await sleep()
    }
  }

  ctx.db.onCommit((commit) => {
    const woken = states.filter(({ job }) => job.on?.(commit))
    for (const state of woken) state.woken = true
    if (woken.length > 0) wake()
  })
  let renewing = renew()
  const running = loop()

  return async () => {
    stopping = true
    wake()
    clearTimeout(timer)
    for (const { round } of states) round?.end.abort()
    await Promise.all([running, renewing, ...states.map(({ round }) => round?.done)])
    for (const { job } of states) job.close?.()
    // A silent process loses its jobs soon anyway: do not wait for a database that is away.
    const left = leaveJobs(ctx).catch((error) =>
      ctx.log.warn({ failure: describeFailure(error) }, 'jobs were not left'),
    )
    await Promise.race([left, new Promise((resolve) => setTimeout(resolve, FAREWELL).unref())])
  }
}
