import { expect, test } from 'vitest'
import { alertOldCopy } from '#house/server/backups/last-copy.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'
import { onPostgres, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { withoutGuards } from '#platform/server/testing/without-guards.ts'
import { tellServed } from '#purchases/server/mail/tell-served.ts'
import { FEW_ORPHANS } from '#purchases/server/sweep-proofs.ts'
import { alertSpace } from '#reports/server/alert-space.ts'
import { notifyReports } from '#reports/server/notify-reports.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { auditAll } from './audit/audit-all.ts'
import { alertAltered, auditNight } from './audit/watch-rows.ts'
import { watchProofs } from './jobs.ts'
import { JPEG, openShop, report, type Shop, signInOwner } from './testing/shop.ts'

const HOUR = 3_600_000
const MAIL = { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'rifas@ejemplo.test' } }

/** A shop with an owner, and a function that does the same thing in two processes simultaneously, three times each. */
async function openBoth(setup: Setup, config = {}) {
  const shop = await openShop(setup, {}, { config: { ...MAIL, ...config } })
  const headers = await signInOwner(shop)
  const both = [shop.ctx, await setup.twin(shop.ctx)]
  const together = (tick: (ctx: TestCtx) => Promise<unknown>) =>
    Promise.all([0, 1, 2].flatMap(() => both.map((ctx) => tick(ctx))))
  return { shop, headers, both, together }
}

const keysOf = async ({ ctx }: Shop, like: string) => (await readMails(ctx, like)).map(({ clave }) => clave)
const audited = ({ ctx }: { ctx: Ctx }) => ctx.db.consistent((sql) => auditAll(ctx, sql))

onPostgres('workers of two processes together', (setup) => {
  test('tell an owner each thing once: altered rows and accounts, the close of the day, space, copies, unknown proofs, new payments', async () => {
    const { shop, headers, both, together } = await openBoth(setup)
    await shop.app.inject({ method: 'POST', url: '/api/panel/avisos', headers, payload: { correo_cada: 15 } })
    shop.ctx.clock.advance(60_000)
    await report(shop)
    const stranger = await setup.stranger(shop.ctx)
    await stranger.write('a espaldas', async (sql) => {
      await sql.updateTable('payment_methods').set({ telefono: '04140000666' }).where('id', '=', 1).execute()
      await sql.updateTable('operators').set({ clave_hash: 'otra' }).execute()
    })
    for (let orphan = 0; orphan <= FEW_ORPHANS; orphan++) await shop.ctx.files.put(randomId(shop.ctx.random), JPEG)
    for (const ctx of both) ctx.space = async () => ({ free: 2 ** 29, total: 2 ** 34, level: 'aviso' })
    const told = {
      'avisos:%': notifyReports,
      'alterado:%': alertAltered,
      'cierre:%': auditNight,
      'espacio:%': alertSpace,
      'respaldo-viejo:%': alertOldCopy,
      'comprobantes-sin-compra:%': watchProofs,
    }
    // Files carry the time of the machine's clock, and a copy is missed after two days.
    shop.ctx.clock.set(Math.max(Date.now(), shop.ctx.clock.now()) + 60 * HOUR)
    for (const tick of Object.values(told)) await together(tick)
    const mails = await Promise.all(Object.keys(told).map(async (like) => [like, (await keysOf(shop, like)).length]))
    expect(mails).toEqual(Object.keys(told).map((like) => [like, 1]))
  })

  /** A payment that waits for tickets, and the one that had them all was rejected. */
  async function openWaiting() {
    const opened = await openBoth(setup)
    const all = await report(opened.shop, { cantidad_tickets: '100', total: '500.00' })
    const other = { cedula: 'V-9.876.543', referencia: '004512783391', correo: 'otra@ejemplo.test' }
    const waits = await report(opened.shop, { cantidad_tickets: '3', total: '15.00', ...other })
    expect([all.statusCode, waits.json().en_espera]).toEqual([201, true])
    await rejectPurchase(opened.shop.ctx, all.json().id, 1, { actor: TESTER, motivo: 'No vemos este pago.' })
    // The grace time of the rejected buyer is over: the tickets come free.
    opened.shop.ctx.clock.advance(30 * 24 * HOUR)
    return { ...opened, id: waits.json().id as number }
  }
  const found = async ({ ctx }: Shop) => (await readDeeds(ctx, 'boletos encontrados')).map(({ compra_id }) => compra_id)

  test('give tickets back once, to the buyer who waited for them, and send one mail', async () => {
    const { shop, together, id } = await openWaiting()
    await together(sweepHolds)
    await together(tellServed)
    expect([await keysOf(shop, 'servida:%'), await found(shop)]).toEqual([[`servida:${id}`], [id]])
    expect(await audited(shop)).toEqual([])
  })

  test('control: where they do not wait for each other at the raffle, the buyer is told several times', async () => {
    const { shop, together } = await openWaiting()
    await sweepHolds(shop.ctx)
    const loose = await withoutGuards(shop.ctx, ['journal'])
    await Promise.all(Array.from({ length: 4 }, () => together(() => tellServed(loose))))
    expect((await found(shop)).length).toBeGreaterThan(1)
  })
})
