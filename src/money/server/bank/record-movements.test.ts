import { beforeAll, expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { movementsOf } from '#app/server/testing/money/statement-shop.ts'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import { onBothEngines, type TestCtx } from '#platform/server/testing/engines.ts'
import { type SourceKind, type Told, type Trust, UNSAID } from '../../movement.ts'
import { EarlierParts } from './earlier-parts.ts'
import { foreseeMovements, MOVEMENTS_LANE, recordMovements } from './record-movements.ts'
import { spendMovement } from './spend-movement.ts'

const DAY = '2026-11-20' as CalendarDate
const NEXT = '2026-11-21' as CalendarDate
const METHOD = 1

onBothEngines('movements', (setup) => {
  let ctx: TestCtx
  beforeAll(async () => {
    ctx = await setup.context({ schema })
  })
  let amounts = 33_571_18

  /** Sources of movements under an amount that no other test has: the same names and files are others. */
  function open() {
    amounts += 1_000
    const amount = amounts
    const credit = (id_banco: string, more: Partial<Told> = {}): Told => ({
      id_banco: `${amount} ${id_banco}`,
      sentido: 'credito',
      tipo: 'pago_movil',
      centimos: amount,
      moneda: 'VES',
      dia: DAY,
      en: null,
      ...UNSAID,
      ...more,
    })
    const wordOf = (fuente: SourceKind, confianza: Trust, crudo: string) =>
      ({ metodo_id: METHOD, fuente, confianza, crudo_sha256: `${amount} ${crudo}`, now: 5 as Instant }) as const
    const tell = (fuente: SourceKind, confianza: Trust, told: Told[], crudo = 'x') =>
      ctx.db.write(MOVEMENTS_LANE, (tx) => recordMovements(tx, wordOf(fuente, confianza, crudo), told))
    const all = async () =>
      (await movementsOf({ ctx })).filter(({ centimos }) => centimos >= amount && centimos < amount + 1_000)
    let rows = 0
    /** A file of rows that nobody has named so before. @returns which of its rows may be repeated. */
    const bring = async (crudo: string, told: Partial<Told>[]) => {
      const named = told.map((one) => credit(`${crudo} ${++rows}`, one))
      const { nuevos } = await tell('extracto', 'extracto', named, crudo)
      return (await all()).filter(({ id }) => nuevos.includes(id)).map(({ repetida_de }) => repetida_de)
    }
    return { amount, credit, wordOf, tell, all, bring }
  }

  test('a payer is written as the columns are, or not at all; an impossible movement, and a word of nobody, are kept by no one', async () => {
    const { all, credit, tell } = open()
    const forms = {
      banco_origen: ['0134', '134', '01340', 'Banesco', '0134 '],
      telefono_origen: ['584141112233', '04141112233', '5841411122', '58414111223x', ' 584141112233'],
      documento_origen: ['V12345678', '12345678', 'v12345678', 'X12345678', 'V123', 'V12.345.678'],
    }
    const told = Object.entries(forms).flatMap(([column, texts]) =>
      texts.map((text, at) =>
        credit(`${column} ${at}`, { [column]: text, referencia: `00059762${column.length}${at}` }),
      ),
    )
    expect((await tell('bdv', 'banco', told)).nuevos).toHaveLength(told.length)
    const rows = await all()
    for (const [column, [good]] of Object.entries(forms))
      expect(new Set(rows.map((row) => row[column as keyof typeof forms]))).toEqual(new Set([good, '']))
    const garbage: Partial<Told>[] = [
      { tipo: 'regalo' as never },
      { moneda: 'EUR' as never },
      { dia: '2026-02-31' as CalendarDate },
      { sentido: 'ambos' as never },
      { centimos: 0 },
      { centimos: -1 },
    ]
    for (const more of garbage)
      await expect(tell('bdv', 'banco', [credit('x', more)]), `${JSON.stringify(more)}`).rejects.toThrow()
    await expect(tell('alguien' as never, 'banco', [credit('x')])).rejects.toThrow()
    await expect(tell('bdv', 'mucha' as never, [credit('x')])).rejects.toThrow()
    expect(await all()).toHaveLength(told.length)
  })

  test('a source that tells again adds nothing, also when two processes tell it at once', async () => {
    const { all, credit, tell } = open()
    const told = [credit('1', { referencia: '000559762001' }), credit('2', { referencia: '000559762002' })]
    const both = await Promise.all([tell('extracto', 'extracto', told), tell('extracto', 'extracto', told)])
    expect(both.map(({ nuevos, repetidos }) => [nuevos.length, repetidos])).toEqual([
      [2, 0],
      [0, 2],
    ])
    expect(await all()).toMatchObject([
      { cola: '59762001', fin: '762001', unido: 0, estado: 'abierto' },
      { cola: '59762002', fin: '762002' },
    ])
  })

  test('two sources of one payment are two witnesses of one movement, and the bank alone names its payer', async () => {
    const { all, credit, tell } = open()
    await tell('aviso', 'aviso', [credit('sms', { referencia: '30906155', telefono_origen: '584241112233' })])
    // The bank prints a prefix of its own, and counts it to the next day.
    const bank = credit('77', { referencia: '0050930906155', documento_origen: 'V12345678', dia: NEXT })
    expect(await tell('bdv', 'banco', [bank])).toMatchObject({ nuevos: [], conocidos: 1 })
    expect(await all()).toMatchObject([
      {
        confianza: 'banco',
        referencia: '30906155',
        referencia_otra: '0050930906155',
        telefono_origen: '',
        documento_origen: 'V12345678',
      },
    ])
  })

  test('as many payments count as the source with most of them has, where nothing tells them apart', async () => {
    const { all, credit, tell } = open()
    await tell('aviso', 'aviso', [credit('a'), credit('b')])
    const rows = ['1', '2', '3'].map((id) => credit(id, { referencia: `00055976200${id}` }))
    expect(await tell('extracto', 'extracto', rows)).toMatchObject({ conocidos: 2, posibles: 0 })
    expect(await all()).toHaveLength(3)
  })

  test('a preview in parts equals the result', async () => {
    const { amount, credit, tell, wordOf } = open()
    await tell('aviso', 'aviso', [credit('sms', { referencia: '30906155' })])
    await tell('extracto', 'extracto', [credit('lost', { centimos: amount + 1 })], 'another file')
    const rows = [
      credit('1', { referencia: '30906155' }),
      credit('2', { referencia: '40906155' }),
      // The file has that one again, cut differently, and the next row under its own name.
      credit('3', { referencia: '40906155', concepto: 'CORTADO', dia: NEXT }),
      credit('2', { referencia: '40906155' }),
      credit('4', { referencia: '30906155', concepto: 'CORTADO' }),
      // Of two one may be what another file told of without its reference.
      credit('5', { referencia: '50906155', centimos: amount + 1 }),
      credit('6', { referencia: '60906155', centimos: amount + 1 }),
    ]
    const word = wordOf('extracto', 'extracto', 'x')
    const earlier = new EarlierParts()
    const foreseen = { nuevos: 0, repetidos: 0, conocidos: 0, posibles: 0 }
    for (const row of rows) {
      const part = await foreseeMovements(ctx.db.read, word, [row], earlier)
      foreseen.nuevos += part.nuevos.length
      for (const name of ['repetidos', 'conocidos', 'posibles'] as const) foreseen[name] += part[name]
    }
    const { nuevos, crudos: _, ...rest } = await tell('extracto', 'extracto', rows)
    expect(foreseen).toEqual({ nuevos: nuevos.length, ...rest })
    expect(foreseen).toEqual({ nuevos: 5, repetidos: 1, conocidos: 1, posibles: 3 })
  })

  test.each<[string, Partial<Told>, more?: number]>([
    ['another reference', { referencia: '99999999', telefono_origen: '584241112233' }],
    ['another phone', { telefono_origen: '584249999999' }],
    ['another amount', { referencia: '30906155' }, 1],
    ['two days later', { referencia: '30906155', dia: '2026-11-22' as CalendarDate }],
    ['a commission', { referencia: '30906155', sentido: 'debito' }],
  ])('%s is another movement', async (_, other, more = 0) => {
    const { all, amount, credit, tell } = open()
    await tell('aviso', 'aviso', [credit('sms', { referencia: '30906155', telefono_origen: '584241112233' })])
    expect(await tell('bdv', 'banco', [credit('77', { centimos: amount + more, ...other })])).toMatchObject({
      conocidos: 0,
    })
    expect(await all()).toHaveLength(2)
  })

  test('a row under the next number that says the same of the same payer may be the same one: it is marked', async () => {
    const { all, credit, tell } = open()
    const payer = { concepto: 'PAGOMOVIL BDV V012345678 ANA', documento_origen: 'V12345678' }
    const rows = [81_131, 81_132, 81_140].map((id) => credit(String(id), { referencia: String(id), ...payer }))
    expect(await tell('bdv', 'banco', rows)).toMatchObject({ posibles: 1 })
    const [first, second, third] = await all()
    expect([second?.repetida_de, third?.repetida_de]).toEqual([first?.id, null])
    // Also when it kept its reference: two payments never share one.
    expect(await tell('bdv', 'banco', [credit('81140 2', { referencia: '81140', ...payer })])).toMatchObject({
      posibles: 1,
    })
  })

  const WHOLE = { referencia: '000123456789' }
  test.each<[string, Partial<Told>, Partial<Told>?]>([
    ['without its reference', {}],
    ['with five of its digits', { referencia: '56789' }],
    ['with four from its middle', { referencia: '4567' }],
    ['with four between dashes', { referencia: '56-78' }, { referencia: '0001-2345-678' }],
    ['with five of its digits, a day later', { referencia: '56789', dia: NEXT }],
    ['with too few digits to say anything', { referencia: '5' }],
    ['without its reference but with its payer', { documento_origen: 'V12345678' }],
    ['a day later, with its payer', { documento_origen: 'V12345678', dia: NEXT }, { documento_origen: 'V12345678' }],
  ])(
    'a payment that one file lists %s and another with it may be one, whichever comes first',
    async (_, short, more) => {
      for (const [first = {}, second = {}] of [
        [short, { ...WHOLE, ...more }],
        [{ ...WHOLE, ...more }, short],
      ]) {
        const { all, bring } = open()
        await bring('one', [first])
        expect(await bring('two', [second])).toEqual([(await all())[0]?.id])
      }
    },
  )

  test.each<[string, Partial<Told>, Partial<Told>?, number?]>([
    ['under five other digits', { referencia: '99999' }],
    ['by another payer', { documento_origen: 'V12345678' }, { documento_origen: 'V87654321' }],
    ['a day later, with nothing but its amount', { dia: NEXT }],
    ['of another amount', {}, {}, 1],
    ['that left', { sentido: 'debito' }],
  ])('a payment %s is another one than that of a file with its reference', async (_, short, more, extra = 0) => {
    for (const [first = {}, second = {}] of [
      [short, { ...WHOLE, ...more }],
      [{ ...WHOLE, ...more }, short],
    ]) {
      const { amount, bring } = open()
      await bring('one', [{ ...first, centimos: amount + extra }])
      expect(await bring('two', [second])).toEqual([null])
    }
  })

  test('rows of one file are different payments, whichever of them has a reference, also where it comes in parts', async () => {
    const { bring } = open()
    const rows = [WHOLE, {}, { referencia: '56789' }, { documento_origen: 'V12345678' }]
    expect(await bring('one', rows)).toEqual([null, null, null, null])
    expect(await bring('one', rows.slice(1))).toEqual([null, null, null])
  })

  test('as many of a file may be repeated as another has without a reference, also when a third file adds to it', async () => {
    const { bring, credit, tell } = open()
    const named = (count: number, concepto = '') =>
      Array.from({ length: count }, (_, at) =>
        credit(`${concepto}${at}`, { referencia: `0001234567${10 + at}`, concepto }),
      )
    await bring('lost', [{}, {}])
    expect(await tell('extracto', 'extracto', named(3), 'noon')).toMatchObject({ posibles: 2 })
    // What the file at noon told is what was lost: two more payments are new.
    expect(await tell('extracto', 'extracto', named(5), 'night')).toMatchObject({ repetidos: 3, posibles: 0 })
    // Each is told again under its own reference, in words of another format, and one more comes.
    expect(await tell('extracto', 'extracto', named(6, 'PAGO'), 'format')).toMatchObject({
      nuevos: { length: 6 },
      posibles: 5,
    })
  })

  test('a mail without a number that comes again under another name is marked, and a row that a bank lists is not', async () => {
    const said = { tipo: 'zelle', moneda: 'USD', nombre_origen: 'ANA PEREZ', concepto: 'rifa' } as const
    const mails = { one: {}, again: {}, memo: { concepto: 'otra' }, payer: { nombre_origen: 'LUIS GIL' } }
    for (const [fuente, posibles] of [
      ['zelle', 1],
      ['banesco', 0],
    ] as const) {
      const { credit, tell } = open()
      const told = Object.entries(mails).map(([name, more]) => credit(name, { ...said, ...more }))
      expect(await tell(fuente, 'banco', told)).toMatchObject({ nuevos: { length: 4 }, posibles })
    }
  })

  test('a movement that a row of the file is by its own reference is no other row’s, whatever their order', async () => {
    const { all, bring } = open()
    await bring('one', [{ ...WHOLE, concepto: 'PAGO MOVIL' }])
    expect(await bring('two', [{}, WHOLE])).toEqual([null, (await all())[0]?.id])
  })

  test('of several rows the one with the digits, the payer or the words of the other may be it', async () => {
    for (const trait of [{ referencia: '56789' }, { documento_origen: 'V12345678' }, { concepto: 'ANA' }]) {
      const { all, bring } = open()
      await bring('one', [trait])
      const other = { referencia: '000999956789' }
      expect(await bring('two', [{ referencia: '000999999999' }, { ...other, ...trait, ...WHOLE }])).toEqual([
        null,
        (await all())[0]?.id,
      ])
    }
  })

  test('payments of one amount and day that all have a reference are marked in no file, and one without as the one that is left', async () => {
    const { credit, tell } = open()
    const day = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => credit(`${from + at}`, { referencia: `${400_000 + from + at}` }))
    await tell('extracto', 'extracto', day(0, 60), 'noon')
    expect(await tell('extracto', 'extracto', day(0, 120), 'night')).toMatchObject({ repetidos: 60, posibles: 0 })
    expect(await tell('extracto', 'extracto', day(90, 150), 'later')).toMatchObject({ repetidos: 30, posibles: 0 })
    // All that is known is in it, so that the one without a reference is another.
    expect(await tell('extracto', 'extracto', [...day(0, 150), credit('none')], 'whole')).toMatchObject({ posibles: 0 })
    const lost = [...day(0, 149), credit('lost 1'), credit('lost 2')]
    expect(await tell('extracto', 'extracto', lost, 'lost')).toMatchObject({ nuevos: { length: 2 }, posibles: 2 })
  })

  test('a payment that a phone told with its payer and a bank with its reference may be one; control: told twice by the bank it is two', async () => {
    const { credit, tell } = open()
    await tell('aviso', 'aviso', [credit('sms', { telefono_origen: '584241112233' })])
    const listed = credit('1', { ...WHOLE, documento_origen: 'V12345678', dia: NEXT })
    expect(await tell('bdv', 'banco', [listed])).toMatchObject({ posibles: 1 })
    const again = credit('2', { documento_origen: 'V12345678', dia: NEXT })
    expect(await tell('bdv', 'banco', [listed, again], 'y')).toMatchObject({ nuevos: { length: 1 }, posibles: 0 })
  })

  test('no more of a movement pays than came in, from any number of hands simultaneously', async () => {
    const { amount, credit, tell } = open()
    const { nuevos } = await tell('bdv', 'banco', [credit('1')])
    const [id = 0] = nuevos
    const taken = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        ctx.db.write(`rifa:${at}`, (tx) => spendMovement(tx, id, Math.floor(amount / 3.3))),
      ),
    )
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(taken.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'MOVIMIENTO_USADO' } })
    const raw = ctx.db.write('rifa:1', (tx) =>
      tx
        .updateTable('movements')
        .set({ unido: amount + 1 })
        .where('id', '=', id)
        .execute(),
    )
    await expect(raw).rejects.toThrow(/movement_pays_once|CHECK/)
  })
})
