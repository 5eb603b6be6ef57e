import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { sellByHand } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { booksOf, comeIn, type MoneyDesk, openMoneyShop, PRICE, pay } from '#app/server/testing/money/money-shop.ts'
import { noteWritten } from '#journal/server/testing/note-written.ts'
import type { Figures } from '#money/books-contract.ts'
import type { Told } from '#money/movement.ts'
import { auditBooks } from '#money/server/books/audit-books.ts'
import { listReversals } from '#money/server/match/reversals.ts'
import { isRefusal } from '#platform/errors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { cents, expectAccountsAddUp, expectAddsUp } from '../testing/books.ts'
import { unzip } from '../testing/unzip.ts'

/** A part of a movement pays a purchase, as the operation that joins them writes it. */
async function join({ ctx }: MoneyDesk, movimiento_id: number, compra_id: number, centimos: number): Promise<void> {
  await ctx.db.write('rifa:1', async (tx) => {
    const link = { movimiento_id, compra_id, centimos, por: 'persona', regla: '', quien: 'x', quien_id: null } as const
    await tx
      .insertInto('movement_links')
      .values({ ...link, en: 1 as never })
      .execute()
    await tx
      .updateTable('movements')
      .set((row) => ({ unido: row('unido', '+', centimos) }))
      .where('id', '=', movimiento_id)
      .execute()
    await noteWritten(tx, { purchases: [compra_id], movements: [movimiento_id] })
  })
}

const sumOf = (figures: Figures[], name: keyof Figures) => figures.reduce((all, one) => all + cents(one[name]), 0)

let references = 500_000_000

