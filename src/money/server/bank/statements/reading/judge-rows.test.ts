import { expect, test } from 'vitest'
import type { ColumnMap } from '../../../../statement-contract.ts'
import { WHOLE_FILE } from '../../../../statement-map.ts'
import { NAMES, questionOf } from '../testing/question.ts'
import { writeXlsx } from '../testing/write-xlsx.ts'
import type { ReadQuestion } from './answer.ts'
import { readStatement } from './read-statement.ts'
import { isOwnCurrency, knownCurrency } from './words/currency-words.ts'
import { sideOf } from './words/side-words.ts'
import { isFinal } from './words/state-words.ts'

const ZELLE = { tipo: 'zelle', moneda: 'USD' } as const
/** As in a file of which nobody has said that all of it came in. */
const UNANSWERED = { [`tipo ${WHOLE_FILE}`]: null as never }

/** `fila ±céntimos dia` of each row that counts. */
async function counted(text: string | Buffer, more: Partial<ReadQuestion> = {}, banco = '0134') {
  const { head, filas } = await readStatement(Buffer.from(text), questionOf(banco, more))
  const rows = filas.map((row) => `${row.fila} ${row.sentido === 'credito' ? '' : '-'}${row.centimos} ${row.dia}`)
  return { head, rows, refused: head.rechazadas.map(({ fila }) => fila), apart: head.omitidas }
}

const OUT =
  'N/D|ND|n/d|Nota de Débito|NOTA DE DEBITO|N. Débito|n. débito|Nota Deb.|Deb.|DB|D|DR|Dr.|Débitos|Debitado|Cargo|Cargos|Cargo en cta.|Recargo|Egr.|Egreso|Egresos|Salida|SALIDAS|Saliente|Retiro|Retiros|Pago|Pagos|Pago enviado|Pago Móvil enviado|Enviada|Transferencia emitida|Comisión|Comisión por pago móvil|IGTF|Debit|QUICKPAY_DEBIT|Withdrawal|Sent|Fee|Purchase|Debe|(-)|-|−|–|( - )|(D)'
const IN =
  'N/C|NC|Nota de Crédito|N. Crédito|Créd.|C|CR|Cr.|Créditos|Abono|ABONOS|Abonado|Ing.|Ingreso|Entrada|Depósito|Dep.|Deposit|Credit|QUICKPAY_CREDIT|Haber|(+)|+|Recibido|Pago recibido|Pago Móvil recibido|Transferencia recibida|Received'
const NEITHER =
  'Reverso|Reverso de débito|Anulación de crédito|Ajuste|Otro|Misc|TRX|0|?|Traspaso|Pago móvil|Transferencia|Débito/Crédito|Comisión sobre abono|Tarjeta de crédito|No debitado|+-|Zelle payment|Cobro|Pagado'

test.each([
  ['debito', OUT],
  ['credito', IN],
  [null, NEITHER],
] as const)('words that say %s are read as that', (side, words) => {
  expect(words.split('|').filter((word) => sideOf(word) !== side)).toEqual([])
})

test('a state is final only where it is known to be', () => {
  const known = (words: string) => words.split('|').map(isFinal)
  expect(new Set(known('EXITOSA|Éxito|Completada|Completed|Procesado|Posted|SUCCESS|Aprobado|OK'))).toEqual(
    new Set([true]),
  )
  expect(
    new Set(
      known(
        'RECHAZADA|Pendiente|Pending|Reversed|Reversado|No procesada|Por confirmar|En proceso|Failed|Partially completed|Unsettled|Sin efecto',
      ),
    ),
  ).toEqual(new Set([false]))
  expect(new Set(known('Normal|1|A|X'))).toEqual(new Set([null]))
})

test('a currency is known by its code, its name and its sign', () => {
  const own = (words: string, moneda: 'VES' | 'USD', tipo = 'otro') =>
    words.split('|').map((word) => isOwnCurrency(knownCurrency(word) ?? 'ninguna', { moneda, tipo }))
  expect(new Set(own('VES|Bs|Bs.|BsS|Bs.D|Bolívares|928|0926', 'VES'))).toEqual(new Set([true]))
  expect(new Set(own('USD|US$|$|€|EUR|Dólares|USDT|840|COP', 'VES'))).toEqual(new Set([false]))
  expect(new Set(own('USD|US$|$|Dollars|0840', 'USD'))).toEqual(new Set([true]))
  expect([own('USDT|USDC', 'USD', 'binance'), own('USDT|BNB', 'USD')].flat()).toEqual([true, true, false, false])
})

