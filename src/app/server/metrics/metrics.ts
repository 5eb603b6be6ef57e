/// <reference path="./prom-client-parts.d.ts" />
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Counter, Histogram } from 'prom-client'
import { sameSecret } from '#access/server/tokens.ts'
import { readLastCopy } from '#house/server/backups/last-copy.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isForwarded } from '#platform/server/http/notice-proxy.ts'
import { listJobs } from '#platform/server/jobs/jobs-table.ts'
import { describeFailure } from '#platform/server/log.ts'
import type { StateLevel } from '../../state-contract.ts'
import { VERSION } from '../build-stamp.ts'
import { within } from '../state/check.ts'
import { readState } from '../state/read-state.ts'
import { type Figures, readFigures } from './read-figures.ts'

const SECOND = 1_000
/** Nanoseconds, as the event loop's delay is measured. */
const NANO = 1e-9
/**
 * Longer than the database may take, and than a check waits for somebody outside: Prometheus gives up after ten seconds and would learn
 * nothing at all.
 */
export const PATIENCE = 5_000
const WEIGHT: Record<StateLevel, number> = { bien: 0, atento: 1, grave: 2 }
const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])
/** Of a call that a person waits for: a look, a form over a bad line, a proof of 5 MB. */
const DURATIONS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60]
const WAITS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

/** What the database says of the shop by one number each, in seconds and amounts. */
const FIGURES: readonly [name: string, help: string, of: (figures: Figures) => number][] = [
  ['database_read_seconds', 'What reading all figures took', ({ took }) => took / SECOND],
  ['database_locks_waiting', 'Sessions that wait for a lock (PostgreSQL)', ({ locksWaiting }) => locksWaiting],
  ['review_oldest_seconds', 'Age of the oldest payment in review, 0 when none waits', (of) => of.reviewOldest / SECOND],
  ['tickets_waiting', 'Tickets that were reported and wait for their turn', ({ waitingTickets }) => waitingTickets],
  ['tickets_held', 'Tickets on hold for who is paying', ({ held }) => held],
  [
    'mail_oldest_seconds',
    'How long the oldest mail that is due has waited, 0 when none is',
    (of) => of.mailOldest / SECOND,
  ],
  ['mail_last_sent_timestamp_seconds', 'When a mail left last', ({ mailLastSent }) => mailLastSent / SECOND],
  ['rate_bolivares', 'Bolívares per unit, of the rate in force', ({ rate }) => rate?.tasa ?? 0],
  ['rate_age_seconds', 'Since the day of the rate in force began', ({ rate }) => (rate?.age ?? 0) / SECOND],
  ['rate_current', '1 while a rate is in force that is not old', ({ rate }) => (rate?.vigente ? 1 : 0)],
]

/** Counters from the first scrape on. A server without scrapes pays nothing for them. */
type Metrics = Awaited<ReturnType<typeof createMetrics>>

