import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import {
  act,
  booksOf,
  comeIn,
  confirmAll,
  join,
  letConfirm,
  look,
  type MoneyShop,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import type { Reconciliation, Unreported } from '../contract.ts'
import type { Told } from '../movement.ts'
import { createReversalWatch } from './tell-reversed.ts'

const IN = { referencia: '000030906155' }
const OUT = { ...IN, sentido: 'debito', concepto: 'REVERSO PAGO MOVIL' } as const

const mails = async ({ ctx }: MoneyShop) =>
  (await ctx.db.read.selectFrom('outbox').select(['clave', 'texto']).where('clave', 'like', 'reversa:%').execute()).map(
    ({ texto }) => texto,
  )
const tell = ({ ctx }: MoneyShop) => createReversalWatch(ctx)()

/** Ids of the purchases that the panel marks: in Conciliación, and how many on its home. */
async function standing(shop: MoneyShop): Promise<[number[], number]> {
  const { revertidos } = await look<Reconciliation>(shop, '')
  const home = await shop.app.inject({ url: '/api/panel/inicio', headers: shop.headers })
  return [revertidos.flatMap(({ compras }) => compras.map(({ id }) => id)), home.json().revertidas]
}

const figuresOf = async (shop: MoneyShop) => {
  const { recibido, debe, devolver, revertido } = (await booksOf(shop)).total.ves
  return [recibido, debe, devolver, revertido]
}
const RECEIVED = ['6714.24', '0.00', '0.00', '0.00']
const TAKEN = ['0.00', '6714.24', '0.00', '6714.24']

onBothEngines('money of a confirmed purchase that the bank takes back', (setup) => {
  test('is owed again, is told to the owners once, and stays in the panel until somebody parts it', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [IN])
    expect(await confirmAll(shop)).toEqual([id])
    expect([await figuresOf(shop), await standing(shop)]).toEqual([RECEIVED, [[], 0]])
    await tell(shop)
    expect(await mails(shop)).toEqual([])
    await comeIn(shop, [OUT])
    expect([await figuresOf(shop), await standing(shop)]).toEqual([TAKEN, [[id], 1]])
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    await Promise.all([tell(shop), createReversalWatch(twin)()])
    await tell(shop)
    const [mail, ...more] = await mails(shop)
    expect(mail).toMatch(/Bs\.\s6\.714,24/)
    expect(mail).not.toMatch(/Carla|12345678/)
    expect(more).toEqual([])
    // Nothing is annulled by itself, and the desk shows that nothing is there any more.
    expect(await stateOf(shop, id)).toBe('confirmado')
    expect(await look(shop, `/veredictos?compras=${id}`)).toMatchObject({
      veredictos: {
        [id]: { veredicto: 'unido', falta: '6714.24', movimientos: [{ movimiento: { revertido: true } }] },
      },
    })
    await act(shop, '/conciliacion/desunir', { compra_id: id, movimiento_id: money })
    expect(await standing(shop)).toEqual([[], 0])
    expect(await figuresOf(shop)).toEqual(['0.00', '6714.24', '0.00', '0.00'])
    expect((await booksOf(shop)).cuentas).toMatchObject([
      { entro: '6714.24', sin_reporte: '0.00', revertido: '6714.24' },
    ])
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('money of a confirmed purchase that the bank takes back', (setup) => {
  test('twice under one number, the bank took one of them back', async () => {
    const shop = await openMoneyShop(setup)
    const ids = [await pay(shop, '11111111'), await pay(shop, '22222222')]
    const [first = 0, again = 0] = await comeIn(shop, [IN, IN])
    await comeIn(shop, [OUT])
    await act(shop, `/conciliacion/movimientos/${again}`, { que: 'otra' })
    await join(shop, ids[0] ?? 0, first)
    await join(shop, ids[1] ?? 0, again)
    expect(await figuresOf(shop)).toEqual(['6714.24', '6714.24', '0.00', '6714.24'])
    expect(await standing(shop)).toEqual([[ids[0]], 1])
    expect(await look(shop, `/veredictos?compras=${ids.join()}`)).toMatchObject({
      veredictos: { [ids[0] ?? 0]: { falta: '6714.24' }, [ids[1] ?? 0]: { falta: null } },
    })
  })

  test('before a person joined it, is never received; its report says so and wants a reason', async () => {
    const shop = await openMoneyShop(setup)
    const [money = 0] = await comeIn(shop, [IN, OUT])
    const id = await pay(shop, '44444444')
    await join(shop, id, money)
    const desk = await shop.app.inject({ url: `/api/panel/compras/${id}`, headers: shop.headers })
    expect(desk.json().comprobaciones).toContainEqual(
      expect.objectContaining({ sobre: 'banco', nivel: 'grave', titulo: 'El banco se llevó ese dinero' }),
    )
    await tell(shop)
    expect([await figuresOf(shop), await standing(shop), await mails(shop)]).toEqual([TAKEN, [[id], 1], []])
    await act(shop, `/compras/${id}/aprobar`, { version: 1, motivo: 'El banco lo repone mañana.' })
    await tell(shop)
    expect([await figuresOf(shop), await standing(shop)]).toEqual([TAKEN, [[id], 1]])
    expect(await mails(shop)).toHaveLength(1)
  })

  test('is listed and marked without a report, and no sum counts it', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [IN, OUT])
    await comeIn(shop, [{ referencia: '000077777777' }])
    const says = { cantidad: 2, sumas: [{ moneda: 'VES', monto: '6714.24' }], repetidas: 0, revertidas: 1 }
    const list = await look<Unreported>(shop, '/sin-reporte')
    expect(list).toMatchObject(says)
    expect(list.movimientos.map(({ revertido }) => revertido).sort()).toEqual([false, true])
    expect((await look<Reconciliation>(shop, '')).sin_reporte).toEqual(says)
  })

  test('no more once its purchase is annulled, and there is nothing to be given back', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [IN])
    await confirmAll(shop)
    await comeIn(shop, [OUT])
    await annulPurchase(shop.ctx, id, null, { actor: TESTER, motivo: 'El banco se lo llevó.' })
    expect([await figuresOf(shop), await standing(shop)]).toEqual([
      ['0.00', '0.00', '0.00', '6714.24'],
      [[], 0],
    ])
    expect((await look<Unreported>(shop, '/sin-reporte')).cantidad).toBe(0)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is received again once a person says that the debit is something else, and stands when that is taken back', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [IN])
    await confirmAll(shop)
    const [out = 0] = await comeIn(shop, [OUT])
    const said = { que: 'devuelto', razon: 'Nada.' }
    expect((await post(shop, shop.headers, `/conciliacion/movimientos/${out}`, said)).statusCode).toBe(404)
    await act(shop, `/conciliacion/movimientos/${out}`, { que: 'ignorado', razon: 'Es otro pago mío.' })
    expect([await figuresOf(shop), await standing(shop)]).toEqual([RECEIVED, [[], 0]])
    const closed = await look<Unreported>(shop, '/sin-reporte?ver=cerrados')
    expect(closed).toMatchObject({ sumas: [{ monto: '0.00' }], movimientos: [{ id: out, sentido: 'debito' }] })
    expect((await booksOf(shop)).cuentas).toMatchObject([{ ignorado: '0.00', otras_salidas: '6714.24' }])
    await act(shop, `/conciliacion/movimientos/${out}`, { que: 'abierto' })
    expect([await figuresOf(shop), await standing(shop)]).toEqual([TAKEN, [[id], 1]])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('control: a commission takes nothing back', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [IN])
    expect(await confirmAll(shop)).toEqual([id])
    await comeIn(shop, [{ ...OUT, centimos: 2_000, concepto: 'COMISION' }])
    await tell(shop)
    expect([await figuresOf(shop), await standing(shop), await mails(shop)]).toEqual([RECEIVED, [[], 0], []])
    expect((await booksOf(shop)).total.ves.comisiones).toBe('20.00')
  })
})

