import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Operator } from '#access/contract.ts'
import { audit } from '#app/cli/audit.ts'
import {
  comeIn,
  decide,
  join,
  linksOf,
  type MoneyShop,
  openMoneyShop,
  PRICE,
  pay,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onPostgres } from '#platform/server/testing/engines.ts'
import { addNote } from '#purchases/server/notes.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { undoDecision } from '#review/server/decision/undo-decision.ts'
import { MOVEMENTS_LANE } from '../bank/record-movements.ts'
import { decideMoney, decideRefund } from './decide-money.ts'

/** The next write of that lane commits once `meanwhile` has been done. */
function heldBack({ ctx: { db } }: MoneyShop, meanwhile: () => Promise<unknown>, held = 'rifa:1'): void {
  const { write } = db
  db.write = (lane, job) => {
    if (lane !== held) return write.call(db, lane, job) as never
    db.write = write
    return write.call(db, lane, async (tx) => {
      const done = await job(tx)
      await meanwhile()
      return done
    }) as never
  }
}

/** Somebody waits for a lock. */
const someWaits = ({ ctx }: MoneyShop) => {
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return expect.poll(async () => (await waits.execute(ctx.db.read)).rows.length).toBeGreaterThan(0)
}

// Chains do not wait for each other: a note of a row that its writer neither wrote nor locked would record an older state, and later than the row's
// writer.
onPostgres('money that is noted while it is joined', (setup) => {
  test('has the rest that the purchase left of it, although another source tells of it meanwhile', async () => {
    const shop = await openMoneyShop(setup)
    const word = { referencia: '000030906155', documento_origen: 'V12345678', banco_origen: '0134' }
    const [id] = await comeIn(shop, [word], { fuente: 'bnc', confianza: 'banco', canal: 'webhook' })
    const compra_id = await pay(shop, '30906155')
    heldBack(shop, () => comeIn(shop, [word], { fuente: 'bnc', confianza: 'banco' }))
    const joined = await join(shop, compra_id, id)
    expect(joined.statusCode, joined.body).toBe(200)
    expect(await shop.ctx.db.read.selectFrom('movements').select('unido').execute()).toEqual([{ unido: PRICE }])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('leaves the purchase that it paid as that is decided, when it is opened again meanwhile', async () => {
    const shop = await openMoneyShop(setup)
    const [money] = await comeIn(shop, [{ referencia: '000030906155' }])
    const id = await pay(shop, '30906155')
    await join(shop, id, money)
    await rejectPurchase(shop.ctx, id, 1, { actor: TESTER, motivo: 'No quedaban boletos.' })
    await decide(shop, money, 'devuelto')
    let opened: Promise<void> | undefined
    heldBack(shop, async () => {
      opened = decide(shop, money, 'abierto')
      await Promise.race([opened, someWaits(shop)])
    })
    await undoDecision(shop.ctx, id, null, TESTER)
    await opened
    expect(await shop.ctx.db.read.selectFrom('purchases').select('estado').execute()).toEqual([
      { estado: 'en revision' },
    ])
    expect(await linksOf(shop)).toMatchObject([{ compra_id: id }])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('leaves the purchase that it paid without it, when somebody writes a note of that one meanwhile', async () => {
    const shop = await openMoneyShop(setup)
    const { ctx } = shop
    const [money] = await comeIn(shop, [{ referencia: '000030906155' }])
    const id = await pay(shop, '30906155')
    await join(shop, id, money)
    await rejectPurchase(ctx, id, 1, { actor: TESTER, motivo: 'No quedaban boletos.' })
    let noted: Promise<void> | undefined
    const written = async () => {
      noted = addNote(ctx, id, 'Llamó.', { id: 1, nombre: 'Marisela' } as Operator)
      await Promise.race([noted, someWaits(shop)])
    }
    heldBack(shop, written, MOVEMENTS_LANE)
    await decide(shop, money, 'devuelto')
    await noted
    expect(await linksOf(shop)).toEqual([])
    expect(await audit(ctx)).toEqual([])
  })
  test.each(['as of nobody', 'of its purchase'])(
    'is returned once where it comes meanwhile, and its return is noted in two processes, first %s',
    async (first) => {
      const shop = await openMoneyShop(setup)
      const twin = await setup.twin(shop.ctx)
      const owner = { id: 1, nombre: 'Marisela', rol: 'dueno' } as Operator
      const id = await pay(shop, '30906155')
      await rejectPurchase(shop.ctx, id, 1, { actor: TESTER, motivo: 'No quedaban boletos.' })
      const [money = 0] = await comeIn(shop, [{ referencia: '000030906155' }])
      const back = { que: 'devuelto', razon: 'Por Pago Móvil.' } as const
      const [one, other] =
        first === 'as of nobody' ? ([decideMoney, decideRefund] as const) : ([decideRefund, decideMoney] as const)
      const idOf = (decide: typeof one) => (decide === decideMoney ? money : id)
      let second: Promise<unknown> | undefined
      heldBack(
        shop,
        async () => {
          second = other(twin, idOf(other), back, owner).catch(({ code }) => code)
          await Promise.race([second, someWaits(shop)])
        },
        MOVEMENTS_LANE,
      )
      await one(shop.ctx, idOf(one), back, owner)
      await second
      const lines = await shop.ctx.db.read
        .selectFrom('journal')
        .select('datos')
        .where('accion', '=', 'dinero devuelto')
        .execute()
      expect(lines.filter(({ datos }) => !datos.includes('"anotado"'))).toHaveLength(1)
      expect(await audit(shop.ctx)).toEqual([])
    },
  )
})
