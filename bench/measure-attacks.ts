import { hash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { createApp } from '#app/server/create-app.ts'
import { createContext } from '#app/server/create-context.ts'
import {
  type Answer,
  type Attack,
  addressesOf,
  type Call,
  crowd,
  foreknow,
  networksOf,
  type Outcome,
  outcomeOf,
  payNow,
  rest,
  sufferFlood,
  type World,
} from '#app/server/testing/flood.ts'
import { multipart } from '#app/server/testing/shop.ts'
import { actorNamed } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { systemRandom } from '#platform/server/random.ts'
import { createSnapshots } from '#platform/server/snapshots.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { settableClock } from '#platform/server/testing/settable-clock.ts'
import { findNumber } from '#platform/web/work/find-number.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { rejectFakes } from '#review/server/fakes/reject-fakes.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import type { Engine } from './engines.ts'
import { sellRaffle } from './shop.ts'
import type { Row } from './table.ts'

const SEED = Number(process.env['SEED'] ?? 20_261_122)
/** Only attacks whose engine and name have this in them: `ATTACK='SQLite, reports' npm run bench -- --only attacks`. */
const CHOSEN = process.env['ATTACK'] ?? ''
/** The clock is moved as soon as all have done what they do in so many seconds. */
const STEP = 10
/** Calls that the scripts make in that time, besides the work that they are asked for. */
const CALLS = 100
/** Of 100 buyers so many must have tickets. */
const SERVED = 0.95
const SLOW_UPLOADS = 300
/** What a buyer's phone does of what this machine's core does, all its cores together. */
const PHONE = { cores: 4, slower: 4 }
const SAL = 'abcdefghijklmnopqrstuv'

interface Scene {
  name: string
  numbers: number
  /** Of the second engine only these are looked at: what decides is the same, and the others take as long again. */
  hardest?: true
  attack: Pick<Attack, 'kind' | 'addresses' | 'first'>
  buyers: number
  /** The most tickets that one of them wants. */
  most: number
}

/** Of the buyers of each twenty share an address. */
const SCENES: readonly Scene[] = [
  ...[1, 50, 300].flatMap((addresses) => [
    holds(`${addresses} addresses`, 1_000, addressesOf(addresses), 60, 10),
    holds(`${addresses} addresses`, 10_000, addressesOf(addresses), 120, 10),
  ]),
  holds('one /48', 1_000, networksOf(300), 60, 10),
  holds('one /48', 10_000, networksOf(300), 120, 10),
  holds('1 address', 100, addressesOf(1), 25, 2),
  holds('50 addresses', 100, addressesOf(50), 25, 2),
  {
    name: 'reports from 300 addresses',
    hardest: true,
    numbers: 10_000,
    attack: { kind: 'reports', addresses: addressesOf(300), first: 100 },
    buyers: 120,
    most: 10,
  },
  {
    name: 'reports from 50 addresses',
    hardest: true,
    numbers: 1_000,
    attack: { kind: 'reports', addresses: addressesOf(50), first: 100 },
    buyers: 60,
    most: 4,
  },
  {
    name: 'reports, two at a time, from 50 addresses',
    hardest: true,
    numbers: 1_000,
    attack: { kind: 'reports', addresses: addressesOf(50), first: 2 },
    buyers: 60,
    most: 4,
  },
]

function holds(name: string, numbers: number, addresses: string[], buyers: number, most: number): Scene {
  return { name: `holds from ${name}`, numbers, attack: { kind: 'holds', addresses, first: 2 }, buyers, most }
}

/**
 * Scripts that hold take two at a time, as a visitor does; those that report ask for 100 first and then for ever fewer, of each
 * address, and once two at a time too: from 50 addresses nobody can tell them from neighbours who share one, but by what they
 * work for tickets beyond their share. What honest buyers get while scripts want everything: against the real server over loopback, behind a proxy that it trusts, with
 * its clock moved ten seconds at a time. Scripts have one core: the work that they are asked for is reckoned at what this
 * machine's does, and costs them no time besides.
 */
export async function measureAttacks(engine: Engine, all: boolean): Promise<Row[]> {
  const [core, solver] = [coreTries(), solverTries()]
  const tries = STEP * Math.max(core, solver)
  const phone = (STEP * solver * PHONE.cores) / PHONE.slower
  const rows: Row[] = []
  const scene = async (name: string, run: () => Promise<[Outcome, string]>, need = SERVED) => {
    if (!`${engine.name}, ${name}`.includes(CHOSEN)) return
    const [outcome, note] = await run()
    const found = row(`${engine.name}, ${name}`, outcome, need, note)
    // Each takes minutes.
    console.log(`       ${found.measure}: ${found.ours}; ${found.note}`)
    rows.push(found)
  }
  for (const { name, numbers, attack, buyers, most, hardest } of SCENES) {
    if (!all && !hardest) continue
    await scene(`${name}, ${numbers} numbers`, () =>
      inWorld(engine, numbers, async (place) => {
        const { world } = place
        const sale = await sufferFlood(
          world,
          { ...attack, calls: CALLS, tries, earns: true },
          people(buyers, most),
          phone,
        )
        await rest(world, 70)
        const outcome = await outcomeOf(world, sale)
        return [outcome, await effortOf(place, outcome, tries, phone)]
      }),
    )
  }
  await scene(
    'reports that fill 1000 numbers: accepted, and served by one rejection',
    () => inWorld(engine, 1_000, (place) => beyond(place, tries)),
    1,
  )
  if (!all) return rows
  await scene('corrections of 100 rejected reports, 1000 numbers', () =>
    inWorld(engine, 1_000, (place) => corrections(place, tries, phone)),
  )
  await scene(`${SLOW_UPLOADS} slow uploads, 1000 numbers`, () => inWorld(engine, 1_000, slowUploads))
  return rows
}

interface Place {
  ctx: Ctx
  world: World
  port: number
}

async function inWorld<T>(engine: Engine, numbers: number, run: (place: Place) => Promise<T>): Promise<T> {
  const home = await engine.newHome()
  const config = readConfig({
    DATA_DIR: home.dataDir,
    DATABASE_URL: home.databaseUrl ?? '',
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const clock = settableClock(systemClock.now())
  const { random, solve } = foreknow(systemRandom)
  const ctx: Ctx = await createContext(config)
  Object.assign(ctx, { clock, random, snapshots: createSnapshots(ctx.db, clock) })
  const app = await createApp(ctx, null)
  try {
    await setFixedRate(ctx, '671.4235', { actor: actorNamed('banco de pruebas') })
    const account = { cedula: 'V-00.123.456', telefono: '0400-1234567', nombre: 'Inversiones Ejemplo, C.A.' }
    await changeMethod(ctx, 1, { ...account, paginas: ['A', 'B'] }, actorNamed('banco de pruebas'))
    const raffleId = await sellRaffle(ctx, numbers)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const port = (app.server.address() as { port: number }).port
    const world: World = {
      clock,
      raffleId,
      step: STEP,
      solve,
      tidy: () => sweepHolds(ctx),
      send: (call) => send(port, call),
    }
    return await run({ ctx, world, port })
  } finally {
    await app.close()
    await ctx.db.close()
  }
}

async function send(port: number, { path, address, body, form, headers = {} }: Call): Promise<Answer> {
  const sent = form
    ? await multipart(form)
    : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: sent.payload,
    headers: { ...sent.headers, ...headers, 'x-forwarded-for': address },
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

function people(buyers: number, most: number) {
  const random = seededRandom(SEED)
  return crowd({ buyers, neighbours: 20, seconds: 600, most }, () => random.below(1_000_000) / 1_000_000)
}

/** Reports of 100 tickets each that an operator rejected, whose time is over, are corrected again and again. */
async function corrections(place: Place, tries: number, phone: number): Promise<[Outcome, string]> {
  const { ctx, world } = place
  const secrets: string[] = []
  for (const address of addressesOf(50)) {
    for (let time = 0; time < 2; time++) {
      const { body } = await payNow(world, { address, tickets: 100 })
      if (body.id === undefined || body.secreto === undefined) continue
      secrets.push(body.secreto)
      await rejectPurchase(ctx, body.id, null, { actor: actorNamed('banco de pruebas'), motivo: 'no llegó' })
    }
  }
  world.clock.advance(2 * 86_400_000)
  await world.tidy()
  const attack: Attack = { kind: 'corrections', addresses: addressesOf(50), first: 2, calls: CALLS, tries, secrets }
  const sale = await sufferFlood(world, attack, people(60, 4), phone)
  await rest(world, 70)
  const outcome = await outcomeOf(world, sale)
  const longest = Math.round((outcome.tried.phone * STEP) / phone)
  return [outcome, `${secrets.length} corrected; worked: a phone ${longest} s at most`]
}

async function slowUploads({ world, port }: Place): Promise<[Outcome, string]> {
  const open = Array.from({ length: SLOW_UPLOADS }, (_, index) => slowUpload(port, `203.0.113.${(index % 250) + 1}`))
  const drip = setInterval(() => {
    for (const socket of open) if (socket.writable) socket.write('x')
  }, 300)
  try {
    const sale = await sufferFlood(world, { kind: 'holds', addresses: [], first: 2, calls: 0, tries: 0 }, people(60, 4))
    return [await outcomeOf(world, sale), `${open.filter(({ writable }) => writable).length} still open at the end`]
  } finally {
    clearInterval(drip)
    for (const socket of open) socket.destroy()
  }
}

function slowUpload(port: number, address: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/rifas/participantes HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 4000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="comprobante"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
  )
  return socket
}

/** Fakes take all that there is; then people pay without a hold, and an operator rejects the fakes in one go. */
async function beyond({ ctx, world }: Place, tries: number): Promise<[Outcome, string]> {
  const addresses = Array.from({ length: 500 }, (_, index) => `203.${index % 250}.${Math.floor(index / 250)}.7`)
  const attack: Attack = { kind: 'reports', addresses, first: 100, calls: 500, tries }
  const { script } = await sufferFlood(world, attack, [{ at: 30, address: '190.72.0.1', tickets: 2, pays: 30 }])
  const answers = []
  for (const buyer of people(60, 4)) answers.push(await payNow(world, buyer))
  const accepted = answers.filter(({ status }) => status === 201)
  const waited = accepted.filter(({ body }) => body.en_espera).length
  const fakes = await ctx.db.read
    .selectFrom('purchases')
    .select(['id', 'version'])
    .where('id', 'in', script.fakes)
    .execute()
  await rejectFakes(ctx, { compras: fakes }, { id: 1, nombre: 'Marisela' } as Parameters<typeof rejectFakes>[2])
  await rest(world, 60)
  const visits = answers.map(({ status, body }) => ({
    address: '190.72.0.1',
    secret: body.secreto ?? null,
    refused: status === 201 ? null : String(status),
    phone: { left: 0, tried: 0 },
  }))
  const outcome = await outcomeOf(world, { script, visits })
  return [outcome, `${fakes.length} fakes; ${accepted.length} of ${answers.length} accepted, ${waited} of them waited`]
}

/** How long buyers and scripts worked for tickets beyond their share, and how many tickets that gave the scripts. */
async function effortOf({ ctx }: Place, { tried, fakes }: Outcome, tries: number, phone: number): Promise<string> {
  if (tried.core + tried.phone === 0) return ''
  const { taken } = await ctx.db.read
    .selectFrom('purchases')
    .innerJoin('reservations', 'reservations.id', 'purchases.reserva_id')
    .select((row) => row.fn.sum<number | null>('cantidad').as('taken'))
    .where('purchases.id', 'in', fakes)
    .where('reservations.estado', '=', 'en revision')
    .executeTakeFirstOrThrow()
  const seconds = (numbers: number, inStep: number) => Math.round((numbers * STEP) / inStep)
  return `fakes have ${Number(taken)}; worked: a phone ${seconds(tried.phone, phone)} s at most, the script ${seconds(tried.core, tries)} s`
}

/** Numbers that a core of this machine tries in a second, by Node's own SHA-256: the best of some looks, for others use it too. */
function coreTries(): number {
  return bestOf((from, to) => {
    for (let next = from; next < to; next++) hash('sha256', `${SAL}.${next}`)
  })
}

/** The same of what our page does it with. */
function solverTries(): number {
  return bestOf((from, to) => findNumber(SAL, '0'.repeat(64), from, to))
}

function bestOf(tryAll: (from: number, to: number) => void): number {
  let [best, tried] = [0, 0]
  for (let look = 0; look < 20; look++) {
    const begun = process.cpuUsage()
    tryAll(tried, tried + 100_000)
    tried += 100_000
    best = Math.max(best, 100_000 / (process.cpuUsage(begun).user / 1_000_000))
  }
  return Math.round(best)
}

function row(measure: string, { buyers, served, waiting, refused, fakes }: Outcome, need: number, note: string): Row {
  const others = Object.entries({ ...(waiting > 0 ? { waiting } : {}), ...refused }).map(
    ([why, many]) => `${many} ${why}`,
  )
  return {
    measure,
    ours: `${served} of ${buyers} served`,
    limit: `${buyers}`,
    ratio: served / buyers,
    target: { sign: '>=', ratio: need },
    note: [`seed ${SEED}`, note, ...others, fakes.length > 0 ? `${fakes.length} fakes` : ''].filter(Boolean).join('; '),
  }
}