const kinds = (header: string, ...rows: [string, string][]) =>
  [header, ...rows.map(([amount, kind]) => `05/11/2026;0012345678;OPERACION;${amount};${kind}`)].join('\n')
const MAP: ColumnMap = {
  cabecera: 1,
  columnas: { fecha: 0, referencia: 1, descripcion: 2, monto: 3 },
  montos: 'coma',
  fechas: 'dma',
}
const MIXED: [string, string][] = [
  ['10,00', 'Cargos'],
  ['20,00', 'Ingreso'],
  ['30,00', 'Ajuste'],
  ['40,00', ''],
]

test.each([
  ['under a name that banks use', `${NAMES};Tipo`, undefined],
  ['under a name that nobody knows', `${NAMES};Zzz`, undefined],
  ['without a name', `${NAMES};`, undefined],
  ['that whoever chose the columns left out', 'a;b;c;d;e', MAP],
  ['that whoever chose the columns named', 'a;b;c;d;e', { ...MAP, columnas: { ...MAP.columnas, tipo: 4 } }],
  [
    'where the amount was called what came in',
    'a;b;c;d;e',
    { ...MAP, columnas: { fecha: 0, referencia: 1, credito: 3 } },
  ],
])('a column of kinds %s decides: an unknown or empty one there is refused and asked', async (_, header, mapa) => {
  const { rows, refused, head } = await counted(kinds(header, ...MIXED), { mapa: mapa ?? null })
  expect([rows, refused]).toEqual([
    ['2 -1000 2026-11-05', '3 2000 2026-11-05'],
    [4, 5],
  ])
  expect(head.preguntas.map(({ campo, palabra, filas, fila }) => [campo, palabra, filas, fila])).toEqual([
    ['tipo', 'Ajuste', 1, 4],
    ['tipo', '', 1, 5],
  ])
  // An answered question is not asked again.
  const palabras = Object.fromEntries(head.preguntas.map(({ clave }, at) => [clave, at === 1]))
  const told = await counted(kinds(header, ...MIXED), { mapa: mapa ?? null, palabras })
  expect([told.rows.slice(2), told.refused, told.head.preguntas]).toEqual([
    ['4 -3000 2026-11-05', '5 4000 2026-11-05'],
    [],
    [],
  ])
  // And may take it back.
  expect(told.head.recordadas.map(({ palabra, respuesta }) => [palabra, respuesta])).toEqual([
    ['Ajuste', false],
    ['', true],
  ])
})

test('a column of many words is recognised where most of them are known, as is one that only the choice of a person called credits', async () => {
  const words = [...OUT.split('|').slice(0, 20), 'Ajuste']
  const many = await counted(kinds(`${NAMES};Zzz`, ...words.map((word): [string, string] => ['10,00', word])))
  expect([many.rows.filter((row) => row.includes(' -1000 ')).length, many.refused]).toEqual([20, [22]])
  const columnas = { fecha: 0, referencia: 1, descripcion: 2, credito: 3, debito: 5 }
  const wrong = await counted(kinds(`${NAMES};Zzz;Yyy`, ['10,00', 'Cargo'], ['20,00', 'Abono']), {
    mapa: { ...MAP, columnas },
  })
  expect([wrong.rows, wrong.refused]).toEqual([['3 2000 2026-11-05'], [2]])
})

test('a column of two letters that nobody knows is asked about, whatever its name', async () => {
  const { rows, head } = await counted(kinds(`${NAMES};Zzz`, ['10,00', 'E'], ['20,00', 'S'], ['30,00', 'E']))
  expect([rows, head.preguntas.map(({ palabra, filas }) => [palabra, filas])]).toEqual([
    [],
    [
      ['E', 2],
      ['S', 1],
    ],
  ])
})

