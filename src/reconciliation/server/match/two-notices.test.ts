import { expect, test } from 'vitest'
import { comeIn, confirmAll, openMoneyShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const FILE = { fuente: 'extracto', confianza: 'extracto' } as const
const NOTICE = { fuente: 'aviso', confianza: 'aviso' } as const
const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
onBothEngines('one payment that two notices and two files told', (setup) => {
  test.each([true, false])('confirms not two purchases at once (with notices: %s)', async (notices) => {
    const shop = await openMoneyShop(setup)
    if (notices) {
      await comeIn(shop, [{ referencia: '123456', telefono_origen: '584141112233' }], {
        ...NOTICE,
        crudo_sha256: 'sms',
      })
      await comeIn(shop, [{}], { ...NOTICE, crudo_sha256: 'push' })
    }
    await comeIn(shop, [{ documento_origen: 'V12345678' }], { ...FILE, crudo_sha256: 'lost' })
    await comeIn(shop, [{ referencia: '000000123456', documento_origen: 'V12345678' }], {
      ...FILE,
      crudo_sha256: 'whole',
    })
    const both = [await pay(shop, '000000123456', ANA), await pay(shop, '0000', ANA)]
    await confirmAll(shop)
    expect(await Promise.all(both.map((id) => stateOf(shop, id)))).not.toEqual(['confirmado', 'confirmado'])
  })
})
