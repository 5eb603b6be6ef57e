import { expect, test } from 'vitest'
import { addReviewer, post } from '#app/server/testing/desk.ts'
import {
  comeIn,
  confirmAll,
  letConfirm,
  look,
  type MoneyShop,
  openBdvShop,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { openSourceShop } from '#app/server/testing/money/source-shop.ts'
import { csv, openStatementShop } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import type { Reconciliation } from '../../contract.ts'
import { createReversalWatch } from '../tell-reversed.ts'

const ST = { fuente: 'extracto', confianza: 'extracto' } as const
const HOUR = 3_600_000

onBothEngines('a call with both numbers of a payment', (setup) => {
  test.each([
    ['a notice', { fuente: 'aviso', confianza: 'aviso' }],
    ['a file', { fuente: 'extracto', confianza: 'extracto' }],
  ] as const)(
    'has the second also after %s with the first: the list of the bank adds nothing, and nobody is confirmed twice',
    async (_, word) => {
      const shop = await openMoneyShop(setup)
      await letConfirm(shop)
      const ana = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
      const payer = { documento_origen: 'V12345678', banco_origen: '0134' }
      await comeIn(shop, [{ referencia: '30906155' }], { ...word, crudo_sha256: 'a' })
      await comeIn(shop, [{ referencia: '000030906155', referencia_otra: '771200345', ...payer }], {
        fuente: 'bnc',
        confianza: 'banco',
        canal: 'webhook',
        crudo_sha256: 'b',
      })
      await comeIn(shop, [{ referencia: '771200345', ...payer }], {
        fuente: 'bnc',
        confianza: 'banco',
        crudo_sha256: 'c',
      })
      const first = await pay(shop, '30906155', ana)
      await createMoneyWatch(shop.ctx)()
      const next = await pay(shop, '0000', ana)
      await createMoneyWatch(shop.ctx)()
      await confirmAll(shop)
      expect.soft([await stateOf(shop, first), await stateOf(shop, next)]).not.toEqual(['confirmado', 'confirmado'])
      expect(await shop.ctx.db.read.selectFrom('movements').select('id').execute()).toHaveLength(1)
    },
  )
  test('joins two movements that had one number each: one of them is marked', async () => {
    const shop = await openMoneyShop(setup)
    const ana = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
    const payer = { documento_origen: 'V12345678' }
    await comeIn(shop, [{ referencia: '771200345', ...payer }], {
      fuente: 'bnc',
      confianza: 'banco',
      crudo_sha256: 'a',
    })
    await comeIn(shop, [{ referencia: '000030906155' }], {
      fuente: 'extracto',
      confianza: 'extracto',
      crudo_sha256: 'b',
    })
    await comeIn(shop, [{ referencia: '000030906155', referencia_otra: '771200345', ...payer }], {
      fuente: 'bnc',
      confianza: 'banco',
      canal: 'webhook',
      crudo_sha256: 'c',
    })
    const first = await pay(shop, '30906155', { cedula: 'V-9.999.999', telefono: '0414-9999999' })
    await confirmAll(shop)
    const next = await pay(shop, '0000', ana)
    await confirmAll(shop)
    const rows = await shop.ctx.db.read.selectFrom('movements').select(['id', 'repetida_de']).orderBy('id').execute()
    expect.soft([await stateOf(shop, first), await stateOf(shop, next)]).not.toEqual(['confirmado', 'confirmado'])
    expect(rows.filter(({ repetida_de }) => repetida_de === null)).toHaveLength(1)
  })
})

// At Banco de Venezuela the call and the notice have the number of the receipt, the file another.
const CALL = { fuente: 'bdv', confianza: 'banco', canal: 'webhook', crudo_sha256: 'call' } as const
const NOTICE = { fuente: 'aviso', confianza: 'aviso', crudo_sha256: 'sms' } as const
onBothEngines(
  'a payment of Banco de Venezuela in a file that lost its references, and in one that has them',
  (setup) => {
    const told = { referencia: '154469146319', telefono_origen: '584141112233' }
    const whole = { referencia: '067720010', documento_origen: 'V12345678' }
    test.each([
      [
        'a call, before both',
        [
          [told, CALL],
          [{}, { ...ST, crudo_sha256: 'lost' }],
          [whole, { ...ST, crudo_sha256: 'whole' }],
        ],
      ],
      [
        'a notice, before both',
        [
          [told, NOTICE],
          [{}, { ...ST, crudo_sha256: 'lost' }],
          [whole, { ...ST, crudo_sha256: 'whole' }],
        ],
      ],
      [
        'a call, between them',
        [
          [{}, { ...ST, crudo_sha256: 'lost' }],
          [told, CALL],
          [whole, { ...ST, crudo_sha256: 'whole' }],
        ],
      ],
    ] as const)('is marked next to %s, and confirms nobody twice', async (_, tells) => {
      const shop = await openBdvShop(setup)
      const ana = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
      for (const [row, word] of tells) await comeIn(shop, [row], word)
      const rows = await shop.ctx.db.read.selectFrom('movements').select('repetida_de').execute()
      expect.soft(rows.filter(({ repetida_de }) => repetida_de === null)).toHaveLength(1)
      const first = await pay(shop, '154469146319', ana)
      await confirmAll(shop)
      const next = await pay(shop, '0000', ana)
      await confirmAll(shop)
      expect([await stateOf(shop, first), await stateOf(shop, next)]).not.toEqual(['confirmado', 'confirmado'])
    })
  },
)

onBothEngines('a payment that two methods, once one account, reported', (setup) => {
  const transfer = (shop: MoneyShop, cedula: string) =>
    changeMethod(
      shop.ctx,
      5,
      { moneda: 'VES', precio_por_boleto: null, cedula, banco: '0134 Banesco', paginas: ['A', 'B'] },
      TESTER,
    )
  const told = [{ referencia: '0030906155', documento_origen: 'V12345678' }]
  const ana = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
  test.each(['part', 'become one'] as const)('confirms nobody by its payer again where they %s', async (how) => {
    const shop = await openMoneyShop(setup)
    await transfer(shop, how === 'part' ? 'V-00.123.456' : 'J-12345678-0')
    await letConfirm(shop)
    const first = await pay(shop, '30906155', { metodo_id: '1', ...ana })
    await comeIn(shop, told, { metodo_id: 1 })
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, first)).toBe('confirmado')
    if (how === 'part') await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await comeIn(shop, told, { metodo_id: 5, crudo_sha256: 'b' })
    if (how === 'become one') await transfer(shop, 'V-00.123.456')
    // The same buyer, with the last four digits of the one receipt.
    const next = await pay(shop, '6155', { metodo_id: '5', metodo_pago: 'Transferencia Bancaria', ...ana })
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})

onBothEngines('one file that is brought for two accounts', (setup) => {
  test('is doubted the second time, and its payment confirms one purchase', async () => {
    const shop = await openStatementShop(setup)
    const money = { moneda: 'VES', precio_por_boleto: null, paginas: ['A', 'B'] } as const
    // The owner's own account at the same bank: another holder.
    await changeMethod(
      shop.ctx,
      5,
      { ...money, paginas: ['A', 'B'], cedula: 'V-12.345.678', banco: '0134 Banesco', nombre: 'Otra Persona' },
      TESTER,
    )
    const bytes = csv(
      '20/11/2026;000030906155;UNO;;6714,24',
      '20/11/2026;000040906155;DOS;;6714,24',
      '20/11/2026;000050906155;TRES;50,00;',
    )
    const first = await pay(shop, '30906155', { metodo_id: '1' })
    await shop.bring({ bytes })
    expect(await confirmAll(shop as never)).toEqual([first])
    const seen = await shop.preview({ bytes, metodo: 5 })
    await shop.bring({ bytes, metodo: 5 })
    // Somebody else reports the very same reference, to the other account.
    const next = await pay(shop, '30906155', { metodo_id: '5', metodo_pago: 'Transferencia Bancaria' })
    expect.soft([seen.cuenta?.duda, seen.avisos.length > 0]).toContain(true)
    await confirmAll(shop as never)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})

onBothEngines('a row that lost its reference and pays somebody', (setup) => {
  test('is marked on the row of its hour and of the reference that it pays, and confirms nobody else', async () => {
    const shop = await openMoneyShop(setup)
    const ana = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
    const now = shop.ctx.clock.now()
    const first = await pay(shop, '000123456789', ana)
    const [lost] = await comeIn(shop, [{ en: (now - HOUR) as typeof now }], { ...ST, crudo_sha256: 'noon' })
    await post(shop, shop.headers, '/conciliacion/unir', { compra_id: first, movimientos: [{ id: lost }] })
    await post(shop, shop.headers, `/compras/${first}/aprobar`, { version: 1 })
    // The good file of the evening, newest first as most banks write it.
    const [evening, again] = await comeIn(
      shop,
      [
        { referencia: '000999999999', en: now, documento_origen: 'V87654321' },
        { referencia: '000123456789', en: (now - HOUR) as typeof now, documento_origen: 'V12345678' },
      ],
      { ...ST, crudo_sha256: 'night' },
    )
    const rows = await shop.ctx.db.read.selectFrom('movements').select(['id', 'repetida_de']).orderBy('id').execute()
    expect.soft(rows.filter(({ repetida_de }) => repetida_de !== null).map(({ id }) => id)).toEqual([again])
    expect.soft(evening).toBeDefined()
    // Ana reports once more, with the end of her one receipt.
    const next = await pay(shop, '6789', ana)
    expect(await confirmAll(shop)).toEqual([])
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test('confirms nobody a second time by its payer, whichever of two rows was marked for it', async () => {
    const shop = await openMoneyShop(setup)
    const ana = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
    await comeIn(shop, [{ documento_origen: 'V12345678' }], { ...ST, crudo_sha256: 'lost' })
    // Of the two nothing tells which it was.
    await comeIn(shop, [{ referencia: '000999999999' }, { referencia: '000123456789' }], {
      ...ST,
      crudo_sha256: 'whole',
    })
    const first = await pay(shop, '000123456789', ana)
    await confirmAll(shop)
    const next = await pay(shop, '6789', ana)
    await confirmAll(shop)
    expect([await stateOf(shop, first), await stateOf(shop, next)]).not.toEqual(['confirmado', 'confirmado'])
  })
})

onBothEngines('a row of a file that may be money known already', (setup) => {
  const marks = async ({ ctx }: MoneyShop) =>
    (await ctx.db.read.selectFrom('movements').select('repetida_de').orderBy('id').execute()).map(
      (one) => one.repetida_de,
    )
  test('is marked where the bank told it whole and a person has returned it; as where another file told it', async () => {
    for (const said of [{ ...ST, crudo_sha256: 'a' }, {}]) {
      const shop = await openMoneyShop(setup)
      const [m] = await comeIn(shop, [{ referencia: '000123456789' }], said)
      await post(shop, shop.headers, `/conciliacion/movimientos/${m}`, {
        que: 'devuelto',
        razon: 'Se equivocó de cuenta.',
      })
      await comeIn(shop, [{}], { ...ST, crudo_sha256: 'lost' })
      expect(await marks(shop)).toEqual([null, m])
    }
  })
  test('is marked where its reference was cut behind six digits or more', async () => {
    const shop = await openMoneyShop(setup)
    const [m] = await comeIn(shop, [{ referencia: '000123456789', concepto: 'PAGO' }], { ...ST, crudo_sha256: 'a' })
    await comeIn(shop, [{ referencia: '0001234567', concepto: 'PAGO' }], { ...ST, crudo_sha256: 'b' })
    expect(await marks(shop)).toEqual([null, m])
  })
})

onBothEngines('two notices of one payment and the word of the bank', (setup) => {
  test('leave one movement that can pay', async () => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0102 Banco de Venezuela')
    const phone = await shop.add('aviso', 'aviso')
    const bank = await shop.add('bdv', 'webhook', { nombre: 'Banco' })
    const tell = (texto: string) => shop.outside.inject({ method: 'POST', url: phone.ruta, payload: { texto } })
    const [first, next] = [await pay(shop, '000059762001'), await pay(shop, '99887766')]
    // Half a minute after midnight comes a notice without a day, then the SMS with its own.
    shop.ctx.clock.advance(12 * 3_600_000 + 30_000)
    const said = 'Recibiste un PagomovilBDV por Bs.6.714,24 del 0414-0000111 Ref: 000059762001'
    await tell(said)
    await tell(`${said} en fecha: 20-11-26 hora: 23:59`)
    await expect.poll(shop.settled).toBe(true)
    const call = {
      bancoOrdenante: '0134',
      referenciaBancoOrdenante: '000059762001',
      idCliente: 'V012345678',
      idComercio: 'J123456789',
      numeroCliente: '584140000111',
      numeroComercio: '',
      fecha: '2026-11-20',
      hora: '23.59',
      monto: '6714.24',
    }
    await shop.outside.inject({
      method: 'POST',
      url: bank.ruta,
      headers: { 'x-api-key': bank.clave ?? '' },
      payload: call,
    })
    await expect.poll(shop.settled).toBe(true)
    const ana = await addReviewer(shop)
    const rows = await shop.movements()
    expect.soft(rows.filter(({ repetida_de }) => repetida_de === null)).toHaveLength(1)
    const join = (compra_id: number, id: number | undefined) =>
      post(shop, ana, '/conciliacion/unir', { compra_id, movimientos: [{ id }] })
    const bankRow = rows.find(({ confianza }) => confianza === 'banco')?.id
    await join(first, bankRow)
    await post(shop, ana, `/compras/${first}/aprobar`, { version: 1 })
    await join(next, rows.find(({ id }) => id !== bankRow)?.id)
    await post(shop, ana, `/compras/${next}/aprobar`, { version: 1 })
    const paid = await shop.ctx.db.read.selectFrom('movement_links').select('compra_id').execute()
    expect([await stateOf(shop, first), paid.map(({ compra_id }) => compra_id)]).toEqual(['confirmado', [first]])
  })
})

onBothEngines('two notices of two payers that end in the same few digits', (setup) => {
  test('are two payments, or a person sees the second', async () => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0191 BNC')
    const phone = await shop.add('aviso', 'aviso')
    const tell = (phoneOf: string, hour: string) =>
      shop.outside.inject({
        method: 'POST',
        url: phone.ruta,
        payload: { texto: `BNC Pago Movil Recibido Bs.6714,24 Telf.${phoneOf} Dia:20/11/26-${hour} Ref:1234` },
      })
    await tell('0414***1081', '09:15')
    const second = await tell('0416***9503', '11:02')
    await expect.poll(shop.settled).toBe(true)
    expect.soft(second.json().repetido).toBe(false)
    expect([(await shop.movements()).length, (await shop.receipts()).length]).toEqual([2, 2])
  })
})

// The debit of the second file is marked as a repetition of the first, which has no reference.
onBothEngines('a payment that the bank took back', (setup) => {
  test.each(['lost first', 'whole alone'] as const)('is told and shown: %s', async (how) => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [{ referencia: '000030906155' }])
    expect(await confirmAll(shop)).toEqual([id])
    const out = { sentido: 'debito', concepto: 'REVERSO PAGO MOVIL' } as const
    // A workbook that lost its references, then the same statement as CSV.
    if (how === 'lost first') await comeIn(shop, [out], { ...ST, crudo_sha256: 'lost' })
    await comeIn(shop, [{ ...out, referencia: '000030906155' }], { ...ST, crudo_sha256: 'whole' })
    const { revertidos } = await look<Reconciliation>(shop, '')
    expect.soft(revertidos.flatMap(({ compras }) => compras.map((one) => one.id))).toEqual([id])
    await createReversalWatch(shop.ctx)()
    const mails = await shop.ctx.db.read
      .selectFrom('outbox')
      .select('clave')
      .where('clave', 'like', 'reversa:%')
      .execute()
    expect.soft(mails).toHaveLength(1)
  })
})
