import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import {
  comeIn,
  confirmAll,
  letConfirm,
  look,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import type { Told } from '#movements/movement.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'

const IN = { referencia: '000030906155', concepto: 'PAGO MOVIL', dia: '2026-11-20' as CalendarDate }
const OUT = { ...IN, sentido: 'debito', concepto: 'REVERSO PAGO MOVIL' } as const

onBothEngines('money that the bank took back', (setup) => {
  test.each<[string, Partial<Told>]>([
    ['in the same list', {}],
    ['with fewer digits, some days later', { referencia: '30906155', dia: '2026-11-28' as CalendarDate }],
  ])('%s confirms nobody, alone or together, and says so', async (_, debit) => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [IN, { ...OUT, ...debit }])
    await createMoneyWatch(shop.ctx)()
    expect([await stateOf(shop, id), await confirmAll(shop)]).toEqual(['en revision', []])
    const says = { nivel: 'mal', texto: 'El banco lo devolvió' }
    expect(await look(shop, `/veredictos?compras=${id}`)).toMatchObject({
      veredictos: { [id]: { veredicto: 'ambiguo', candidatos: [{ razones: expect.arrayContaining([says]) }] } },
    })
    expect(await look(shop, '/sugerencias')).toMatchObject({ filas: [{ razones: expect.arrayContaining([says]) }] })
  })

  test('a reversal of as much under another number may be of it: a person looks, until somebody says what it is', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [IN])
    const [out = 0] = await comeIn(shop, [{ ...OUT, referencia: '000030906156' }])
    expect(await confirmAll(shop)).toEqual([])
    const said = { que: 'ignorado', razon: 'Es de otro pago.' }
    expect((await post(shop, shop.headers, `/conciliacion/movimientos/${out}`, said)).statusCode).toBe(200)
    expect(await confirmAll(shop)).toEqual([id])
  })

  test.each<[string, Partial<Told>, number?]>([
    ['a commission under its reference', { centimos: 2_000 }],
    ['a debit under another reference', { referencia: '000030906156', concepto: 'PAGO MOVIL ENVIADO' }],
    ['a debit weeks later', { dia: '2026-12-05' as CalendarDate }],
    ['a debit of another account', {}, 3],
  ])('control: %s takes nothing back', async (_, debit, metodo_id = 1) => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [{ ...IN, centimos: PRICE }])
    await comeIn(shop, [{ ...OUT, ...debit }], { metodo_id })
    expect(await confirmAll(shop)).toEqual([id])
  })
})
