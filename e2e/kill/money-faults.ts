import { setTimeout as sleep } from 'node:timers/promises'
import { hashToken } from '#access/server/tokens.ts'
import type { ExactBatchAnswer, Verdict as Said } from '#money/contract.ts'
import { type Told, UNSAID } from '#money/movement.ts'
import { MOVEMENTS_LANE, recordMovements } from '#money/server/bank/record-movements.ts'
import { addAskedSource } from '#money/server/bank/testing/asked-source.ts'
import { dayInCaracas, systemClock } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { freeJobs } from '#platform/server/jobs/jobs-table.ts'
import type { Randomness } from '#platform/server/random.ts'
import { inside } from '../support/product.ts'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { withEngine } from './own-postgres.ts'
import { ACCOUNT, claim, openAccount, type Reported, reportPaid, signedIn } from './receiving-shop.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'
import { until } from './until.ts'

/** Calls of a bank, and payments that are confirmed together: `npm run kill` confirms as many as one may. */
const CALLS = 20
const PAIRS = process.env['VITEST'] === undefined ? 200 : 60
const KEY = 'una-clave-de-banco-de-prueba-0123456789'

/** A shop into whose account money comes. @param script another server than ours, for a control. */
function receiving(
  trial: Trial,
  fault: (shop: SellingShop, chance: Randomness) => Promise<void>,
  script?: string,
): Promise<Verdict> {
  return withEngine(trial, (postgresUrl) =>
    befall(trial, { postgresUrl, script }, async (shop, chance) => {
      await openAccount(shop)
      await fault(shop, chance)
    }),
  )
}

/** The bank's call about a payment. */
function callOf({ referencia, centimos }: Reported): object {
  const fecha = dayInCaracas(systemClock.now())
  return {
    bancoOrdenante: '0134',
    referenciaBancoOrdenante: referencia,
    idCliente: '',
    idComercio: 'J123456789',
    numeroCliente: '',
    numeroComercio: '',
    fecha,
    hora: '0001',
    monto: (centimos / 100).toFixed(2),
  }
}