test('codes of digits under a name that nobody knows are asked about too, and not those of an office, nor next to signs', async () => {
  const codes: [string, string][] = [
    ['10,00', '01'],
    ['20,00', '02'],
    ['30,00', '01'],
  ]
  for (const name of ['Zzz', '', 'Transac. Cod']) {
    const { rows, head } = await counted(kinds(`${NAMES};${name}`, ...codes))
    expect([rows, head.preguntas.map(({ palabra }) => palabra)], name).toEqual([[], ['01', '02']])
  }
  const { rows } = await counted(
    kinds(NAMES, ...codes)
      .split('\n')
      .slice(1)
      .join('\n'),
    {
      mapa: { ...MAP, cabecera: 0 },
    },
  )
  expect(rows).toEqual([])
  expect((await counted(kinds(`${NAMES};Oficina`, ...codes))).rows).toHaveLength(3)
  const signed = codes.map(([amount, code], at): [string, string] => [at === 0 ? `-${amount}` : amount, code])
  expect((await counted(kinds(`${NAMES};Zzz`, ...signed))).rows).toHaveLength(3)
})

test('a workbook keeps no empty name at its end: the kinds below it are read all the same', async () => {
  const book = await writeXlsx([
    ['Fecha', 'Referencia', 'Descripción', 'Monto', ''],
    ['05/11/2026', '700000001', 'OPERACION', '10,00', 'N/D'],
    ['06/11/2026', '700000002', 'OPERACION', '20,00', 'Abono'],
  ])
  const { filas, head } = await readStatement(book, questionOf('0134'))
  expect([filas.map(({ sentido }) => sentido), head.rechazados]).toEqual([['debito', 'credito'], 0])
})

test('descriptions that are words for credits and debits decide as a column of kinds does', async () => {
  const rows = ['05/11/2026;1;Cargo;10,00', '05/11/2026;2;Abono;20,00', '05/11/2026;3;Ajuste;30,00']
  expect((await counted([NAMES, ...rows].join('\n'))).rows).toEqual(['2 -1000 2026-11-05', '3 2000 2026-11-05'])
})

test('amounts with their signs decide next to kinds that say neither; a kind and a sign that contradict each other are refused', async () => {
  const signed = kinds(`${NAMES};Tipo`, ['-10,00', 'Mobile'], ['20,00', 'Mobile'], ['-5,00', 'Cargo'])
  expect((await counted(signed)).rows).toEqual(['2 -1000 2026-11-05', '3 2000 2026-11-05', '4 -500 2026-11-05'])
  const torn = kinds(`${NAMES};Tipo`, ['-10,00', 'Abono'], ['+20,00', 'Cargo'], ['30,00 CR', 'ND'], ['40,00 DB', 'NC'])
  expect((await counted(torn)).refused).toEqual([2, 3, 4, 5])
  // One that left without a sign: signs tell nothing about the others.
  const words = kinds(`${NAMES};Tipo`, ['-10,00', 'Reverso'], ['20,00', 'Cargo'], ['30,00', 'Ajuste'])
  expect((await counted(words)).refused).toEqual([4])
})

test('a file in which nothing left names the words that it takes for received money', async () => {
  const { head } = await counted(kinds(`${NAMES};Tipo`, ['10,00', 'Abono'], ['20,00', 'Ingreso']))
  expect(head.avisos).toEqual(['Ninguna fila salió: «Abono» y «Ingreso» se leen como dinero que entró.'])
})

const day = (header: string, ...days: string[]) =>
  [header, ...days.map((one) => `${one};0012345678;OPERACION;10,00`)].join('\n')
const days = async (text: string, more: Partial<ReadQuestion> = {}) => {
  const { rows, head } = await counted(text, more)
  return [rows.map((row) => row.split(' ').at(-1)), head.mapa?.fechas, head.preguntas.map(({ campo }) => campo)]
}

test('one file has one order of day and month, by all of its rows together; where they disagree, it is asked', async () => {
  const [english, hoy] = ['Date;Reference;Description;Amount', '2026-11-23']
  expect(await days(day(english, '10/05/2026', '10/25/2026'), { hoy })).toEqual([
    ['2026-10-05', '2026-10-25'],
    'mda',
    [],
  ])
  expect(await days(day(NAMES, '05/10/2026', '10/25/2026'))).toEqual([['2026-05-10', '2026-10-25'], 'mda', []])
  expect(await days(day(NAMES, '05/10/2026', '06/10/2026'))).toEqual([['2026-10-05', '2026-10-06'], 'dma', []])
  const ask = [[], 'auto', ['fechas']]
  expect(await days(day(english, '10/05/2026', '10/06/2026'))).toEqual(ask)
  expect(await days(day(NAMES, '05/10/2026', '06/10/2026'), ZELLE)).toEqual(ask)
  expect(await days(day(NAMES, '25/10/2026', '10/26/2026', '05/10/2026'))).toEqual(ask)
  // Read by the day first, half of it would not have come yet.
  expect(await days(day(NAMES, '11/05/2026', '11/12/2026'))).toEqual(ask)
  // A person's answer about a file that contradicts it.
  expect(await days(day(NAMES, '05/10/2026', '10/26/2026'), { mapa: MAP })).toEqual(ask)
  expect(await days(day(english, '10/05/2026'), { mapa: { ...MAP, fechas: 'mda' } })).toEqual([
    ['2026-10-05'],
    'mda',
    [],
  ])
})

