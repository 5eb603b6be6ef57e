import { expect, test } from 'vitest'
import type { CalendarDate } from '#platform/clock.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { type Claim, type Credit, dayNumber } from './claim.ts'
import { match } from './match.ts'
import { KINDS, type Kind, noisyPayments } from './server/testing/noisy-payments.ts'

const CLAIM: Claim = {
  id: 1,
  metodos: [1],
  moneda: 'VES',
  debe: 402_854,
  dias: [20_000],
  en: 20_000 * 86_400_000 + 60_000,
  colas: ['30906155'],
  posibles: [],
  corta: '',
  telefonos: ['584141112233'],
  documentos: ['V12345678'],
  banco: '',
  nombres: ['ana', 'perez'],
  unica: false,
  dicha: null,
  empezada: false,
  cerca: null,
}
const CREDIT_EN = 20_000 * 86_400_000
const CREDIT: Credit = {
  id: 7,
  metodo_id: 1,
  moneda: 'VES',
  libre: 402_854,
  entero: true,
  repetida: false,
  gemela: false,
  vueltas: [],
  revertido: false,
  confianza: 'banco',
  dia: 20_000,
  en: CREDIT_EN,
  colas: ['30906155'],
  avisadas: [],
  telefono: '',
  documento: '',
  banco: '0134',
  propio: false,
  nombres: [],
}
const claim = (changes: Partial<Claim> = {}) => ({ ...CLAIM, ...changes })
const credit = (changes: Partial<Credit> = {}) => ({ ...CREDIT, ...changes })
const bare = { colas: [], posibles: [] }

/** Result for the first report: the rule, with a mark where nobody has to look. */
function said(claims: Claim[], credits: Credit[]): string {
  const found = match(claims, credits).of(1)
  return found?.pair ? `${found.pair.regla}${found.pair.exacta ? ' !' : ''}` : `${found?.count} posibles`
}

test.each<[string, string, Partial<Claim>, Partial<Credit>]>([
  ['its reference', 'referencia !', {}, {}],
  ['the last six digits', 'referencia !', { colas: ['906155'] }, {}],
  ['a reference that is read so by a guess', '1 posibles', { colas: [], posibles: ['30906155'] }, {}],
  ['the day after', 'referencia !', {}, { dia: 20_001 }],
  ['two days after', '1 posibles', {}, { dia: 20_002 }],
  ['the day of the report, where that of the payment is wrong', 'referencia !', { dias: [19_990, 20_000] }, {}],
  ['another amount', 'otro_monto', {}, { libre: 400_000 }],
  ['money of which something is used', '1 posibles', {}, { entero: false }],
  ['a report of which something is paid', '1 posibles', { empezada: true }, {}],
  ['another account', 'otra_cuenta', {}, { metodo_id: 2 }],
  ['another currency', '0 posibles', {}, { moneda: 'USD' }],
  ['its own céntimos', 'centimos !', { ...bare, unica: true }, { colas: [] }],
  [
    'its own céntimos, a little before',
    'centimos !',
    { ...bare, unica: true, dicha: CREDIT_EN + 600_000 },
    { colas: [] },
  ],
  [
    'the sum of its céntimos, before it was told',
    '1 posibles',
    { ...bare, unica: true, dicha: CREDIT_EN + 901_000 },
    { colas: [] },
  ],
  [
    'the same without an hour, on a day that ended before',
    '1 posibles',
    { ...bare, unica: true, dicha: CREDIT_EN + 28 * 3_600_000 + 901_000 },
    { colas: [], en: null },
  ],
  [
    'the same without an hour, on a day that ended hardly before',
    'centimos !',
    { ...bare, unica: true, dicha: CREDIT_EN + 28 * 3_600_000 + 600_000 },
    { colas: [], en: null },
  ],
  ['its own céntimos under another number', 'centimos !', { unica: true }, { colas: ['99887766'] }],
  ['the same of a bank that gives no hour', '1 posibles', { unica: true }, { colas: ['99887766'], en: null }],
  ['the same of its payer', 'centimos !', { unica: true }, { colas: ['99887766'], en: null, documento: 'V12345678' }],
  ['the amount alone', '1 posibles', bare, { colas: [] }],
  ['its phone', 'pagador !', {}, { colas: [], telefono: '584141112233' }],
  ['its phone, of a report that says no reference', '1 posibles', bare, { colas: [], telefono: '584141112233' }],
  ['its document, of a report that says no reference', 'pagador !', bare, { colas: [], documento: 'V12345678' }],
  ['a number that only a notice has said', '1 posibles', {}, { colas: [], avisadas: ['30906155'] }],
  [
    'its document within BDV, under another number',
    'pagador !',
    {},
    { colas: ['77200011'], documento: 'V12345678', propio: true },
  ],
  ['its phone under another reference', '1 posibles', {}, { colas: ['99887766'], telefono: '584141112233' }],
  ['six digits of somebody else', '1 posibles', { colas: ['906155'] }, { telefono: '584249999999' }],
  ['eight digits from another payer', 'referencia !', {}, { telefono: '584249999999' }],
  ['eight digits of somebody else within BDV', '1 posibles', {}, { documento: 'V9999999', propio: true }],
])('%s: %s', (_, expected, ours, theirs) => {
  expect(said([claim(ours)], [credit(theirs)])).toBe(expected)
})

