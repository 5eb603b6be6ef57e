import { expect, test } from 'vitest'
import { comeIn, NUMBERED, openTransfers, pay } from '#app/server/testing/money/money-shop.ts'
import { csv, layout, movementsOf, openStatementShop } from '#app/server/testing/money/statement-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { LINES } from './testing/write-statements.ts'

onSqlite('the account of a statement', (setup) => {
  test('a file without references that was imported in another account says so; control: again in its own', async () => {
    const shop = await openStatementShop(setup)
    const bytes = csv('20/11/2026;;UNO;;6714,24')
    await shop.bring({ bytes })
    expect((await shop.preview({ bytes })).avisos).toEqual([])
    const { avisos, cuenta } = await shop.preview({ bytes, metodo: 2 })
    const says =
      'Este archivo ya se importó en Pago Movil, y aquí elegiste Zelle: revisa arriba la cuenta antes de importar.'
    expect([avisos, cuenta.duda]).toEqual([[says], true])
  })

  test('a file whose payments were reported to another account says so before it is imported; control: to its own, or one by chance', async () => {
    const shop = await openStatementShop(setup)
    const monto = '6714,24'
    const bytes = csv(`20/11/2026;000030906155;UNO;;${monto}`, `20/11/2026;000040906155;DOS;;${monto}`)
    const warned = async (metodo?: number) => (await shop.preview({ bytes, ...(metodo && { metodo }) })).avisos
    await pay(shop, '30906155')
    expect(await warned(2)).toEqual([])
    // Nor by its money: both are one payment.
    await comeIn(shop, [{ referencia: '30906155' }])
    expect(await warned(2)).toEqual([])
    await pay(shop, '40906155')
    expect(await warned()).toEqual([])
    const says = '2 de estos pagos son de Pago Movil, y aquí elegiste Zelle: revisa arriba la cuenta antes de importar.'
    expect(await warned(2)).toEqual([says])
    const above = Array.from({ length: 590 }, (_, at) => `20/11/2026;${1_000 + at};DEPOSITO;;${7_000 + at},10`)
    const long = csv(...above, ...bytes.toString().split('\n').slice(1))
    expect((await shop.preview({ bytes: long, metodo: 2 })).avisos).toEqual([says])
    // A program that imports without a preview gets the warning too.
    expect(await shop.bring({ bytes, metodo: 2 })).toMatchObject({ nuevos: 2, avisos: [says] })
    // It is in both accounts now, though this one is right.
    const both =
      'Este archivo ya se importó en Zelle, y aquí elegiste Pago Movil: revisa arriba la cuenta antes de importar.'
    expect(await shop.bring({ bytes })).toMatchObject({ avisos: [both] })
  })

  test('the statement of another account is refused; one whose account stars hide is not', async () => {
    const shop = await openStatementShop(setup)
    const foreign = await layout('bdv.txt').write(LINES)
    const answer = await shop.send('', { bytes: foreign })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'EXTRACTO_OTRA_CUENTA'])
    expect((await shop.preview({ bytes: foreign })).code).toBe('EXTRACTO_OTRA_CUENTA')
    expect(await movementsOf(shop)).toEqual([])
    const starred = (account: string) => Buffer.from(`Cuenta: ${account}\n${csv('02/11/2026;1;UNO;;10,00')}`)
    expect(await shop.preview({ bytes: starred('0134************4821') })).toMatchObject({
      cuenta: { terminada_en: '4821', coincide: true },
    })
    expect((await shop.preview({ bytes: starred('0102-****-**-******4821') })).code).toBe('EXTRACTO_OTRA_CUENTA')
  })

  test('the statement of another account of its bank is refused too, where only the transfers of the account have its number', async () => {
    const shop = await openStatementShop(setup)
    const named = (account: string) => Buffer.from(`Cuenta: ${account}\n${csv('02/11/2026;1;UNO;;10,00')}`)
    const foreign = named('01340000120000654321')
    expect((await shop.preview({ bytes: foreign })).cuenta).toMatchObject({ coincide: true })
    await openTransfers(shop, NUMBERED)
    const answer = await shop.send('/vista', { bytes: foreign })
    expect(answer.json()).toMatchObject({ code: 'EXTRACTO_OTRA_CUENTA', details: expect.stringContaining('en 3456') })
    expect((await shop.bring({ bytes: foreign })).code).toBe('EXTRACTO_OTRA_CUENTA')
    expect(await shop.bring({ bytes: named('0134************3456') })).toMatchObject({ nuevos: 1 })
  })
})