test('days that a spreadsheet has made of some dates and not of others are asked about', async () => {
  const book = await writeXlsx([
    ['Fecha', 'Referencia', 'Descripción', 'Monto'],
    [{ n: '46328' }, '1', 'A', { n: '1' }],
    ['10/25/2026', '2', 'B', { n: '2' }],
  ])
  expect((await counted(book)).rows).toEqual([])
})

test.each([
  ['an amount parted by its comma', 'Fecha,Referencia,Descripción,Monto', '05/11/2026,1,A,1234,50'],
  ['thousands parted by it too', 'Fecha,Referencia,Descripción,Monto', '05/11/2026,1,A,1.001.637,23'],
  ['two columns of amounts', 'Fecha,Referencia,Descripción,Debe,Haber', '05/11/2026,1,A,,1234,50'],
  ['a name too many, which is empty', 'Fecha,Referencia,Descripción,Monto,', '05/11/2026,1,A,1234,50'],
])('a row that has more cells than names is refused: %s', async (_, header, row) => {
  const whole = header.includes('Debe') ? '05/11/2026,2,B,,"10,00"' : '05/11/2026,2,B,"10,00"'
  const { rows, refused } = await counted(`${[header, row, whole].join('\n')}\n`)
  expect([rows, refused]).toEqual([['3 1000 2026-11-05'], [2]])
})

test.each([
  ['thousands', '05/11/2026,1,A,6,714.24,5000.00', ['05/11/2026,2,B,60.00,5000.00,', '05/11/2026,3,C,-5.00,5000.00,']],
  ['thousands of most rows', '05/11/2026,1,A,6,714.24,5000.00', ['05/11/2026,2,B,1,060.00,5000.00']],
  [
    'a description',
    '05/11/2026,1,FACTURA 3, 50,60.00,5000.00',
    ['05/11/2026,2,B,60.00,5000.00,', '05/11/2026,3,C,-5.00,,'],
  ],
])('a row that is as long where the names end in a comma is refused too: %s', async (_, row, others) => {
  const { rows, refused } = await counted(['Fecha,Referencia,Descripción,Monto,Saldo,', row, ...others].join('\n'))
  expect(rows.filter((one) => one.startsWith('2 '))).toEqual([])
  expect(refused[0]).toBe(2)
  expect(rows.length + refused.length).toBe(1 + others.length)
})

test('control: a last column without a name that most rows have tells nothing of their amounts', async () => {
  const of = (...cells: string[]) =>
    ['Fecha;Referencia;Descripción;Monto;Saldo;', ...cells.map((cell) => `05/11/2026;1;A;10,00;714,24;${cell}`)].join(
      '\n',
    )
  expect((await counted(of('0134', '0102-B', ''))).rows).toHaveLength(3)
})

test.each(['LUIS', 'PEREZ', 'RIF', 'EUR', 'BS', '$', 'LUIS 3'])(
  'a charge that its description has moved on by a cell is no credit, though «%s» may be a currency',
  async (word) => {
    const names = 'Fecha;Referencia;Descripción;Cargo;Abono'
    const rows = ['05/11/2026;1;COMISION;5,00', '05/11/2026;2;ANA;;60,00', `05/11/2026;3;PAGO A PEREZ;${word};6714,24`]
    const { rows: read, refused } = await counted([names, ...rows].join('\n'))
    expect([read, refused]).toEqual([['2 -500 2026-11-05', '3 6000 2026-11-05'], [4]])
    // Control: a currency in an empty cell, where amounts have theirs.
    expect((await counted(`${names}\n05/11/2026;1;ANA;Bs.;Bs. 60,00\n05/11/2026;2;ANA;Bs. -;7,00`)).rows).toHaveLength(
      2,
    )
  },
)

