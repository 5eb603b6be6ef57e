import { expect, test } from 'vitest'
import { comeIn, confirmAll, openBdvShop, openMoneyShop, pay } from '#app/server/testing/money/money-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
const CALL = { fuente: 'bnc', confianza: 'banco', canal: 'webhook', crudo_sha256: 'call' } as const
const FILE = { fuente: 'extracto', confianza: 'extracto', crudo_sha256: 'file' } as const
const CALLED = { referencia: '000030906155', telefono_origen: '584141112233', documento_origen: 'V12345678' }
const HERS = { id_banco: 'ana', referencia: '000030906155', documento_origen: 'V12345678' }
const LOST = { id_banco: 'luis', nombre_origen: 'LUIS PAZ' }

onBothEngines('a file in which one payment lost its number and another is known by it', (setup) => {
  test.each([[[HERS, LOST]], [[LOST, HERS]]])('has two payments, whichever row is first (%#)', async (rows) => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [CALLED], CALL)
    await comeIn(shop, rows, FILE)
    const kept = await shop.ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
    expect(kept.map(({ nombre_origen, repetida_de }) => [nombre_origen, repetida_de])).toEqual([
      ['', null],
      ['LUIS PAZ', null],
    ])
  })

  test.each([[[HERS, LOST]], [[LOST, HERS]]])(
    'is exact where the bank renumbers, whichever row is first (%#)',
    async (rows) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ ...CALLED, banco_origen: '0102' }], { ...CALL, fuente: 'bdv' })
      const told = rows.map((row, at) => ({ ...row, referencia: `06770001000${at}`, banco_origen: '0102' }))
      await comeIn(shop, told, FILE)
      const first = await pay(shop, CALLED.referencia, ANA)
      expect(await confirmAll(shop)).toEqual([first])
    },
  )
})
