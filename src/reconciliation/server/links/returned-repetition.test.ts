import { expect, test } from 'vitest'
import { addReviewer, post } from '#app/server/testing/desk.ts'
import { comeIn, confirmAll, openMoneyShop, pay } from '#app/server/testing/money/money-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

onBothEngines('a row that may be another one told again', (setup) => {
  test('is not returned by a reviewer as money of nobody while the other one pays a confirmed purchase', async () => {
    const shop = await openMoneyShop(setup)
    const ana = await addReviewer(shop)
    const id = await pay(shop, '000030906155')
    await comeIn(shop, [{ referencia: '000030906155' }], { crudo_sha256: 'a' })
    const [again] = await comeIn(shop, [{ referencia: '000030906155' }], { crudo_sha256: 'b' })
    expect(await confirmAll(shop)).toEqual([id])
    const back = { que: 'devuelto', razon: 'Nadie lo reportó.' }
    const answer = await post(shop, ana, `/conciliacion/movimientos/${again}`, back)
    expect(answer.json().code).toBe('PUEDE_SER_REPETIDO')
  })
})