onBothEngines('the books of a raffle', (setup) => {
  test('add up sales, income, debts and refunds, in both currencies, by method', async () => {
    const shop = await openMoneyShop(setup)
    const { ctx } = shop
    const [exact, short, long, dead, open] = await Promise.all([
      pay(shop, '700000000001'),
      pay(shop, '700000000002'),
      pay(shop, '700000000003'),
      pay(shop, '700000000004'),
      pay(shop, '700000000005', { metodo_pago: 'zelle', metodo_id: '2' }),
    ])
    const [one = 0, two = 0, three = 0, four = 0] = await comeIn(shop, [
      { referencia: '700000000001' },
      { centimos: PRICE - 10_000 },
      { centimos: PRICE + 5_000 },
      { centimos: PRICE },
    ])
    // The bank's commission has the reference of its credit; another one only its words.
    await comeIn(shop, [
      { sentido: 'debito', centimos: 201, referencia: '700000000001' },
      { sentido: 'debito', centimos: 99, concepto: 'COMISION PAGO MOVIL' },
      // A debit of the whole amount is no fee, though it has that reference too: the bank took it back.
      { sentido: 'debito', centimos: PRICE, referencia: '700000000001', concepto: 'REVERSO' },
    ])
    await join(shop, one, exact, PRICE)
    await join(shop, two, short, PRICE - 10_000)
    await join(shop, three, long, PRICE + 5_000)
    await join(shop, four, dead, PRICE)
    for (const id of [exact, short, long]) await judge.approve({ ctx }, id)
    await judge.reject({ ctx }, dead, 1, { motivo: 'No es de aquí.' })
    const books = await booksOf(shop)
    expect(books.metodos).toMatchObject([
      {
        titulo: 'Pago Movil',
        moneda: 'VES',
        confirmadas: 3,
        en_revision: 0,
        caidas: 1,
        boletos: 6,
        propia: {
          vendido: '20142.72',
          confirmado: '20142.72',
          recibido: '20092.72',
          debe: '6814.24',
          devolver: '6764.24',
          revertido: '6714.24',
          comisiones: '2.01',
        },
        usd: { vendido: '30.00', devolver: '10.07', debe: '10.15', recibido: '29.92', revertido: '10.00' },
      },
      { titulo: 'Zelle', moneda: 'USD', en_revision: 1, propia: { por_verificar: '10.00', debe: '10.00' } },
    ])
    expect(books.total).toMatchObject({ boletos: 8, usd: { vendido: '40.00' }, ves: { vendido: '26856.96' } })
    expect(books.cuentas).toMatchObject([
      {
        titulo: 'Pago Movil',
        entro: '26806.96',
        unido: '20092.72',
        sin_reporte: '0.00',
        revertido: '6714.24',
        comisiones: '3.00',
        otras_salidas: '6714.24',
      },
    ])
    expect(open).toBeGreaterThan(0)
    expect(await audit(ctx)).toEqual([])

    const file = await shop.get(`/rifas/${shop.id}/libros/excel`)
    expect(file.headers['content-disposition']).toContain(`libros-rifa-${shop.id}-`)
    const sheets = unzip(file.rawPayload)
    expect(sheets.get('xl/workbook.xml')).toMatch(/name="Libros" .*name="Cuentas" /)
    expect(sheets.get('xl/worksheets/sheet1.xml')).toContain('<v>20142.72</v>')
    expect(sheets.get('xl/worksheets/sheet2.xml')).toContain('<v>26806.96</v>')
  })

  test(`add up over many random links, over- and underpayments, returned and annulled purchases; seed ${SEED}`, async () => {
    const shop = await openMoneyShop(setup, { total_numeros: 10_000 })
    const { ctx } = shop
    const { below } = seededRandom(SEED)
    const purchases: number[] = []
    const money: { id: number; told: Partial<Told> }[] = []
    const act = async (path: string, payload: object) => {
      const answer = await shop.post(`/conciliacion${path}`, payload)
      expect(answer.statusCode, answer.body).toBeLessThan(500)
    }
    const tell = async (told: Partial<Told>) => {
      const [id] = await comeIn(shop, [told])
      if (id !== undefined) money.push({ id, told })
    }
    for (let deed = 0; deed < soak(160, 2_000); deed++) {
      const kind = below(14)
      const purchase = purchases[below(purchases.length + 1)]
      const movement = money[below(money.length + 1)]
      if (kind < 3) {
        purchases.push(
          await pay(shop, String(++references), below(4) === 0 ? { metodo_pago: 'zelle', metodo_id: '2' } : {}),
        )
      } else if (kind < 5) {
        await tell({ centimos: 1 + below(2 * PRICE), referencia: String(++references) })
      } else if (kind === 5 && movement) {
        // Reported again, or taken back by the bank, whole or as its commission.
        const out = { ...movement.told, sentido: 'debito' } as const
        const again = [movement.told, out, { ...out, centimos: 1 + below(200) }][below(3)] ?? out
        if (again === movement.told) await tell(again)
        else await comeIn(shop, [again])
      } else if (kind < 9 && purchase && movement) {
        const monto = below(3) === 0 ? { monto: (1 + below(PRICE / 100)).toFixed(2) } : {}
        await act('/unir', { compra_id: purchase, movimientos: [{ id: movement.id, ...monto }] })
      } else if (kind === 9 && purchase && movement) {
        await act('/desunir', { compra_id: purchase, movimiento_id: movement.id })
      } else if (kind === 10 && movement) {
        const que = ['devuelto', 'ignorado', 'abierto', 'otra'][below(4)]
        await act(`/movimientos/${movement.id}`, { que, razon: 'Así se decidió.' })
      } else if (purchase) {
        // Some are in no state for it: they are refused, and nothing changes.
        const deeds = [
          () => judge.approve({ ctx }, purchase),
          () => judge.annul({ ctx }, purchase, null, { motivo: 'Se devuelve.' }),
          () => judge.reject({ ctx }, purchase),
        ]
        await deeds[below(3)]?.().catch((error: unknown) => expect(isRefusal(error)).toBe(true))
      }
    }
    const books = await booksOf(shop)
    for (const row of books.metodos) for (const figures of [row.propia, row.ves, row.usd]) expectAddsUp(figures)
    expectAddsUp(books.total.ves)
    expectAddsUp(books.total.usd)
    for (const currency of ['ves', 'usd'] as const) {
      const rows = books.metodos.map((row) => row[currency])
      for (const name of ['vendido', 'recibido', 'debe', 'devolver'] as const) {
        expect(cents(books.total[currency][name])).toBe(sumOf(rows, name))
      }
    }
    expectAccountsAddUp(books)
    // Recounted from the rows alone: linked money and its rest, without money that the bank took back.
    const rows = await ctx.db.read.selectFrom('movements').selectAll().execute()
    const reversed = await listReversals(ctx.db.read)
    const held = rows.filter(({ id, unido }) => unido > 0 && !reversed.has(id))
    const own = books.metodos.filter(({ moneda }) => moneda === 'VES').map(({ propia }) => propia)
    const came = held.reduce((all, { centimos, devuelto, ignorado }) => all + centimos - devuelto - ignorado, 0)
    expect(sumOf(own, 'recibido')).toBe(came)
    const credits = rows.filter(({ sentido }) => sentido === 'credito')
    const [account] = books.cuentas
    expect(cents(account?.entro ?? '') + cents(account?.repetido ?? '')).toBe(
      credits.reduce((all, { centimos }) => all + centimos, 0),
    )
    for (const name of ['devolver', 'revertido', 'comisiones'] as const) expect(sumOf(own, name)).toBeGreaterThan(0)
    expect(await auditBooks(ctx.db.read)).toEqual([])
    expect(books.total.confirmadas + books.total.en_revision + books.total.caidas).toBe(purchases.length)
  })

  test('count cash as received once somebody has confirmed having it', async () => {
    const shop = await openMoneyShop(setup)
    const sell = async (cedula: string, confirmar?: string) => {
      const answer = await sellByHand(shop, shop.headers, `venta-${cedula}`, { cedula, confirmar })
      expect(answer.statusCode, answer.body).toBe(201)
    }
    await sell('V-12.345.001', '1')
    await sell('V-12.345.002')
    const [cash] = (await booksOf(shop)).metodos
    expect(cash).toMatchObject({ titulo: 'Efectivo', confirmadas: 1, en_revision: 1 })
    expect(cash?.propia).toMatchObject({ vendido: '13428.48', recibido: '6714.24', debe: '6714.24', devolver: '0.00' })
  })

  test('control: a link that no purchase of the books has is found by the audit', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '700000000009')
    const [movement = 0] = await comeIn(shop, [{}])
    await join(shop, movement, id, PRICE)
    expect(await auditBooks(shop.ctx.db.read)).toEqual([])
    await shop.ctx.db.write('prueba', (tx) =>
      tx.updateTable('purchases').set({ monto_moneda: 'USD' }).where('id', '=', id).execute(),
    )
    expect(await auditBooks(shop.ctx.db.read)).not.toEqual([])
  })
})
