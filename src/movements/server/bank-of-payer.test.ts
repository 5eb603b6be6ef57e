import { expect, test } from 'vitest'
import { comeIn, file, HER_DOCUMENT, list, openMoneyShop } from '#app/server/testing/money/money-shop.ts'
import { movementsOf } from '#app/server/testing/money/statement-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

onBothEngines('two payments of one person from two banks, under short numbers', (setup) => {
  test.each([['0134'], ['0105']])('keep their numbers by the bank that a file names: %s', async (banco_origen) => {
    const shop = await openMoneyShop(setup)
    const short = ['0134', '0105'].map((bank, at) => ({ ...HER_DOCUMENT, referencia: `418${at}`, banco_origen: bank }))
    await comeIn(shop, short, list('bnc'))
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: '764404804556', banco_origen }], file('noon'))
    const kept = (await movementsOf(shop)).filter(({ referencia_otra }) => referencia_otra !== '')
    expect(kept.map((row) => row.banco_origen)).toEqual([banco_origen])
  })
})
