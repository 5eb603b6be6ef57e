import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import {
  ANA,
  comeIn,
  confirmAll,
  HER_DOCUMENT,
  letConfirm,
  look,
  type MoneyShop,
  openBdvShop,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Told } from '#movements/movement.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { undoDecision } from '#review/server/decision/undo-decision.ts'
import type { ToReturn, Unreported } from '../../contract.ts'

const WHY = { actor: TESTER, motivo: 'No quedaban boletos.' }
const BACK = { que: 'devuelto', razon: 'Por Pago Móvil.' }
const RECEIPT = '000154469146'

async function fall(shop: MoneyShop, id: number, how = 'anulado'): Promise<void> {
  if (how === 'rechazado') return rejectPurchase(shop.ctx, id, 1, WHY)
  await approvePurchase(shop.ctx, id, 1, { actor: TESTER })
  await annulPurchase(shop.ctx, id, null, WHY)
}
const note = (shop: MoneyShop, id: number) => post(shop, shop.headers, `/conciliacion/por-devolver/${id}`, BACK)

onSqlite('money whose return was noted before it was seen, and another report of that buyer', (setup) => {
  /** How the bank tells of it, and the number that the other report names. */
  const kinds: Record<string, [Partial<Told>, next: string]> = {
    'the receipt’s number': [{ referencia: RECEIPT }, RECEIPT],
    'the receipt’s number, and the next report names four digits of it': [
      { referencia: RECEIPT, ...HER_DOCUMENT },
      '9146',
    ],
    'another number': [{ referencia: '067720010001', banco_origen: '0102', ...HER_DOCUMENT }, '000199887766'],
    'no number': [HER_DOCUMENT, '000199887766'],
  }
  test.each(
    Object.entries(kinds).flatMap(([kind, told]) =>
      [
        ['anulado', 'in bulk'],
        ['anulado', 'alone'],
        ['rechazado', 'in bulk'],
      ]
        // Nobody is confirmed alone by the number of another report, whatever was noted.
        .filter(([, who]) => who === 'in bulk' || told[1] !== RECEIPT)
        .map(([how, who]) => [how, who, kind, ...told] as const),
    ),
  )('it confirms none, where the first was %s, %s: its bank gives it %s', async (how, who, _, money, says) => {
    const shop = await openBdvShop(setup)
    if (who === 'alone') await letConfirm(shop)
    const first = await pay(shop, RECEIPT, ANA)
    await fall(shop, first, how)
    expect((await note(shop, first)).statusCode).toBe(200)
    const next = await pay(shop, says, ANA)
    await comeIn(shop, [money])
    if (who === 'alone') await createMoneyWatch(shop.ctx)()
    else await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})

onBothEngines('money whose return was noted before it was seen', (setup) => {
  test('is not owed again where it was joined to its confirmed purchase by itself, and that one is undone and rejected', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '000030906155', ANA)
    await rejectPurchase(shop.ctx, id, 1, WHY)
    expect((await note(shop, id)).statusCode).toBe(200)
    await undoDecision(shop.ctx, id, null, TESTER)
    await approvePurchase(shop.ctx, id, null, { actor: TESTER, motivo: 'No se devolvió.' })
    shop.ctx.clock.advance(1000)
    await comeIn(shop, [{ referencia: '000030906155' }])
    await createMoneyWatch(shop.ctx)()
    await undoDecision(shop.ctx, id, null, TESTER)
    await rejectPurchase(shop.ctx, id, null, WHY)
    const { compras } = await look<ToReturn>(shop, '/por-devolver')
    expect(compras).toEqual([])
  })

  const openNoted = async (noted = true) => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '000030906155', ANA)
    await fall(shop, id)
    if (noted) await note(shop, id)
    const back = (money = 0) => post(shop, shop.headers, `/conciliacion/movimientos/${money}`, BACK)
    return { shop, id, back }
  }
  const returns = async ({ ctx }: MoneyShop) => {
    const lines = await ctx.db.read
      .selectFrom('journal')
      .select('datos')
      .where('accion', '=', 'dinero devuelto')
      .execute()
    return lines.map(({ datos }) => JSON.parse(datos)).map(({ monto, anotado = 'nuevo' }) => [monto, anotado])
  }

  test('is that money as far as the note goes, and what came beyond it is returned by itself', async () => {
    const { shop, id, back } = await openNoted()
    const [money] = await comeIn(shop, [{ referencia: '30906155', centimos: PRICE + 500 }])
    const { movimientos } = await look<Unreported>(shop, '/sin-reporte')
    expect(movimientos).toMatchObject([{ id: money }])
    expect((await back(money)).statusCode).toBe(200)
    expect(await returns(shop)).toEqual([
      ['6714.24', 'nuevo'],
      ['6714.24', 'antes'],
      ['5.00', 'nuevo'],
    ])
    // Control: opened again, it is owed again, with its note.
    await post(shop, shop.headers, `/conciliacion/movimientos/${money}`, { que: 'abierto' })
    expect((await look<ToReturn>(shop, '/por-devolver')).compras).toMatchObject([{ id, monto: '6714.24' }])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is not noted as returned once it was returned as money of nobody', async () => {
    const { shop, id, back } = await openNoted(false)
    const [money, other] = await comeIn(shop, [{ referencia: '30906155' }, { referencia: '40906156' }])
    await back(other)
    await back(money)
    expect((await note(shop, id)).json().code).toBe('ESTADO_NO_PERMITE')
    expect(await returns(shop)).toHaveLength(2)
  })

  test('is returned by itself where it has another reference, or came into another account', async () => {
    const { shop, back } = await openNoted()
    const [other] = await comeIn(shop, [{ referencia: '40906155' }])
    await back(other)
    expect(await returns(shop)).toEqual([
      ['6714.24', 'nuevo'],
      ['6714.24', 'nuevo'],
    ])
  })

  test('is told to a person who looks at another report of that payment, with or without the money', async () => {
    const { shop } = await openNoted()
    const next = await pay(shop, '30906155', { cedula: 'V-9.999.991' })
    const approve = () => post(shop, shop.headers, `/compras/${next}/aprobar`, { version: 1 })
    expect((await approve()).json().code).toBe('MOTIVO_NECESARIO')
    await comeIn(shop, [{ referencia: '000030906155' }])
    expect((await approve()).json().code).toBe('MOTIVO_NECESARIO')
  })
})