test('rows of another account, another currency or a state that is not final are apart, counted and named', async () => {
  const cuentas = ['01340000001000000001']
  const of = (header: string, ...cells: string[]) =>
    [`${NAMES};${header}`, ...cells.map((cell) => `05/11/2026;1;A;10,00;${cell}`)].join('\n')
  const account = await counted(of('Cuenta', '01340000001000000001', '0134-0000-00-9999999999'), { cuentas })
  expect([account.rows.length, account.apart.map(({ texto }) => texto)]).toEqual([
    1,
    ['Otra cuenta, 0134-0000-00-9999999999'],
  ])
  const currency = await counted(of('Divisa', 'VES', 'USD', 'XAU', ''))
  expect([currency.rows.length, currency.apart.map(({ texto }) => texto), currency.refused]).toEqual([
    1,
    ['Otra moneda, USD', 'Otra moneda, XAU'],
    [5],
  ])
  const state = await counted(of('Zzz', 'EXITOSA', 'RECHAZADA', 'Pendiente', 'Rara'))
  expect([state.rows.length, state.apart.length, state.refused, state.head.preguntas[0]?.campo]).toEqual([
    1,
    2,
    [5],
    'estado',
  ])
  expect(state.head.avisos[0]).toBe('2 filas quedan aparte y no cuentan: estado RECHAZADA (1); estado Pendiente (1).')
  // A word of a state tells nothing about the direction of money.
  expect((await counted(of('Estatus', 'Acreditado', 'Enviado'))).refused).toEqual([3])
  // Several accounts, and nobody knows which one is wanted.
  const several = of('Cuenta', 'Ahorro 1', 'Corriente 2')
  const asked = await counted(several, {}, '')
  expect([asked.rows, asked.head.preguntas.map(({ campo }) => campo)]).toEqual([[], ['cuenta', 'cuenta']])
  const palabras = Object.fromEntries(asked.head.preguntas.map(({ clave }, at) => [clave, at === 0]))
  expect((await counted(several, { palabras }, '')).rows.length).toBe(1)
})

test.each(['USD 4.166,12', '$ 4.166,12', '4.166,12 USD', 'US$4.166,12', '€ 4.166,12', '4.166,12 EUR'])(
  'an amount in another currency is no bolívares: %s',
  async (amount) => {
    const { rows, apart } = await counted([NAMES, `05/11/2026;1;A;${amount}`, '05/11/2026;2;B;Bs. 10,00'].join('\n'))
    expect([rows, apart.length]).toEqual([['3 1000 2026-11-05'], 1])
  },
)

test.each([
  'Fecha;Referencia;Descripción;Monto (USD)',
  ...'Monto USD|monto_usd|Monto-USD|Monto/USD|Monto [USD]|Monto{USD}|Monto USD.|Monto USD (1)|Monto ($ )|Importe_USD'
    .split('|')
    .map((name) => `Fecha;Referencia;Descripción;${name}`),
  'Fecha;Referencia;Descripción;Débito;Crédito_USD',
  'Moneda: Dólares\nFecha;Referencia;Descripción;Monto',
])('a currency that the names say is that of every row: %s', async (header) => {
  const { rows, refused } = await counted(`${header}\n05/11/2026;1;A;${header.includes('Débito') ? ';' : ''}10,00`)
  expect([rows, refused]).toEqual([[], []])
})

test('bolívares in an account of dollars are apart too, and they count in one of bolívares', async () => {
  for (const name of ['Amount_Bs', 'Amount (Bs)', 'Amount VES.'])
    expect((await counted(`Date;Reference;Description;${name}\n11/20/2026;1;A;10.00`, ZELLE, '')).rows).toEqual([])
  for (const name of ['Monto_Bs', 'Monto (Bs.D)', 'Monto Bs.'])
    expect((await counted(`Fecha;Referencia;Descripción;${name}\n05/11/2026;1;A;10,00`)).rows).toHaveLength(1)
})