async function call(shop: SellingShop, reported: Reported): Promise<number> {
  const answer = await fetch(`${shop.product.address}/api/bancos/bdv/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    body: JSON.stringify(callOf(reported)),
  })
  await answer.text()
  return answer.status
}

/**
 * The server is killed while a bank calls: some calls are kept and not answered, some answered and not read. The bank sends again what
 * was not answered, and for good measure what was.
 * @param script another server than ours, for a control.
 */
export function killingCalls(trial: Trial, script?: string): Promise<Verdict> {
  const fault = async (shop: SellingShop, chance: Randomness) => {
    await inside(shop.env, (ctx) => addAskedSource(ctx, 'bdv', {}, {}, { via: 'webhook', token_hash: hashToken(KEY) }))
    for (let round = 1; round <= trial.times; round++) {
      const reported = await reportPaid(shop, CALLS)
      const enough = chance.below(CALLS)
      const answered = new Set<Reported>()
      const killed = Promise.withResolvers<void>()
      if (enough === 0) void sleep(chance.below(30)).then(killed.resolve)
      const calls = reported.map(async (one) => {
        const status = await call(shop, one).catch(() => null)
        if (status === null) return
        claim(shop, 'the first call', status, 201)
        answered.add(one)
        if (answered.size === enough) killed.resolve()
      })
      await killed.promise
      await shop.product.kill()
      await Promise.all(calls)
      // Jobs of the dead are taken over within a minute, which nobody waits for here.
      await inside(shop.env, freeJobs)
      await shop.restart(round < trial.times)
      for (const one of reported) {
        const status = await call(shop, one)
        // An answered call was stored: the bank learns that it is a repetition.
        if (answered.has(one)) claim(shop, `${one.referencia}, which had been answered, told again`, status, 200)
      }
      await until('every payment is green', async () => (await greenOf(shop, reported)) === CALLS)
      const { credits, readings } = await inside(shop.env, async (ctx) => ({
        credits: await ctx.db.read.selectFrom('movements').select('referencia').execute(),
        readings: await ctx.db.read.selectFrom('movement_receipts').select('estado').execute(),
      }))
      claim(shop, 'movements', new Set(credits.map(({ referencia }) => referencia)).size, round * CALLS)
      claim(shop, 'movements, each once', credits.length, round * CALLS)
      claim(shop, 'what was read', readings.filter(({ estado }) => estado === 'leido').length, round * CALLS)
    }
  }
  return receiving(trial, fault, script)
}

async function greenOf(shop: SellingShop, reported: readonly Reported[]): Promise<number> {
  const ask = await signedIn(shop)
  const ids = reported.map(({ id }) => id).join()
  const { veredictos } = await ask<{ veredictos: Record<string, Said> }>(`/conciliacion/veredictos?compras=${ids}`)
  return Object.values(veredictos).filter((said) => said.veredicto === 'encontrado' && said.exacta).length
}

/** Rows of `table` for each purchase, to be compared with one each. */
async function countsOf(ctx: Ctx, reported: readonly Reported[]) {
  const ids = reported.map(({ id }) => id)
  const { read } = ctx.db
  const links = await read.selectFrom('movement_links').selectAll().where('compra_id', 'in', ids).execute()
  const mails = await read
    .selectFrom('outbox')
    .select('clave')
    .where('compra_id', 'in', ids)
    .where('clave', 'like', 'compra:%:decision:%')
    .execute()
  const deeds = await read
    .selectFrom('journal')
    .select('compra_id')
    .where('compra_id', 'in', ids)
    .where('accion', '=', 'compra aprobada')
    .execute()
  const confirmed = await read
    .selectFrom('purchases')
    .select('id')
    .where('id', 'in', ids)
    .where('estado', '=', 'confirmado')
    .execute()
  return { links, mails: mails.length, deeds: deeds.length, confirmed: confirmed.length }
}

/** The server is killed in the middle of a bulk confirmation, which is asked for again. */
function killingConfirmations(trial: Trial): Promise<Verdict> {
  return receiving(trial, async (shop, chance) => {
    for (let round = 1; round <= trial.times; round++) {
      const reported = await reportPaid(shop, PAIRS)
      await inside(shop.env, async (ctx) => {
        const money = await comeIn(ctx, reported)
        const pares = reported.map(({ id }, at) => ({ compra_id: id, version: 1, movimiento_id: money[at] ?? 0 }))
        const confirm = async () => (await signedIn(shop))<ExactBatchAnswer>('/conciliacion/confirmar', { pares })
        const far = chance.below(PAIRS / 2)
        const torn = confirm().catch(() => null)
        await until('some are confirmed', async () => (await countsOf(ctx, reported)).confirmed > far)
        await shop.product.kill()
        await torn
        await shop.restart()
        const { confirmadas, fallidas } = await confirm()
        claim(shop, 'refused the second time', fallidas, [])
        claim(shop, 'confirmed the second time', confirmadas.length, PAIRS)
        const { links, ...counts } = await countsOf(ctx, reported)
        claim(shop, 'one of each', counts, { mails: PAIRS, deeds: PAIRS, confirmed: PAIRS })
        for (const { id, centimos } of reported) {
          const own = links.filter(({ compra_id }) => compra_id === id)
          claim(
            shop,
            `what pays ${id}`,
            own.map((link) => link.centimos),
            [centimos],
          )
        }
      })
    }
  })
}

/** Money that pays each of them, as the bank tells it. @returns the ids, in their order. */
function comeIn(ctx: Ctx, reported: readonly Reported[]): Promise<number[]> {
  const now = ctx.clock.now()
  const told = reported.map(({ referencia, centimos }): Told => {
    const money = { sentido: 'credito', tipo: 'pago_movil', moneda: 'VES', dia: dayInCaracas(now), en: null } as const
    return { ...UNSAID, ...money, id_banco: referencia, referencia, centimos }
  })
  const word = { metodo_id: ACCOUNT, fuente: 'bdv', confianza: 'banco', crudo_sha256: 'x', now } as const
  return ctx.db.write(MOVEMENTS_LANE, async (tx) => (await recordMovements(tx, word, told)).nuevos)
}

const everywhere = { engines: BOTH, missing: null }

export const moneyFaults: Fault[] = [
  {
    ...everywhere,
    name: 'bank-calls',
    title: 'kill -9 while a bank calls, which calls again',
    few: 1,
    many: 100,
    run: (trial) => killingCalls(trial),
  },
  {
    ...everywhere,
    name: 'confirming',
    title: `kill -9 while ${PAIRS} payments are confirmed at once, which is asked for again`,
    few: 1,
    many: 50,
    run: killingConfirmations,
  },
]
