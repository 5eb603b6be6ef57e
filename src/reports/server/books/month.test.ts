import { expect, test } from 'vitest'
import { purchaseRow } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { comeIn, confirmAll, openMoneyShop, PRICE, pay } from '#app/server/testing/money/money-shop.ts'
import { signInAgain } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { addDays, dayInCaracas } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { unzip } from '../testing/unzip.ts'

const ACCOUNTANT = { nombre: 'Luz', correo: 'luz@ejemplo.test', clave: 'otra frase larga y propia' }

/** The texts and sums of each row of a sheet. */
function rowsOf(sheet = ''): string[][] {
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<(?:t[^>]*|v)>([^<]*)</g)].map(([, said = '']) => said),
  )
}

onBothEngines('the closing of a month', (setup) => {
  test('has the totals of each raffle and account, the refunds and the money that the bank took; an accountant takes it', async () => {
    const shop = await openMoneyShop(setup)
    const { ctx } = shop
    const before = addDays(dayInCaracas(ctx.clock.now()), -40)
    const [kept, fell, free] = [await pay(shop, '70010001111'), await pay(shop, '70010002222'), '70010003333']
    await comeIn(shop, [
      { referencia: '70010001111' },
      { referencia: '70010002222' },
      { referencia: free, centimos: 5_000 },
      { referencia: '70010009999', centimos: 99_900, dia: before },
      { referencia: '70010001111', sentido: 'debito', centimos: 2_014, concepto: 'COMISION PAGO MOVIL' },
    ])
    expect(await confirmAll(shop)).toHaveLength(2)
    await judge.annul({ ctx }, fell, 2, { motivo: 'Se equivocó.' })
    const back = { que: 'devuelto', razon: 'Por Pago Móvil.' }
    expect((await shop.post(`/conciliacion/por-devolver/${fell}`, back)).statusCode).toBe(200)

    await quickOperator(ctx, { ...ACCOUNTANT, rol: 'lector' }, TESTER)
    const headers = await signInAgain(shop.app, { correo: ACCOUNTANT.correo, clave: ACCOUNTANT.clave })
    const take = async (mes: string) => {
      const answer = await shop.app.inject({ url: `/api/panel/libros/mes/excel?mes=${mes}`, headers })
      expect(answer.statusCode, answer.body).toBe(200)
      const files = unzip(answer.rawPayload)
      return [1, 2, 3].map((sheet) => rowsOf(files.get(`xl/worksheets/sheet${sheet}.xml`)))
    }
    const today = dayInCaracas(ctx.clock.now())
    const [raffles = [], refunds = [], accounts = []] = await take(today.slice(0, 7))
    const { codigo } = await purchaseRow(shop, fell)
    expect(raffles).toHaveLength(2)
    expect(raffles[1]).toEqual(expect.arrayContaining(['Moto 200 cc', 'Pago Movil', 'VES', '6714.24', '20.14']))
    expect(refunds.slice(1)).toEqual([expect.arrayContaining(['Moto 200 cc', codigo, 'Pago Movil', 'VES', '6714.24'])])
    expect(accounts).toHaveLength(2)
    expect(accounts[1]).toEqual(expect.arrayContaining([((2 * PRICE + 5_000) / 100).toFixed(2), '20.14']))
    // Another month's rows are in that month, and a month without any is empty.
    expect((await take(before.slice(0, 7))).map(({ length }) => length)).toEqual([1, 1, 2])
    expect((await take('2020-01')).map(({ length }) => length)).toEqual([1, 1, 1])
    expect(kept).toBeGreaterThan(0)
    for (const path of ['/libros/mes/excel?mes=2026-13', '/libros/mes/excel'])
      expect((await shop.app.inject({ url: `/api/panel${path}`, headers })).statusCode, path).toBe(422)
    // The list of buyers needs a proof from an accountant too, and the owners are told.
    const list = await shop.app.inject({ url: '/api/panel/exportar/compras', headers })
    expect([list.statusCode, list.json().code]).toEqual([409, 'CONFIRMACION_NECESARIA'])
  })
})
