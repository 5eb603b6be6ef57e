import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { type SourceKind, type Told, type Trust, UNSAID } from '../movement.ts'
import { EarlierParts } from './earlier-parts.ts'
import { foreseeMovements, MOVEMENTS_LANE, recordMovements } from './record-movements.ts'
import { spendMovement } from './spend-movement.ts'

const DAY = '2026-11-20' as CalendarDate
const NEXT = '2026-11-21' as CalendarDate
const METHOD = 1

const credit = (id_banco: string, more: Partial<Told> = {}): Told => ({
  id_banco,
  sentido: 'credito',
  tipo: 'pago_movil',
  centimos: 33_571_18,
  moneda: 'VES',
  dia: DAY,
  en: null,
  ...UNSAID,
  ...more,
})

onBothEngines('movements', (setup) => {
  async function open(setup: Setup) {
    const ctx = await setup.context({ schema })
    const tell = (fuente: SourceKind, confianza: Trust, told: Told[]) =>
      ctx.db.write(MOVEMENTS_LANE, (tx) =>
        recordMovements(tx, { metodo_id: METHOD, fuente, confianza, crudo_sha256: 'x', now: 5 as Instant }, told),
      )
    const all = () => ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
    return { ctx, tell, all }
  }

  test('who pays is written as the columns are, or not at all; a movement that none can be, and a word of nobody, are kept by no one', async () => {
    const { tell, all } = await open(setup)
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

  test('what a source tells again adds nothing, also when two processes tell it at once', async () => {
    const { tell, all } = await open(setup)
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

  test('two sources that tell of one payment are two witnesses of one movement, with the better word of the two', async () => {
    const { tell, all } = await open(setup)
    await tell('aviso', 'aviso', [credit('sms', { referencia: '30906155', telefono_origen: '584241112233' })])
    // The bank prints a prefix of its own, and counts it to the next day.
    const bank = credit('77', { referencia: '0050930906155', documento_origen: 'V12345678', dia: NEXT })
    expect(await tell('bdv', 'banco', [bank])).toMatchObject({ nuevos: [], conocidos: 1 })
    expect(await all()).toMatchObject([
      {
        confianza: 'banco',
        referencia: '30906155',
        referencia_otra: '0050930906155',
        telefono_origen: '584241112233',
        documento_origen: 'V12345678',
      },
    ])
  })

  test('as many payments as the source with most of them tells of, where nothing tells them apart', async () => {
    const { tell, all } = await open(setup)
    await tell('aviso', 'aviso', [credit('a'), credit('b')])
    const rows = ['1', '2', '3'].map((id) => credit(id, { referencia: `00055976200${id}` }))
    expect(await tell('extracto', 'extracto', rows)).toMatchObject({ conocidos: 2, posibles: 0 })
    expect(await all()).toHaveLength(3)
  })

  test('what is foreseen in parts is what comes of it', async () => {
    const { ctx, tell } = await open(setup)
    await tell('aviso', 'aviso', [credit('sms', { referencia: '30906155' })])
    const rows = [
      credit('1', { referencia: '30906155' }),
      credit('2', { referencia: '40906155' }),
      // The file has that one again, cut differently, and the next row under its own name.
      credit('3', { referencia: '40906155', concepto: 'CORTADO', dia: NEXT }),
      credit('2', { referencia: '40906155' }),
      credit('4', { referencia: '30906155', concepto: 'CORTADO' }),
    ]
    const word = { metodo_id: METHOD, fuente: 'extracto', confianza: 'extracto', crudo_sha256: 'x' } as const
    const earlier = new EarlierParts()
    const foreseen = { nuevos: 0, repetidos: 0, conocidos: 0, posibles: 0 }
    for (const row of rows) {
      const part = await foreseeMovements(ctx.db.read, { ...word, now: 5 as Instant }, [row], earlier)
      foreseen.nuevos += part.nuevos.length
      for (const name of ['repetidos', 'conocidos', 'posibles'] as const) foreseen[name] += part[name]
    }
    const { nuevos, crudos: _, ...rest } = await tell('extracto', 'extracto', rows)
    expect(foreseen).toEqual({ nuevos: nuevos.length, ...rest })
    expect(foreseen).toEqual({ nuevos: 3, repetidos: 1, conocidos: 1, posibles: 2 })
  })

  test.each<[string, Partial<Told>]>([
    ['another reference', { referencia: '99999999', telefono_origen: '584241112233' }],
    ['another phone', { telefono_origen: '584249999999' }],
    ['another amount', { referencia: '30906155', centimos: 33_571_19 }],
    ['two days later', { referencia: '30906155', dia: '2026-11-22' as CalendarDate }],
    ['a commission', { referencia: '30906155', sentido: 'debito' }],
  ])('%s is another movement', async (_, other) => {
    const { tell, all } = await open(setup)
    await tell('aviso', 'aviso', [credit('sms', { referencia: '30906155', telefono_origen: '584241112233' })])
    expect(await tell('bdv', 'banco', [credit('77', other)])).toMatchObject({ conocidos: 0 })
    expect(await all()).toHaveLength(2)
  })

  test('a row under the next number that says the same of the same payer may be the same one: it is marked', async () => {
    const { tell, all } = await open(setup)
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

  test('no more of a movement pays than came in, however many take it at once', async () => {
    const { ctx, tell } = await open(setup)
    const { nuevos } = await tell('bdv', 'banco', [credit('1', { centimos: 1000 })])
    const [id = 0] = nuevos
    const taken = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => ctx.db.write(`rifa:${at}`, (tx) => spendMovement(tx, id, 300))),
    )
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(taken.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'MOVIMIENTO_USADO' } })
    const raw = ctx.db.write('rifa:1', (tx) => tx.updateTable('movements').set({ unido: 1001 }).execute())
    await expect(raw).rejects.toThrow(/movement_pays_once|CHECK/)
  })
})