/** Begins to count. The library is loaded here, and only the parts of it that count. */
export async function createMetrics(ctx: Ctx, patience = PATIENCE) {
  const [{ default: Registry }, { default: CounterOf }, { default: GaugeOf }, { default: HistogramOf }] =
    await Promise.all([
      import('prom-client/lib/registry.js'),
      import('prom-client/lib/counter.js'),
      import('prom-client/lib/gauge.js'),
      import('prom-client/lib/histogram.js'),
    ])
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new GaugeOf({ name: `tombola_${name}`, help, labelNames, registers })
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new CounterOf({ name: `tombola_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new HistogramOf({ name: `tombola_${name}`, help, labelNames, buckets, registers })

  const requests = counter('http_requests_total', 'Requests by pattern of their path', ['method', 'route', 'status'])
  const durations = histogram('http_request_seconds', 'What a request took', ['route'], DURATIONS)
  const commits = counter('commits_total', 'Durable transactions by what they are of', ['lane'])
  const jobs = counter('commit_jobs_total', 'Writes that shared those transactions', ['lane'])
  const waits = histogram('commit_wait_seconds', 'What the first of a group waited until its commit', ['lane'], WAITS)
  countCommits(ctx, commits, jobs, waits)
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()

  const info = gauge('info', 'Always 1', ['version', 'node', 'engine'])
  const up = gauge('database_up', '1 when the database answered this scrape')
  const purchases = gauge('purchases', 'Purchases by state', ['state'])
  const mails = gauge('mails', 'Mails that are not delivered, by state', ['state'])
  const diskFree = gauge('disk_free_bytes', 'Left on the disk of the data folder')
  const diskTotal = gauge('disk_total_bytes', 'Size of that disk')
  const backupLast = gauge('backup_last_timestamp_seconds', 'When the last backup was made, 0 when none was')
  const backupBytes = gauge('backup_bytes', 'Size of the last backup')
  const memory = gauge('memory_bytes', 'Memory of the process', ['kind'])
  const delay = gauge('event_loop_delay_seconds', 'Delay of the event loop since the last scrape', ['quantile'])
  const started = gauge('start_timestamp_seconds', 'When this process began to serve')
  const processes = gauge('processes', 'Processes that serve this database')
  const checks = gauge('check', 'Checks of Estado: 0 well, 1 wants a look, 2 cannot wait', ['check'])
  const jobAge = gauge('worker_age_seconds', 'Since a round of that job last ended well', ['worker'])
  const jobFails = gauge('worker_failing_seconds', 'Since when every round of that job failed, 0 while not', ['worker'])

  const told = FIGURES.map(([name, help, of]) => ({ one: gauge(name, help), of }))
  function tell(figures: Figures): void {
    for (const { one, of } of told) one.set(of(figures))
    for (const { estado, cuantas } of figures.purchases) purchases.set({ state: estado }, cuantas)
    for (const { estado, cuantos } of figures.mails) mails.set({ state: estado }, cuantos)
  }

  /** Each metric by itself: a failure of one says nothing about the others, and touches only the database's figures. */
  async function tellShop(): Promise<void> {
    for (const labelled of [purchases, mails, checks, jobAge, jobFails]) labelled.reset()
    up.set(0)
    const now = ctx.clock.now()
    await Promise.all([
      tryTo('the database', readFigures(ctx), (figures) => {
        up.set(1)
        tell(figures)
      }),
      tryTo('the disk', ctx.space(), ({ free, total }) => {
        diskFree.set(free)
        diskTotal.set(total)
      }),
      tryTo('the copies', readLastCopy(ctx), ({ hecho_en, bytes }) => {
        backupLast.set(hecho_en === null ? 0 : Date.parse(hecho_en) / SECOND)
        backupBytes.set(bytes)
      }),
      tryTo('the jobs', listJobs(ctx.db.read, now), (rows) => {
        for (const { nombre: worker, proceso, hecho_en, falla_desde } of rows) {
          if (proceso !== '' && proceso !== ctx.vitals.id) continue
          jobAge.set({ worker }, (now - (hecho_en ?? ctx.vitals.since ?? now)) / SECOND)
          jobFails.set({ worker }, (now - (falla_desde ?? now)) / SECOND)
        }
      }),
      tryTo('the checks', readState(ctx), ({ procesos, comprobaciones }) => {
        processes.set(procesos.length)
        for (const { clave, nivel } of comprobaciones) checks.set({ check: clave }, WEIGHT[nivel])
      }),
    ])
  }

  async function tryTo<T>(what: string, reading: Promise<T>, tell: (read: T) => void): Promise<void> {
    try {
      tell(await within(patience, reading))
    } catch (error) {
      ctx.log.warn({ failure: describeFailure(error) }, `metrics without ${what}`)
    }
  }

  function tellProcess(): void {
    const { rss, heapUsed } = process.memoryUsage()
    info.set({ version: VERSION, node: process.versions.node, engine: ctx.db.dialect.name }, 1)
    started.set((ctx.vitals.since ?? 0) / SECOND)
    memory.set({ kind: 'rss' }, rss)
    memory.set({ kind: 'heap' }, heapUsed)
    for (const quantile of [50, 99]) delay.set({ quantile: quantile / 100 }, loop.percentile(quantile) * NANO)
    delay.set({ quantile: 1 }, loop.max * NANO)
    loop.reset()
  }

  async function scrape(): Promise<string> {
    tellProcess()
    await tellShop()
    return registry.metrics()
  }

  let scraping: Promise<string> | undefined
  return {
    /** @param route the pattern of its path: a stranger's text is never a label. */
    request(method: string, route: string, status: number, milliseconds: number): void {
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
      durations.observe({ route }, milliseconds / SECOND)
    },
    /** Everything in Prometheus' text format. Simultaneous scrapes share one query. */
    scrape(): Promise<string> {
      scraping ??= scrape().finally(() => {
        scraping = undefined
      })
      return scraping
    },
  }
}

/** Of this process's own: the others count theirs. */
function countCommits(ctx: Ctx, commits: Counter, jobs: Counter, waits: Histogram): void {
  ctx.db.onCommit(({ lane, foreign, jobs: shared, waited }) => {
    if (foreign) return
    // 'rifa:7' counts as 'rifa': there are as many raffles as the shop ever has.
    const kind = lane.replace(/:.*$/, '')
    commits.inc({ lane: kind })
    jobs.inc({ lane: kind }, shared ?? 1)
    waits.observe({ lane: kind }, (waited ?? 0) / SECOND)
  })
}

/**
 * `GET /metrics`, for Prometheus alone: for everybody else it does not exist. It begins to count with the first scrape, so that an unwatched
 * server pays nothing.
 */
export function metricsRoutes(app: FastifyInstance, ctx: Ctx): void {
  let metrics: Metrics | undefined
  let opening: Promise<Metrics> | undefined
  app.addHook('onResponse', (request, reply, done) => {
    const { url = '(none)' } = request.routeOptions
    metrics?.request(request.method, url, reply.statusCode, reply.elapsedTime)
    done()
  })
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (!mayScrape(request, ctx.config.metricsToken)) return reply.callNotFound()
      opening ??= createMetrics(ctx)
      metrics = await opening
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; version=0.0.4; charset=utf-8')
        .send(await metrics.scrape())
    },
  })
}

/**
 * With a token, only its holder. Without one, a client from this machine by its own address, whose headers name no proxy: forwarded
 * requests come from the internet. An unconfigured nginx speaks HTTP/1.0 and names nobody. A private address proves nothing: behind
 * the door of a container or a router that rewrites addresses every client has one.
 */
function mayScrape(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)
  const { remoteAddress, localAddress } = request.socket
  return [remoteAddress, localAddress].every(isLoopback) && !isForwarded(request) && request.raw.httpVersion === '1.1'
}

function isLoopback(address: string | undefined): boolean {
  return /^(?:::ffff:)?127\.|^::1$/i.test(address ?? '')
}
