import { expect, test } from 'vitest'
import type { Operator } from '#access/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import type { RowNames } from '#journal/server/answered-tables.ts'
import { appendEntry, chainHash } from '#journal/server/append-entry.ts'
import { keepJournal } from '#journal/server/note-rows.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { addNote } from '#purchases/server/notes.ts'
import { moveRaffle } from '#raffles/server/move-raffle.ts'
import { updateRaffle } from '#raffles/server/store.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { audit } from '../../cli/audit.ts'
import { openShop, report, type Shop, signInOwner } from '../testing/shop.ts'
import { alertAltered, auditNight } from './watch-rows.ts'

type Line = Awaited<ReturnType<typeof lastLine>>

const lastLine = (sql: Sql, ambito: string) =>
  sql.selectFrom('journal').selectAll().where('ambito', '=', ambito).orderBy('numero', 'desc').executeTakeFirstOrThrow()

const cheap = (sql: Sql) =>
  sql
    .updateTable('raffles')
    .set({ precio: '1.00' as never })
    .where('id', '=', 1)
    .execute()

/** The rows of a line, with the stranger's price for the raffle that it is about. */
const inFavour = ({ filas }: Pick<Line, 'filas'>) => filas?.replaceAll('"precio":"5.00"', '"precio":"1.00"') ?? null

/** As an owner does it. */
function setPrice({ ctx }: Shop, precio: string) {
  return ctx.db.write('rifa:1', async (tx) => {
    await updateRaffle(tx, 1, { precio: precio as never })
    const datos = { precio }
    await appendEntry(tx, {
      ambito: 'rifa:1',
      en: ctx.clock.now(),
      actor: TESTER,
      accion: 'rifa cambiada',
      rifa_id: 1,
      datos,
    })
  })
}

/** A line that nobody signed, at a place of a chain that is free. */
async function forge(sql: Sql, line: Omit<Line, 'hash' | 'firma' | 'id'>, previous = ''): Promise<void> {
  const { id } = await sql
    .selectFrom('journal')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await sql
    .insertInto('journal')
    .values({ ...line, id: Number(id) + 1_000, hash: previous, firma: null })
    .execute()
}

/** The audit's findings of every kind after a stranger with the database but without the key has done harm. */
async function told(setup: Setup, shop: Shop, harm: (sql: Sql) => Promise<unknown>) {
  const stranger = await setup.stranger(shop.ctx)
  await stranger.write('a espaldas', harm)
  return audit(shop.ctx)
}

onSqlite('a journal that somebody forged without the key', (setup) => {
  test('with a line before the first: its price is not believed', async () => {
    const shop = await openShop(setup)
    const problems = await told(setup, shop, async (sql) => {
      const line = await lastLine(sql, 'rifa:1')
      await cheap(sql)
      await forge(sql, { ...line, numero: 0, filas: inFavour(line) })
    })
    expect(problems).toContainEqual(expect.stringMatching(/^diario rifa:1: la línea 0 /))
    expect(problems).toContainEqual(expect.stringMatching(/^raffles 1: precio dice 1.00 y el diario 5.00/))
    expect(await alertAltered(shop.ctx)).not.toEqual([])
  })

  test('with its lines in another order: an earlier word is not taken for the last', async () => {
    const shop = await openShop(setup)
    await setPrice(shop, '1.00')
    await setPrice(shop, '5.00')
    const problems = await told(setup, shop, async (sql) => {
      const lines = await sql
        .selectFrom('journal')
        .select(['id', 'filas'])
        .where('ambito', '=', 'rifa:1')
        .orderBy('numero', 'desc')
        .limit(2)
        .execute()
      const [last, before] = [Number(lines[0]?.id), Number(lines[1]?.id)]
      for (const [from, to] of [
        [last, 9_000_001],
        [before, last],
        [9_000_001, before],
      ] as const)
        await sql.updateTable('journal').set({ id: to }).where('id', '=', from).execute()
      await cheap(sql)
    })
    expect(problems).toContainEqual(expect.stringMatching(/^diario rifa:1: la línea \d+ fue cambiada/))
  })

  test('so that the next start takes rows as they are: it does not, and nothing is taken for granted', async () => {
    const shop = await openShop(setup)
    const stranger = await setup.stranger(shop.ctx)
    const { id, datos } = await shop.ctx.db.read
      .selectFrom('journal')
      .select(['id', 'datos'])
      .where('accion', '=', 'filas anotadas')
      .executeTakeFirstOrThrow()
    const say = (text: string) =>
      stranger.write('a espaldas', (sql) =>
        sql.updateTable('journal').set({ datos: text }).where('id', '=', id).execute(),
      )
    await stranger.write('a espaldas', cheap)
    await say('{"formas":{},"no_cuadraban":0,"filas":[]}')
    await keepJournal(shop.ctx)
    await say('{}')
    await keepJournal(shop.ctx)
    await say(datos)
    expect(await audit(shop.ctx)).toEqual(['raffles 1: precio dice 1.00 y el diario 5.00'])
  })

  test('so that the night counts as looked at: it does not', async () => {
    const shop = await openShop(setup)
    await told(setup, shop, async (sql) => {
      const line = await lastLine(sql, 'sitio')
      await cheap(sql)
      const datos = '{"dia":"2026-11-19","no_cuadraban":0}'
      await forge(sql, { ...line, ambito: 'rifa:77', numero: 1, accion: 'noche revisada', datos, filas: null })
    })
    expect(await auditNight(shop.ctx)).toContainEqual(expect.stringMatching(/^raffles 1: precio /))
  })

  test('with a chain that nobody else has: what it says of rows is not believed', async () => {
    const shop = await openShop(setup)
    const problems = await told(setup, shop, async (sql) => {
      const line = { ...(await lastLine(sql, 'rifa:1')), ambito: 'rifa:77', numero: 1 }
      const own = { ...line, filas: inFavour(line) }
      await cheap(sql)
      const hash = chainHash('', own)
      await forge(sql, own, hash)
      await sql.insertInto('journal_heads').values({ ambito: 'rifa:77', numero: 1, hash }).execute()
    })
    expect(problems).toContainEqual(expect.stringMatching(/^diario rifa:77: la línea 1 /))
    expect(await alertAltered(shop.ctx)).not.toEqual([])
  })

  test('with a chain cut by more than a night: the night before shows it', async () => {
    const shop = await openShop(setup)
    await setPrice(shop, '1.00')
    await setPrice(shop, '5.00')
    await auditNight(shop.ctx)
    const problems = await told(setup, shop, async (sql) => {
      const last = await lastLine(sql, 'rifa:1')
      await sql.deleteFrom('journal').where('id', '=', last.id).execute()
      const { numero, hash } = await lastLine(sql, 'rifa:1')
      await sql.updateTable('journal_heads').set({ numero, hash }).where('ambito', '=', 'rifa:1').execute()
      await cheap(sql)
    })
    expect(problems).toContainEqual(expect.stringMatching(/^diario rifa:1: se conoce la línea \d+, y aquí no está/))
  })
})

