import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { ownPage, purchaseRow } from '#app/server/testing/buyer.ts'
import { addReviewer, post } from '#app/server/testing/desk.ts'
import {
  ANA,
  booksOf,
  comeIn,
  confirmAll,
  HER_DOCUMENT,
  letConfirm,
  linksOf,
  look,
  type MoneyShop,
  openBdvShop,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { readSender } from '#purchases/server/mail/received-mail.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { dropUndecided } from '#review/server/decision/drop-undecided.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { undoDecision } from '#review/server/decision/undo-decision.ts'
import { openRaffle } from '#tickets/server/path/open-raffle.ts'
import type { OwingReport, ToReturn, Unreported } from '../../contract.ts'
import type { Told } from '../../movement.ts'

const WHY = { actor: TESTER, motivo: 'No quedaban boletos.' }
const BACK = { que: 'devuelto', razon: 'Por Pago Móvil.' }

async function open(setup: Setup) {
  const shop = await openMoneyShop(setup)
  return {
    shop,
    act: (path: string, payload: object) => post(shop, shop.headers, `/conciliacion${path}`, payload),
    owed: async () => (await look<ToReturn>(shop, '/por-devolver')).compras,
    /** The refund as its buyer reads it. */
    told: async (id: number) => {
      return (await ownPage(shop, (await purchaseRow(shop, id)).secreto)).json().devuelto
    },
  }
}

onSqlite('the money of a purchase that was annulled or rejected', (setup) => {
  test('is by purchase in one list with its account until it is written down as returned, which its buyer reads', async () => {
    const { shop, act, owed, told } = await open(setup)
    const id = await pay(shop, '30906155')
    // More came than it was to pay: the rest is nobody's yet.
    const [money = 0] = await comeIn(shop, [{ referencia: '000030906155', centimos: PRICE + 500 }])
    await act('/unir', { compra_id: id, movimientos: [{ id: money, monto: '6714.24' }] })
    await rejectPurchase(shop.ctx, id, 1, WHY)
    expect(await owed()).toMatchObject([{ id, monto: '6714.24', cuenta: 'Pago Movil', llego: true }])
    expect(await told(id)).toBeNull()
    expect((await act(`/por-devolver/${id}`, { que: 'devuelto' })).json().code).toBe('MOTIVO_NECESARIO')
    expect((await act(`/por-devolver/${id}`, BACK)).statusCode).toBe(200)
    expect(await owed()).toEqual([])
    expect(await told(id)).toEqual({ monto: '6714.24', en: new Date(shop.ctx.clock.now()).toISOString() })
    expect((await look<Unreported>(shop, '/sin-reporte')).movimientos).toMatchObject([
      { id: money, libre: '5.00', devuelto: '6714.24' },
    ])
    // Noted twice, it is refused and counts once.
    expect((await act(`/por-devolver/${id}`, BACK)).statusCode).toBe(409)
    expect((await act(`/por-devolver/${id}`, { que: 'abierto' })).statusCode).toBe(200)
    expect(await told(id)).toBeNull()
    // Its own part is to be returned again; the rest is nobody's still.
    expect(await owed()).toMatchObject([{ id, monto: '6714.24', llego: true }])
    expect((await look<Unreported>(shop, '/sin-reporte')).movimientos).toMatchObject([
      { libre: '5.00', devuelto: '0.00' },
    ])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('that is given back where it came in is told to each purchase that held it, also when that is undone', async () => {
    const { shop, act, owed, told } = await open(setup)
    const ids = [await pay(shop, '30906155'), await pay(shop, '30906155')]
    const [money = 0] = await comeIn(shop, [{ referencia: '000030906155', centimos: 2 * PRICE }])
    for (const id of ids) {
      await act('/unir', { compra_id: id, movimientos: [{ id: money, monto: '6714.24' }] })
      await rejectPurchase(shop.ctx, id, 1, WHY)
    }
    expect((await act(`/movimientos/${money}`, BACK)).json()).toMatchObject({ devuelto: '13428.48', por_devolver: [] })
    expect(await Promise.all(ids.map(told))).toMatchObject([{ monto: '6714.24' }, { monto: '6714.24' }])
    expect(await owed()).toEqual([])
    await act(`/movimientos/${money}`, { que: 'abierto' })
    expect(await Promise.all(ids.map(told))).toEqual([null, null])
    expect((await owed()).map(({ id }) => id)).toEqual(ids.toReversed())
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is undone for one purchase alone, whatever else the same money paid', async () => {
    const { shop, act, owed, told } = await open(setup)
    const ids = [await pay(shop, '30906155'), await pay(shop, '30906156')] as const
    const [money = 0] = await comeIn(shop, [{ referencia: '000030906155', centimos: 2 * PRICE + 500 }])
    for (const id of ids) {
      await rejectPurchase(shop.ctx, id, 1, WHY)
      await act('/unir', { compra_id: id, movimientos: [{ id: money, monto: '6714.24' }] })
      await act(`/por-devolver/${id}`, BACK)
    }
    await act(`/movimientos/${money}`, { que: 'ignorado', razon: 'Es dinero mío.' })
    expect((await act(`/por-devolver/${ids[0]}`, { que: 'abierto' })).statusCode).toBe(200)
    const rest = async () => (await look<Unreported>(shop, '/sin-reporte?ver=cerrados')).movimientos
    expect(await rest()).toMatchObject([{ devuelto: '6714.24', ignorado: '5.00', libre: '0.00' }])
    expect(await owed()).toMatchObject([{ id: ids[0], monto: '6714.24' }])
    expect(await Promise.all(ids.map(told))).toMatchObject([null, { monto: '6714.24' }])
    // It stands in one list: returned where it came in, it is owed no more.
    await act(`/movimientos/${money}`, BACK)
    expect(await owed()).toEqual([])
    expect(await rest()).toMatchObject([{ devuelto: '13428.48', ignorado: '5.00' }])
    expect((await booksOf(shop)).cuentas).toMatchObject([
      { devuelto: '13428.48', ignorado: '5.00', sin_reporte: '0.00' },
    ])
    await act(`/movimientos/${money}`, { que: 'abierto' })
    expect((await look<Unreported>(shop, '/sin-reporte')).movimientos).toMatchObject([
      { devuelto: '0.00', libre: '5.00' },
    ])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is owed no more when it comes after its return was noted, and what comes beyond is', async () => {
    const { shop, act, owed, told } = await open(setup)
    const id = await pay(shop, '30906155')
    await approvePurchase(shop.ctx, id, 1, { actor: TESTER })
    await annulPurchase(shop.ctx, id, null, WHY)
    expect((await act(`/por-devolver/${id}`, BACK)).statusCode).toBe(200)
    const [first = 0, last = 0] = await comeIn(shop, [
      { referencia: '30906155', centimos: PRICE - 100 },
      { referencia: '30906156', centimos: 300 },
    ])
    const { codigo } = await purchaseRow(shop, id)
    const { reportes } = await look<{ reportes: OwingReport[] }>(shop, `/reportes?buscar=${codigo}`)
    expect(reportes).toMatchObject([{ id, falta: null, devuelto: '6714.24' }])
    const join = (one: number, monto: string) =>
      act('/unir', { compra_id: id, movimientos: [{ id: one, monto }], unido: '0.00' })
    expect((await join(first, '6713.24')).json().veredicto.veredicto).not.toBe('unido')
    expect([await owed(), await told(id)]).toMatchObject([[], { monto: '6714.24' }])
    expect((await act(`/por-devolver/${id}`, BACK)).json().code).toBe('ESTADO_NO_PERMITE')
    await join(last, '3.00')
    expect([await owed(), await told(id)]).toMatchObject([[{ id, monto: '2.00' }], { monto: '6714.24' }])
    expect(await audit(shop.ctx)).toEqual([])
    // Control: undone with the note, also where the money came in, all of it is owed.
    await act(`/movimientos/${first}`, { que: 'abierto' })
    expect([await owed(), await told(id)]).toMatchObject([[{ id, monto: '6716.24' }], null])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test.each(['annulled', 'rejected with other fakes', 'left out of the list'])(
    'that a person noted as returned before it was seen is not owed by a purchase that falls again: %s',
    async (how) => {
      const { shop, act, owed } = await open(setup)
      const id = await pay(shop, '30906155')
      await rejectPurchase(shop.ctx, id, 1, WHY)
      await act(`/por-devolver/${id}`, BACK)
      await undoDecision(shop.ctx, id, null, TESTER)
      const [money = 0] = await comeIn(shop, [{ referencia: '000030906155' }])
      const join = { movimiento_id: money, regla: 'referencia' } as const
      await approvePurchase(shop.ctx, id, null, { actor: TESTER, motivo: 'No se devolvió.', join })
      if (how === 'annulled') await annulPurchase(shop.ctx, id, null, WHY)
      else await undoDecision(shop.ctx, id, null, TESTER)
      if (how.startsWith('rejected')) {
        const asked = { compras: [{ id, version: 5 }] }
        expect((await post(shop, shop.headers, '/revision/falsas', asked)).json().resultados).toMatchObject([
          { hecha: true },
        ])
      }
      if (how.startsWith('left'))
        await shop.ctx.db.write('rifa:1', async (tx) => {
          const raffle = (await findRaffle(tx, shop.id)) as Raffle
          const words = await readSender(shop.ctx)
          await dropUndecided(words, tx, await openRaffle(tx, raffle, {}, shop.ctx.clock.now()), 1)
        })
      expect(await linksOf(shop)).toEqual([])
      expect(await owed()).toEqual([])
      expect(await audit(shop.ctx)).toEqual([])
    },
  )

  test('is decided only as its page showed it', async () => {
    const { shop, act, owed } = await open(setup)
    const id = await pay(shop, '30906155')
    await rejectPurchase(shop.ctx, id, 1, WHY)
    const [money, late = 0] = await comeIn(shop, [{ referencia: '000030906155' }, { centimos: 50_000 }])
    const join = (one: number | undefined, monto: string) =>
      act('/unir', { compra_id: id, movimientos: [{ id: one, monto }] })
    await join(money, '6714.24')
    const shown = { ...BACK, monto: '6714.24' }
    expect((await act(`/por-devolver/${id}`, shown)).statusCode).toBe(200)
    await join(late, '300.00')
    // A second tab still shows the first amount; and one of that money shows what is no more free.
    expect((await act(`/por-devolver/${id}`, shown)).json()).toMatchObject({ code: 'LO_UNIDO_CAMBIO' })
    expect((await act(`/movimientos/${late}`, { ...BACK, monto: '200.00' })).json().code).toBe('LO_UNIDO_CAMBIO')
    expect(await owed()).toMatchObject([{ id, monto: '300.00' }])
    expect((await act(`/movimientos/${late}`, { ...BACK, monto: '500.00' })).statusCode).toBe(200)
    expect(await owed()).toEqual([])
  })

  test.each(['movimientos', 'por-devolver'])(
    'is freed and opened by owners alone through %s: it could confirm another',
    async (way) => {
      const { shop, act, owed } = await open(setup)
      const ana = await addReviewer(shop)
      const [id, other] = [await pay(shop, '30906155'), await pay(shop, '99887766')]
      const [money] = await comeIn(shop, [{ referencia: '30906155' }])
      expect(await confirmAll(shop)).toEqual([id])
      await annulPurchase(shop.ctx, id, null, WHY)
      const path = `/${way}/${way === 'movimientos' ? money : id}`
      const asReviewer = async (...given: Parameters<typeof act>) =>
        (await post(shop, ana, `/conciliacion${given[0]}`, given[1])).json().code
      expect(await asReviewer(path, { que: 'ignorado', razon: 'No es de la rifa.' })).toBe('SOLO_DUENO')
      expect(await asReviewer(path, BACK)).toBe('SOLO_DUENO')
      expect((await owed()).map((one) => one.id)).toEqual([id])
      await act(path, BACK)
      expect(await asReviewer(path, { que: 'abierto' })).toBe('SOLO_DUENO')
      expect(await asReviewer('/unir', { compra_id: other, movimientos: [{ id: money }] })).toBe('MOVIMIENTO_USADO')
      // Control: what nobody decided, and a rejected purchase held, a reviewer decides.
      await act(path, { que: 'abierto' })
      const [late] = await comeIn(shop, [{ centimos: 50_000 }])
      await rejectPurchase(shop.ctx, other, 1, WHY)
      await act('/unir', { compra_id: other, movimientos: [{ id: late, monto: '300.00' }] })
      const theirs = way === 'movimientos' ? `/${way}/${late}` : `/${way}/${other}`
      expect(await asReviewer(theirs, BACK)).toBeUndefined()
      expect(await asReviewer(theirs, { que: 'abierto' })).toBe('SOLO_DUENO')
      expect((await owed()).map((one) => one.id)).toEqual([id])
    },
  )

  test('is owed to an annulled buyer also where no source told of it, and not where the bank took it back', async () => {
    const { shop, act, owed, told } = await open(setup)
    const alone = await pay(shop, '40906155')
    await approvePurchase(shop.ctx, alone, 1, { actor: TESTER })
    await annulPurchase(shop.ctx, alone, null, WHY)
    const taken = await pay(shop, '30906155')
    const said = { referencia: '000030906155' }
    await comeIn(shop, [said])
    expect(await confirmAll(shop)).toEqual([taken])
    await comeIn(shop, [{ ...said, sentido: 'debito', concepto: 'REVERSO PAGO MOVIL' }])
    await annulPurchase(shop.ctx, taken, null, WHY)
    expect(await owed()).toMatchObject([{ id: alone, monto: '6714.24', cuenta: 'Pago Movil', llego: false }])
    await act(`/por-devolver/${alone}`, { que: 'ignorado', razon: 'Nunca llegó.' })
    expect([await owed(), await told(alone)]).toEqual([[], null])
    await act(`/por-devolver/${alone}`, { que: 'abierto' })
    await act(`/por-devolver/${alone}`, BACK)
    expect([await owed(), await told(alone)]).toMatchObject([[], { monto: '6714.24' }])
    // A buyer who may still get numbers is owed nothing.
    const alive = await pay(shop, '50906155')
    expect((await act(`/por-devolver/${alive}`, BACK)).json().code).toBe('ESTADO_NO_PERMITE')
  })
})

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

onSqlite('money whose return was noted before it was seen', (setup) => {
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
