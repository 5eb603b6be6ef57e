import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import {
  addHand,
  BEGIN,
  byBeacon,
  byLottery,
  type Led,
  openLed,
  ROUND,
  takeSigned,
  typeBoth,
} from '#app/server/testing/led-draw.ts'
import { said } from '#app/server/testing/shop.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { verify } from '../../../../verify/verify.ts'
import { hashOf } from '../../bytes.ts'
import type { RuleFields } from '../../contract.ts'
import { readDueDeeds } from '../due-deeds.ts'
import { remindDue } from '../mails/remind.ts'
import { sha256 } from '../sha256.ts'
import { linesOf } from '../testing/sample-draw.ts'
import { verdicts as verdictsOf } from '../testing/verdicts.ts'

/**
 * An operator who owns the machine and its database changes the winner. The verifier has the address of the page, and an earlier mail: the shop's own
 * check and the program that shares no code with it have to go red.
 */

/** Knowledge of an outsider: hashes from their mail, and the clock. */
interface Known {
  regla?: string
  lista?: string
  pasos?: string
  ahora?: Instant
}

/** A raffle by the beacon whose buyers have got the mail before the draw. */
async function open(setup: Setup, premios: RuleFields['premios'] = [byBeacon()]) {
  const led = await openLed(setup, premios)
  await remindDue(led.shop.ctx)
  led.shop.ctx.clock.set(BEGIN)
  return { ...led, mail: await mailLike(led, '%:recordatorio:%') }
}

/** The hashes of the last mail of that kind, out of its text. */
async function mailLike({ shop }: Led, like: string): Promise<Known> {
  const { texto } = (await readMails(shop.ctx, like)).at(-1) ?? expect.unreachable()
  const hash = (name: string) => new RegExp(`Código de control de ${name}: ([0-9a-f]{64})`).exec(texto)?.[1]
  const [regla, lista, pasos] = [hash('la regla'), hash('la lista'), hash('los pasos')]
  return { ...(regla ? { regla } : {}), ...(lista ? { lista } : {}), ...(pasos ? { pasos } : {}) }
}

/** By the page's check and by the program, from the answers of a server that was started after the deed. */
async function verdicts({ shop }: Led, setup: Setup, known: Known, other = (list: string) => list) {
  const started = await setup.twin(shop.ctx)
  const server = await createApp(started, null)
  const address = `${await server.listen({ port: 0, host: '127.0.0.1' })}/api/rifas/${shop.id}/sorteo`
  try {
    const document = await (await fetch(address)).json()
    const answer = await fetch(`${address}/lista`)
    const list = other(answer.ok ? await answer.text() : '')
    const ahora = known.ahora ?? shop.ctx.clock.now()
    return await verdictsOf(verify, document, list, { ...known, ahora, horas: { aqui: ahora, tienda: ahora } })
  } finally {
    await server.close()
  }
}

/** Writes the database behind the product's back. */
async function tamper({ shop }: Led, setup: Setup, deed: (sql: Sql) => Promise<unknown>): Promise<void> {
  const stranger = await setup.stranger(shop.ctx)
  await stranger.write('prueba', deed)
}

/** Another list in place of the frozen one, with all that follows from it. */
async function putList(led: Led, setup: Setup, change: (lines: string[]) => string[]): Promise<void> {
  const { id, ctx } = led.shop
  const pieces = await ctx.db.read.selectFrom('draw_list_pieces').select('texto').orderBy('orden').execute()
  const old = pieces.map(({ texto }) => texto).join('')
  const lines = change(linesOf(old)).sort()
  const head = old.split('\n')[0]?.replace(/\d+$/, String(lines.length))
  const body = lines.map((line) => `${line}\n`).join('')
  const hash = await hashOf(`${head}\n${body}`, sha256)
  await tamper(led, setup, async (sql) => {
    const pieces = (texto: string, orden: number) =>
      sql.updateTable('draw_list_pieces').set({ texto }).where('rifa_id', '=', id).where('orden', '=', orden).execute()
    await pieces(`${head}\n`, 0)
    await pieces(body, 1)
    await sql.updateTable('draw_lists').set({ sha256: hash, cuenta: lines.length }).where('rifa_id', '=', id).execute()
  })
}

const putStep = (led: Led, setup: Setup, change: (text: string) => string) =>
  tamper(led, setup, async (sql) => {
    const last = sql.selectFrom('draw_steps').selectAll().orderBy('orden', 'desc').limit(1)
    const { texto, orden } = await last.executeTakeFirstOrThrow()
    const changed = { texto: change(texto) }
    await sql.updateTable('draw_steps').set(changed).where('orden', '=', orden).execute()
  })

/** The lottery result of two people, in which the first buyer wins. */
async function drawLottery(led: Led): Promise<void> {
  const { shop, bought } = led
  const [ana, jose] = [await addHand(shop, 'Ana'), await addHand(shop, 'Jose')]
  shop.ctx.clock.set('2026-11-22T23:00:00-04:00')
  const resultados = [`7${bought[0]?.numeros[0]}`]
  await typeBoth(shop, [ana, jose], { dia: '2026-11-22', resultados })
}

const GREEN = [true, true]
const RED = [false, false]

