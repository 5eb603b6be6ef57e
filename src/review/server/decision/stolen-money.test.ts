import { expect, test } from 'vitest'
import {
  chooseCents,
  comeIn,
  confirmAll,
  ANA as HER,
  letConfirm,
  openBdvShop,
  openConfirming,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { after } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '../automatic/watch-money.ts'

const NOTICE = { fuente: 'aviso', confianza: 'aviso' } as const
const STATEMENT = { fuente: 'extracto', confianza: 'extracto' } as const
/** A message forged to the shop's phone, in the words of its bank: the thief's reference and phone, the price that everybody pays. */
const MADE_UP = { referencia: '108834000222', telefono_origen: '584149999999' }
const THIEF = { telefono: '0414-9999999' }
/** The bank's line for the woman who paid within it. */
const PAID = {
  referencia: '0677200011',
  documento_origen: 'V12345678',
  nombre_origen: 'ANA PEREZ',
  banco_origen: '0102',
}
const ANA = { ...HER, nombre: 'Ana Pérez' }

onSqlite('a notice that somebody made up', (setup) => {
  test.each([
    ['before the payment', [NOTICE, undefined]],
    ['after it', [undefined, NOTICE]],
  ])('%s does not become the word of the bank: neither alone nor together are its words exact', async (_, order) => {
    const shop = await openBdvShop(setup)
    await letConfirm(shop)
    for (const word of order) await comeIn(shop, [word === NOTICE ? MADE_UP : PAID], word)
    const thief = await pay(shop, '34000222', THIEF)
    await createMoneyWatch(shop.ctx)()
    expect([await stateOf(shop, thief), await confirmAll(shop)]).toEqual(['en revision', []])
  })

  test('takes nothing from its true payer, also where it says nothing but a name', async () => {
    for (const words of [MADE_UP, { nombre_origen: 'PEDRO GOMEZ' }]) {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [words], NOTICE)
      await comeIn(shop, [PAID], STATEMENT)
      expect(await confirmAll(shop)).toEqual([])
      const ana = await pay(shop, '30906155', ANA)
      expect(await confirmAll(shop)).toEqual([ana])
    }
  })

  test('control: details under the reference of the bank are filled in by it', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ referencia: '30906155', telefono_origen: '584141112233' }], NOTICE)
    await comeIn(shop, [{ referencia: '0050930906155' }], STATEMENT)
    const [money] = await shop.ctx.db.read.selectFrom('movements').selectAll().execute()
    expect(money).toMatchObject({ confianza: 'extracto', telefono_origen: '584141112233', cola_avisada: '30906155' })
  })

  test('that went to the row of another payer leaves each their own', async () => {
    const shop = await openBdvShop(setup)
    const luis = { cedula: 'V-9.999.999', telefono: '0414-9999999', nombre: 'Luis Paz' }
    await comeIn(shop, [MADE_UP], NOTICE)
    const his = { ...PAID, referencia: '0677200033', documento_origen: 'V9999999', nombre_origen: 'LUIS PAZ' }
    await comeIn(shop, [PAID, his], STATEMENT)
    await pay(shop, '34000222', luis)
    await pay(shop, '55443322', luis)
    expect(await confirmAll(shop)).toEqual([])
  })
})

onSqlite('a stranger who knows the phone of somebody about to pay', (setup) => {
  const CALL = { referencia: '005030906155', banco_origen: '0134', telefono_origen: '584141112233' }

  test.each([
    ['and reports first, of no reference', '0000', CALL],
    ['and reports first, of any reference', '99887766', { ...CALL, referencia: '30906155', banco_origen: '0102' }],
  ])('%s, is not confirmed by that payment', async (_, reference, call) => {
    const shop = await openBdvShop(setup)
    await letConfirm(shop)
    const look = createMoneyWatch(shop.ctx)
    await look()
    const thief = await pay(shop, reference, { telefono: ANA.telefono })
    await comeIn(shop, [call])
    await look()
    expect(await stateOf(shop, thief)).toBe('en revision')
  })

  test('a report of no reference is never exact by a phone, and control: a phone with the name of its owner is certain', async () => {
    const shop = await openConfirming(setup)
    await comeIn(shop, [{ ...CALL, nombre_origen: 'ANA PEREZ' }])
    const thief = await pay(shop, '0000', { pagador_telefono: ANA.telefono, nombre: 'Ana Rojas Pérez' })
    expect(await confirmAll(shop)).toEqual([])
    const ana = await pay(shop, '906155', ANA)
    await createMoneyWatch(shop.ctx)()
    expect([await stateOf(shop, thief), await stateOf(shop, ana)]).toEqual(['en revision', 'confirmado'])
  })

  test('money that came after its report does not confirm it alone, under any cédula', async () => {
    const shop = await openBdvShop(setup)
    await letConfirm(shop)
    const ids = [await pay(shop, '99887766', ANA), await pay(shop, '88776655', { cedula: 'V-2.222.222' })]
    const en = shop.ctx.clock.now()
    await comeIn(shop, [
      { ...PAID, en: after(en, 16 * 60_000) },
      { ...PAID, referencia: '0677200022', documento_origen: 'V2222222', nombre_origen: '', en: after(en, 60_000) },
    ])
    await createMoneyWatch(shop.ctx)()
    expect(await Promise.all(ids.map((id) => stateOf(shop, id)))).toEqual(['en revision', 'confirmado'])
  })

  test('céntimos that another paid by the word of the bank wait for a person: they may be the plain price of another raffle', async () => {
    const shop = await openBdvShop(setup, { centimos_unicos: 999 })
    await letConfirm(shop)
    const look = createMoneyWatch(shop.ctx)
    await look()
    const [his, hers] = [await chooseCents(shop), await chooseCents(shop)]
    const thief = await pay(shop, '44556677', { apartado: his.apartado })
    const ana = await pay(shop, '55667788', { apartado: hers.apartado, ...ANA })
    await comeIn(shop, [
      { ...PAID, centimos: his.centimos },
      { ...PAID, referencia: '0677200012', centimos: hers.centimos },
    ])
    await look()
    expect([await stateOf(shop, thief), await stateOf(shop, ana)]).toEqual(['en revision', 'confirmado'])
  })
})