onSqlite('a row that somebody changed stays named', (setup) => {
  /** Somebody changes it, and then another deed of the product notes its state. */
  async function named(harm: (sql: Sql) => Promise<unknown>, deed: (shop: Shop) => Promise<unknown>) {
    const shop = await openShop(setup)
    await signInOwner(shop)
    await report(shop)
    const stranger = await setup.stranger(shop.ctx)
    await stranger.write('a espaldas', harm)
    const before = (await audit(shop.ctx)).filter((problem) => problem.includes(' y el diario '))
    expect(before).toHaveLength(1)
    await deed(shop)
    expect(await audit(shop.ctx)).toEqual(expect.arrayContaining(before.map((problem) => withoutRest(problem))))
    return shop
  }
  /** The deed's other changes are known by then. */
  const withoutRest = (problem: string) => expect.stringContaining(problem.split(';')[0] ?? '')
  const note = (rows: RowNames, accion: Deed) => (shop: Shop) =>
    shop.ctx.db.write('sitio', (tx) =>
      appendEntry(tx, { ambito: 'sitio', en: shop.ctx.clock.now(), actor: TESTER, accion, datos: {}, rows }),
    )

  test('the owed amount of a purchase, lowered before it is approved', async () => {
    await named(
      (sql) =>
        sql
          .updateTable('purchases')
          .set({ monto: '1.00' as never })
          .execute(),
      ({ ctx }) => approvePurchase(ctx, 1, null, { actor: TESTER }),
    )
  })

  test('that it is decided, when somebody writes a note of it', async () => {
    await named(
      (sql) => sql.updateTable('purchases').set({ estado: 'anulado' }).execute(),
      ({ ctx }) => addNote(ctx, 1, 'Llamó.', { id: 1, nombre: 'Marisela' } as Operator),
    )
  })

  test('the price of a raffle, when its sale is paused; control: an owner who saves another one ends it', async () => {
    const shop = await named(cheap, ({ ctx }) => moveRaffle(ctx, ticketsOfRaffle, 1, 'pausar', TESTER))
    expect(await alertAltered(shop.ctx)).not.toEqual([])
    await setPrice(shop, '6.00')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('where buyers pay, when the accounts are put in another order', async () => {
    await named(
      (sql) => sql.updateTable('payment_methods').set({ telefono: '04125550001' }).where('id', '=', 1).execute(),
      note({ payment_methods: [1, 2] }, 'orden de los métodos de pago cambiado'),
    )
  })

  test('the permissions of an operator, also after a change of name', async () => {
    await named(
      (sql) => sql.updateTable('operators').set({ rol: 'lector' }).execute(),
      note({ operators: [1] }, 'nombre cambiado'),
    )
  })
})