test('four digits and the payer are probable, and a person confirms them', () => {
  const two = [
    credit({ colas: ['30906155'], telefono: '584141112233' }),
    credit({ id: 8, colas: ['11112222'], telefono: '584141112233' }),
  ]
  expect(said([claim({ ...bare, corta: '6155' })], two)).toBe('referencia_corta')
})

test('of two reports that name one reference neither is exact, however well its payer fits; nor where one names it in disguise or for another amount', () => {
  const money = credit({ telefono: '584141112233' })
  const rivals: Partial<Claim>[] = [{}, { colas: [], posibles: ['30906155'] }, { debe: 100 }]
  for (const rival of rivals) {
    const other = claim({ id: 2, telefonos: [], documentos: [], ...rival })
    expect(said([claim(), other], [money])).toBe('1 posibles')
    expect(
      match([claim(), other], [money])
        .of(1)
        ?.rivals.map(({ id }) => id),
    ).toEqual([2])
  }
})

test.each([
  ['REVERSO PAGO MOVIL', 'referencia'],
  ['REV. PAGO MOVIL', 'referencia'],
  ['ANULADO PAGO MOVIL', 'referencia'],
  ['RECHAZO PAGO MOVIL', 'referencia'],
  ['AJUSTE POR ABONO INDEBIDO', 'referencia'],
  ['PAGO OP 000030906155', 'referencia'],
  ['PM ENVIADO 0414-111-2233', 'referencia'],
  ['PAGO A V-012.345.678', 'referencia'],
  ['PAGO MOVIL ENVIADO V12345678', 'referencia'],
  ['PM A 04141112233', 'referencia'],
  ['TRANSFERENCIA A CARLA PEREZ GOMEZ', 'referencia'],
  ['COMISION', 'referencia !'],
  ['PAGO OP 000030906166', 'referencia !'],
  ['REVERSO OP 000030906166', 'referencia'],
  ['REVERSO PAGO MOVIL 004512345678', 'referencia'],
  ['DEVOLUCION CHEQUE DEPOSITADO', 'referencia'],
  ['NOTA DE DEBITO ABONO DUPLICADO', 'referencia'],
  ['REVERSO PAGO MOVIL 0424-123-9876', 'referencia !'],
  ['REV COMISION', 'referencia !'],
  ['REVERSO PAGO MOVIL compra rifa', 'referencia'],
  ['REV_PM', 'referencia'],
  ['PAGO MOVIL NO PROCESADO', 'referencia'],
  ['REVERSO 18-11-2026', 'referencia'],
  ['REVERSO PM J-00012345-6', 'referencia'],
  ['REVERSO LOTE 000123', 'referencia'],
  ['DEV. COMPRA POS', 'referencia !'],
  ['TRF A MARIA DEL CARMEN LOPEZ', 'referencia !'],
  ['PAGO MOVIL ENVIADO V12345679', 'referencia !'],
  ['TRANSFERENCIA A ANA PEREZ', 'referencia !'],
])('as much that left the next day as «%s»', (concepto, found) => {
  const left = { telefono: '', documento: '', concepto, dia: 20_001 }
  const who = claim({
    nombres: ['carla', 'maria', 'del', 'perez'],
    telefonos: ['584141112233'],
    documentos: ['V12345678'],
  })
  expect(said([who], [credit({ vueltas: [left] })])).toBe(found)
  // Control: a reversal of days later, or to somebody else.
  if (concepto === 'REVERSO PAGO MOVIL')
    for (const other of [{ dia: 20_006 }, { documento: 'V1' }])
      expect(said([who], [credit({ vueltas: [{ ...left, ...other }] })])).toBe('referencia !')
  const monday = dayNumber('2024-10-07' as CalendarDate)
  const friday = credit({ dia: monday - 3, vueltas: [{ ...left, concepto: 'REVERSO', dia: monday }] })
  expect(said([claim({ ...who, dias: [monday - 3] })], [friday])).toBe('referencia')
})

test('a report that names it for another amount is no rival where the bank names somebody else as its payer, who reports it', () => {
  const money = credit({ telefono: '584141112233' })
  const thief = { id: 2, telefonos: ['584149998877'], documentos: [], debe: 100 }
  expect(said([claim(), claim(thief)], [money])).toBe('referencia !')
  // Control: the amount may be its own, the thief may be its payer, the bank may not name the payer.
  const near = { acepta: true, redondeo: 0, a_tasa: () => [402_854] }
  const others: [Partial<Claim>, Partial<Claim>, Partial<Credit>][] = [
    [{ debe: CLAIM.debe }, {}, {}],
    [{ debe: null }, {}, {}],
    [{ cerca: near }, {}, {}],
    [{ telefonos: ['584141112233'] }, {}, {}],
    [{ telefonos: [] }, {}, {}],
    [{}, {}, { telefono: '' }],
    [{}, { telefonos: ['584140000000'] }, {}],
  ]
  for (const [rival, own, bank] of others)
    expect(said([claim(own), claim({ ...thief, ...rival })], [{ ...money, ...bank }]), JSON.stringify(rival)).toBe(
      '1 posibles',
    )
})