test.each([
  ['', 'CR', 'CR'],
  ['', 'CR', 'DB'],
  ['', '+', '-'],
  ['Signo saldo', 'CR', 'CR'],
  ['D/C del saldo', 'C', 'D'],
])('a side after the balance is not that of the movement: «%s» %s %s', async (name, one, other) => {
  const names = `Fecha;Referencia;Descripción;Monto;Saldo;${name}`
  const rows = [`05/11/2026;1;FARMATODO;50,00;100,00;${one}`, `05/11/2026;2;ALQUILER;60,00;160,00;${other}`]
  const { rows: read, head } = await counted([names, ...rows].join('\n'), { palabras: UNANSWERED })
  expect([read, head.preguntas.length]).toEqual([[], one === other ? 1 : 2])
})

test.each([
  ['Monto;;Saldo;', '50,00;DB;100,00;CR', '60,00;CR;100,00;CR'],
  ['Monto;Saldo;Tipo', '50,00;100,00;D', '60,00;100,00;C'],
  ['Monto;Saldo;', '50,00;100,00;Cargo', '60,00;100,00;Abono'],
])('control: a side next to its amount, or that says so, is the movement’s: %s', async (names, one, other) => {
  const text = [`Fecha;Referencia;Descripción;${names}`, `05/11/2026;1;A;${one}`, `05/11/2026;2;B;${other}`].join('\n')
  expect((await counted(text, { palabras: UNANSWERED })).rows).toEqual(['2 -5000 2026-11-05', '3 6000 2026-11-05'])
})

const OFX = (kind: string, amount: string) =>
  `OFXHEADER:100\n\n<OFX><CURDEF>USD<BANKTRANLIST>\n<STMTTRN><TRNTYPE>${kind}<DTPOSTED>20261105120000[-5:EST]<TRNAMT>${amount}<FITID>77<NAME>ANA</STMTTRN>\n</BANKTRANLIST></OFX>`

test('OFX is read, with its signs, its currency and where it was cut', async () => {
  expect((await counted(OFX('CREDIT', '10.50'), ZELLE, '')).rows).toEqual(['4 1050 2026-11-05'])
  expect((await counted(OFX('DEBIT', '-10.50'), ZELLE, '')).rows).toEqual(['4 -1050 2026-11-05'])
  expect((await counted(OFX('FEE', '10.50'), ZELLE, '')).rows).toEqual(['4 -1050 2026-11-05'])
  const corrected = OFX('CREDIT', '10.50').replace('<NAME>', '<CORRECTFITID>76<CORRECTACTION>DELETE<NAME>')
  expect((await counted(corrected, ZELLE, '')).apart).toEqual([{ fila: 4, texto: 'Estado Cancelled' }])
  expect((await counted(OFX('CREDIT', '10.50'))).apart).toEqual([{ fila: 4, texto: 'Otra moneda, USD' }])
  expect((await counted(OFX('CREDIT', '10.50').replace(/<\/STMTTRN>[\s\S]*/, ''), ZELLE, '')).refused).toEqual([4])
})

test('a workbook of Excel 2003 as XML is read, with cells at their places, and no formula', async () => {
  const cell = (type: string, value: string, more = '') => `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`
  const row = (...cells: string[]) => `<Row>${cells.join('')}</Row>`
  const book = [
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>',
    row(...['Fecha', 'Referencia', 'Descripci&#243;n', 'Cargo', 'Abono'].map((name) => cell('String', name))),
    row(cell('DateTime', '2026-11-05T00:00:00.000'), cell('String', '0077'), cell('Number', '1234.5', ' ss:Index="5"')),
    row(cell('String', '05/11/2026'), cell('String', '78'), cell('String', 'B'), cell('Number', '20')),
    row(
      cell('String', '05/11/2026'),
      cell('String', '79'),
      cell('String', 'C'),
      cell('Number', '9', ' ss:Index="5" ss:Formula="=1+8"'),
    ),
    '</Table></Worksheet></Workbook>',
  ].join('\n')
  const { rows, refused } = await counted(book)
  expect([rows, refused]).toEqual([['2 123450 2026-11-05', '3 -2000 2026-11-05'], [4]])
})

test('a wide cell of a page counts as all the columns that it spans', async () => {
  const page =
    '<table><tr><th>Fecha</th><th>Referencia</th><th>Concepto</th><th>Debe</th><th>Haber</th></tr><tr><td>05/11/2026</td><td colspan="2">1</td><td>10,00</td><td></td></tr></table>'
  expect((await counted(page)).rows).toEqual(['2 -1000 2026-11-05'])
})