onSqlite('an operator who is not honest', (setup) => {
  test('control: an honest one is found right, before the draw and after it', async () => {
    const led = await open(setup)
    expect(Object.keys(led.mail)).toEqual(['regla', 'lista', 'pasos'])
    expect(await verdicts(led, setup, led.mail)).toEqual(GREEN)
    await takeSigned(led)
    expect(await verdicts(led, setup, led.mail)).toEqual(GREEN)
    expect(await verdicts(led, setup, await mailLike(led, '%:ganador:%'))).toEqual(GREEN)
    const lottery = await open(setup, [byLottery()])
    await drawLottery(lottery)
    expect(await verdicts(lottery, setup, await mailLike(lottery, '%:ganador:%'))).toEqual(GREEN)
    expect(await audit(led.shop.ctx)).toEqual([])
  })

  /** With another list in the place of the frozen one all published parts fit: only the mail shows the change. */
  async function expectOnlyMailShows(change: (lines: string[]) => string[]): Promise<void> {
    const led = await open(setup)
    await putList(led, setup, change)
    await takeSigned(led).catch(() => {})
    expect(await verdicts(led, setup, {})).toEqual(GREEN)
    expect(await verdicts(led, setup, led.mail)).toEqual(RED)
    expect(await audit(led.shop.ctx)).not.toEqual([])
  }

  test('sells a number after the freeze', () =>
    expectOnlyMailShows((lines) => {
      const sold = new Set(lines.map((line) => line.slice(0, 2)))
      const free = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0')).find((one) => !sold.has(one))
      return [...lines, `${free},23456789BCDF`]
    }))

  test('gives a number another owner', () =>
    expectOnlyMailShows(([first = '', ...others]) => [`${first.slice(0, 2)},23456789BCDF`, ...others]))

  test('shows a second list', async () => {
    const led = await open(setup)
    await takeSigned(led)
    const swapped = (list: string) => list.replace(/,(?!.*,)[2-9A-Z]{12}/, ',23456789BCDF')
    expect(await verdicts(led, setup, {}, swapped)).toEqual(RED)
    // Also where only its lines were changed, and not its hash: the server sends none.
    await tamper(led, setup, (sql) =>
      sql.updateTable('draw_list_pieces').set({ texto: '00,23456789BCDF\n' }).where('orden', '=', 1).execute(),
    )
    expect(await verdicts(led, setup, {})).toEqual(RED)
  })

  test('edits the result of a lottery', async () => {
    const led = await open(setup, [byLottery()])
    await drawLottery(led)
    const mail = await mailLike(led, '%:ganador:%')
    const other = led.bought[1]?.numeros[0] ?? ''
    await putStep(led, setup, (text) => text.replace(/"resultados":\["7\d\d"\]/, `"resultados":["7${other}"]`))
    expect(await verdicts(led, setup, {})).toEqual(GREEN)
    expect(await verdicts(led, setup, mail)).toEqual(RED)
    expect((await audit(led.shop.ctx)).join('\n')).toMatch(/dos personas escribieron/)
  })

  test('chooses the round', async () => {
    const led = await open(setup)
    await takeSigned(led)
    const firma = led.league.sign(ROUND + 1)
    await putStep(led, setup, () => `{"tipo":"faro","premio":0,"ronda":${ROUND + 1},"firma":"${firma}"}`)
    expect(await verdicts(led, setup, {})).toEqual(RED)
    await putStep(led, setup, () => `{"tipo":"faro","premio":0,"ronda":${ROUND},"firma":"${firma}"}`)
    expect(await verdicts(led, setup, {})).toEqual(RED)
    expect((await audit(led.shop.ctx)).join('\n')).toMatch(/no sigue la regla/)
  })

  test('withholds an unwelcome round', async () => {
    const led = await open(setup)
    const days = (many: number) => ({ ...led.mail, ahora: (Date.parse(BEGIN) + many * 86_400_000) as Instant })
    expect(await verdicts(led, setup, days(2))).toEqual(GREEN)
    expect(await verdicts(led, setup, days(2.01))).toEqual(RED)
    // A late publication passes after all: it is the same round.
    await takeSigned(led)
    expect(await verdicts(led, setup, days(3))).toEqual(GREEN)
  })

  test('confirms a result that the same person typed', async () => {
    const led = await open(setup, [byLottery()])
    await drawLottery(led)
    await putStep(led, setup, (text) => text.replace(/"manos":\[("[^"]*"),"[^"]*"\]/, '"manos":[$1,$1]'))
    expect(await verdicts(led, setup, {})).toEqual(RED)
    expect((await audit(led.shop.ctx)).join('\n')).toMatch(/un paso/)
  })

  test('an alteration is named in the panel too, and keeps no other raffle from its home', async () => {
    const led = await open(setup)
    await takeSigned(led)
    await putStep(led, setup, (text) => text.replace(`${ROUND}`, `${ROUND + 1}`))
    const started = { ...led.shop.ctx, snapshots: (await setup.twin(led.shop.ctx)).snapshots }
    const server = await createApp(started, null)
    const ana = await addHand({ ...led.shop, app: server }, 'Ana')
    const answer = await ana.ask('GET', '')
    expect(said(answer)).toEqual([500, 'SORTEO_ALTERADO'])
    await server.close()
    const deeds = await readDueDeeds(started, { id: ana.id })
    expect(deeds).toMatchObject([{ id: led.shop.id, texto: expect.stringContaining('Alguien cambió'), urge: true }])
  })
})