const CREDIT = { referencia: '000030906155', concepto: 'PAGO MOVIL', dia: '2026-11-20' as CalendarDate }
const DEBIT = { ...CREDIT, sentido: 'debito', concepto: 'REVERSO PAGO MOVIL' } as const

onSqlite('money that the bank took back', (setup) => {
  test.each<[string, Partial<Told>]>([
    ['in the same list', {}],
    ['with fewer digits, some days later', { referencia: '30906155', dia: '2026-11-28' as CalendarDate }],
  ])('%s confirms nobody, alone or together, and says so', async (_, debit) => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [CREDIT, { ...DEBIT, ...debit }])
    await createMoneyWatch(shop.ctx)()
    expect([await stateOf(shop, id), await confirmAll(shop)]).toEqual(['en revision', []])
    const says = { nivel: 'mal', texto: 'El banco se lo llevó' }
    expect(await look(shop, `/veredictos?compras=${id}`)).toMatchObject({
      veredictos: { [id]: { veredicto: 'ambiguo', candidatos: [{ razones: expect.arrayContaining([says]) }] } },
    })
    expect(await look(shop, '/sugerencias')).toMatchObject({ filas: [{ razones: expect.arrayContaining([says]) }] })
  })

  test('a reversal of as much under another number may be of it: a person looks, until somebody says what it is', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [CREDIT])
    const [out = 0] = await comeIn(shop, [{ ...DEBIT, referencia: '000030906156' }])
    expect(await confirmAll(shop)).toEqual([])
    const said = { que: 'ignorado', razon: 'Es de otro pago.' }
    expect((await post(shop, shop.headers, `/conciliacion/movimientos/${out}`, said)).statusCode).toBe(200)
    expect(await confirmAll(shop)).toEqual([id])
  })

  test.each<[string, Partial<Told>, number?]>([
    ['a debit under another reference', { referencia: '000030906156', concepto: 'PAGO MOVIL ENVIADO' }],
    ['a debit weeks later', { dia: '2026-12-05' as CalendarDate }],
    ['a debit of another account', {}, 3],
  ])('control: %s takes nothing back', async (_, debit, metodo_id = 1) => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [{ ...CREDIT, centimos: PRICE }])
    await comeIn(shop, [{ ...DEBIT, ...debit }], { metodo_id })
    expect(await confirmAll(shop)).toEqual([id])
  })
})
