import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import { comeIn, confirmAll, openMoneyShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
const HERS = { id_banco: 'ana', referencia: '000044444444', documento_origen: 'V12345678' }
const LUIS = { id_banco: 'luis', referencia: '000087654300', documento_origen: 'V87654321' }
const LIST = { fuente: 'bnc', confianza: 'banco' } as const
const CALL = { ...LIST, canal: 'webhook', crudo_sha256: 'call' } as const
const NOON = { fuente: 'extracto', confianza: 'extracto', crudo_sha256: 'noon' } as const
const EVENING = { ...NOON, crudo_sha256: 'evening' } as const

onBothEngines('a payment that a bank lists under a short number of its own, which a person has joined', (setup) => {
  test.each([
    ['file', LIST, CALL, EVENING],
    ['call', LIST, CALL, CALL],
    ['file', CALL, LIST, EVENING],
    ['list', CALL, LIST, LIST],
  ] as const)(
    'confirms no second purchase by its own %s, after another was taken for it (%#)',
    async (_, short, again, own) => {
      const shop = await openMoneyShop(setup)
      const [known] = await comeIn(shop, [{ referencia: '48213' }], short)
      const first = await pay(shop, '1234', ANA)
      const joined = { compra_id: first, movimientos: [{ id: known }] }
      expect((await post(shop, shop.headers, '/conciliacion/unir', joined)).statusCode).toBe(200)
      await comeIn(shop, [LUIS], NOON)
      await comeIn(shop, [LUIS], again)
      await comeIn(shop, [LUIS, HERS], own)
      const next = await pay(shop, HERS.referencia, ANA)
      expect(await confirmAll(shop)).toEqual([])
      expect(await stateOf(shop, next)).toBe('en revision')
    },
  )
})