test('the report that named it first for another amount stays a rival of a later one with its payer and its amount', () => {
  const money = credit({ telefono: '584141112233' })
  const aunt = claim({ id: 2, telefonos: ['584149998877'], documentos: [], debe: 201_427 })
  const thief = claim({ en: aunt.en + 60_000 })
  expect(said([thief, aunt], [money])).toBe('1 posibles')
})

test('money that a stronger rule has taken, a weaker one does not take into account', () => {
  const payer = { documento: 'V12345678' }
  const first = credit({ ...payer })
  const second = credit({ id: 8, colas: [], ...payer })
  // The same payer paid twice: one report names its reference, the other is without one.
  const matching = match([claim(), claim({ id: 2, ...bare })], [first, second])
  expect(matching.pairs.map((pair) => [pair.claim.id, pair.credit.id, pair.regla])).toEqual([
    [1, 7, 'referencia'],
    [2, 8, 'pagador'],
  ])
})

test('money of before a sum was told is not its buyer’s, and blocks none that came since; while the report waits it is nobody’s', () => {
  const ours = { ...bare, unica: true, en: CREDIT_EN + 7_200_000 }
  const [before, since] = [credit({ colas: [] }), credit({ id: 8, colas: [], en: CREDIT_EN + 7_000_000 })]
  const told = claim({ ...ours, dicha: CREDIT_EN + 6_900_000 })
  expect(said([told], [before, since])).toBe('centimos !')
  const first = claim({ ...ours, id: 2, dicha: CREDIT_EN - 60_000, documentos: ['V9'], telefonos: ['584149999999'] })
  expect(match([told, first], [before]).pairs).toEqual([])
})

test('of two payments that a report may be, neither is exact: two of its payer, two under its reference, two of its céntimos', () => {
  const pairs: [Partial<Claim>, Partial<Credit>][] = [
    [bare, { colas: [], telefono: '584141112233' }],
    [{}, {}],
    [{ ...bare, unica: true }, { colas: [] }],
  ]
  for (const [ours, theirs] of pairs) {
    expect(said([claim(ours)], [credit(theirs), credit({ id: 8, ...theirs })])).toBe('2 posibles')
  }
})

/** Share of the payments of one kind that is matched without a person, in percent, and matched wrongly. */
function figures(kind: Kind, hour: boolean, count = COUNT) {
  const { claims, credits, truth } = noisyPayments(seededRandom(SEED), count, [kind], { hour })
  const matching = match(claims, credits)
  const exact = matching.pairs.filter(({ exacta }) => exacta)
  const right = exact.filter(({ claim, credit }) => truth.get(claim.id) === credit.id).length
  const amongThree = [...truth].filter(([id, credit]) =>
    matching
      .of(id)
      ?.credits.slice(0, 3)
      .some((one) => one.id === credit),
  )
  const percent = (part: number) => (100 * part) / truth.size
  return { exact: percent(right), wrong: exact.length - right, amongThree: percent(amongThree.length) }
}

const COUNT = soak(3_000, 25_000)

test.each<[Kind, string, number, boolean]>([
  ['centimos', 'an hour', 99, true],
  ['interbancario', 'an hour', 97, true],
  ['bdv', 'an hour', 95, true],
  ['centimos', 'the day alone', 99, false],
  ['interbancario', 'the day alone', 97, false],
  ['bdv', 'the day alone', 95, false],
])(
  `payments by %s whose source says %s: %d in a hundred are matched, none wrongly; seed ${SEED}`,
  (kind, _, least, hour) => {
    const { exact, wrong } = figures(kind, hour)
    expect(wrong).toBe(0)
    expect(exact).toBeGreaterThanOrEqual(least)
  },
)

test(`by the amount alone nothing is matched, and the true one is among the first three of 90 % where the source says an hour; seed ${SEED}`, () => {
  const { exact, wrong, amongThree } = figures('monto', true, COUNT / 3)
  expect([exact, wrong]).toEqual([0, 0])
  expect(amongThree).toBeGreaterThanOrEqual(90)
  // Of some sixty equal amounts a day any three are shown: nothing tells them apart.
  const daily = figures('monto', false, COUNT / 3)
  expect([daily.exact, daily.wrong]).toEqual([0, 0])
})

test('the order of the input changes nothing', () => {
  const { claims, credits } = noisyPayments(seededRandom(SEED), 1_000, KINDS)
  const told = (matching: ReturnType<typeof match>) =>
    claims.map(({ id }) => {
      const found = matching.of(id)
      return [found?.pair?.credit.id, found?.pair?.regla, found?.credits.map((credit) => credit.id)]
    })
  expect(told(match(claims.toReversed(), credits.toReversed()))).toEqual(told(match(claims, credits)))
})
