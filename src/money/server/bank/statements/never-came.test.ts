import { expect, test } from 'vitest'
import { came, counted, left, lines, NAMES, OTHER, OWN } from './testing/question.ts'
import { writeXlsx } from './testing/write-xlsx.ts'

const TWO = 'Fecha;Referencia;Descripción;Debe;Haber'
const ZELLE = { moneda: 'USD', tipo: 'zelle' } as const

test.each([
  ['what left', lines(NAMES, 'ABONOS', came, 'CARGOS', '21/11/2026;22222222;DOS;50,00'), [10_000, -5_000]],
  [
    'what left, in several words',
    lines(NAMES, came, 'Retiros y otros débitos', '21/11/2026;2;DOS;50,00'),
    [10_000, -5_000],
  ],
  ['what left, above the names', lines('Relación de débitos', NAMES, '21/11/2026;2;DOS;50,00'), [-5_000]],
  ['a foreign currency, above the names', lines(`Cuenta;${OWN};Moneda;Extranjera`, NAMES, came, left), []],
  ['control: a balance between pages', lines(NAMES, left, 'Saldo bloqueado: 0,00', NAMES, came), [-100, 10_000]],
  [
    'control: the account and its holder again, as each page begins',
    lines(`Cuenta ${OWN}`, NAMES, came, left, `Cuenta:;${OWN};Titular:;JUAN PEREZ`, NAMES, '21/11/2026;2;DOS;50,00'),
    [10_000, -100, 5_000],
  ],
  ['another currency, above the names', lines('Moneda de la cuenta: USD', NAMES, came), []],
  ['another currency, in words', lines('Estado de cuenta', 'Expresado en dólares', NAMES, came), []],
  [
    'another column',
    lines('Fecha;Referencia;Descripción;Abono', came, 'Fecha;Referencia;Descripción;Cargo', '21/11/2026;2;DOS;50,00'),
    [10_000],
  ],
  [
    'other columns',
    lines(TWO, '20/11/2026;1;UNO;;100,00', 'Fecha;Referencia;Descripción;Haber;Debe', '21/11/2026;2;DOS;;50,00'),
    [10_000],
  ],
] as const)('rows below a line count by its words: %s', async (_, text, sums) => {
  expect((await counted(text, { cuentas: [OWN] })).sums).toEqual(sums)
})

test('a line that begins another part ends it; a payer’s own words in a row with an amount are none', async () => {
  const text = lines(NAMES, 'Cargos', '20/11/2026;1;DOS;50,00', 'Abonos', came, '20/11/2026;3;Cargos;2,00')
  const { sums } = await counted(text)
  expect(sums.slice(0, 2)).toEqual([-5_000, 10_000])
})

test.each([...['Entró|Salió', 'Recibiste|Enviaste', 'Ent|Sal', 'Inbound|Outbound', 'Payin|Payout', '2|1', '↓|↑']])(
  'a file in which nothing marks debits asks of a column with few words: %s',
  async (words) => {
    const [inward, outward] = words.split('|') as [string, string]
    const text = lines(`${NAMES};Zzz`, `${came};${inward}`, `21/11/2026;2;DOS;50,00;${outward}`)
    const { sums, head } = await counted(text)
    expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[], [inward, outward]])
    const palabras = Object.fromEntries(head.preguntas.map(({ clave }, at) => [clave, at === 0]))
    expect((await counted(text, { palabras })).sums).toEqual([10_000, -5_000])
  },
)

test('control: a column of offices, banks or channels asks nothing, nor where signs mark debits', async () => {
  const text = lines(`${NAMES};Oficina;Canal`, `${came};0101;App`, '21/11/2026;2;DOS;50,00;0102;Web')
  expect((await counted(text)).sums).toEqual([10_000, 5_000])
  const signed = lines(`${NAMES};Zzz`, `${came};Caracas`, `${left};Mérida`)
  expect((await counted(signed)).sums).toEqual([10_000, -100])
})

test('a reference may mark it too', async () => {
  expect((await counted(lines(NAMES, '20/11/2026;NC 1;UNO;100,00', '20/11/2026;ND 2;DOS;50,00'))).sums).toEqual([
    10_000,
  ])
})

test('a word for debits in a column of credits refuses its row', async () => {
  const names = 'Fecha;Referencia;Descripción;Tipo;Débito;Crédito'
  const rows = ['20/11/2026;1;UNO;NC;;100,00', '21/11/2026;2;DOS;ND;50,00;', '21/11/2026;3;TRES;ND;;51,00']
  expect(await counted(lines(names, ...rows))).toMatchObject({ sums: [10_000, -5_000], refused: [4] })
})

test.each([
  ['Egresos as the amount', { monto: 3 }],
  ['Egresos as what came in', { credito: 3 }],
  ['each as the other', { credito: 3, debito: 4 }],
  ['the balance as the amount', { monto: 5 }],
])('columns that a person chose against their names are refused: %s', async (_, chosen) => {
  const columnas = { fecha: 0, referencia: 1, descripcion: 2, ...chosen }
  const text = lines('Fecha;Referencia;Descripción;Egresos;Ingresos;Saldo', '21/11/2026;2;DOS;50,00;;900,00')
  const mapa = { cabecera: 1, columnas, montos: 'auto', fechas: 'auto' } as const
  const { sums, head } = await counted(text, { mapa })
  expect(sums).toEqual([])
  expect(head.rechazadas[0]?.razon).toMatch(/^La columna «(Egresos|Saldo)»/)
})

test('a row with one more cell than the others is refused, though it is empty; control: where all have it', async () => {
  const good = '20/11/2026;1;UNO;;100,00'
  const shifted = '21/11/2026;22222222;DOS;;500,00;'
  expect(await counted(lines(TWO, good, good.replace(';1;', ';3;'), shifted))).toMatchObject({ refused: [4] })
  expect((await counted(lines(TWO, `${good};`, shifted))).sums).toEqual([10_000, 50_000])
})

const cells = (row: string) =>
  row
    .split(';')
    .map((cell) => `<td>${cell}`)
    .join('')
const table = (...rows: string[]) => `<table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`

test('in a page a cell may be as high as two rows, a row may not be shown, and a title may part two tables', async () => {
  const high = `<table><tr>${cells(`${TWO};Saldo`)}</tr><tr><td>20/11/2026<td>1<td rowspan=2>UNO<td>1,00<td><td>9000,00</tr><tr><td>20/11/2026<td>2<td>500,00<td><td>8500,00</tr></table>`
  expect((await counted(high)).sums).toEqual([-100, -50_000])
  const hidden = table(NAMES, left).replace(
    '</table>',
    `<tr style="display: none">${cells(came)}</tr><tr hidden>${cells(came)}</tr></table>`,
  )
  expect((await counted(hidden)).sums).toEqual([-100])
  const parted = `<h2>Abonos</h2>${table(NAMES, came)}<h2>Cargos</h2>${table(NAMES, '21/11/2026;2;DOS;50,00')}`
  expect((await counted(parted)).sums).toEqual([10_000, -5_000])
})

const ofx = (kind: string, amount: string, more = '') =>
  `<STMTTRN><TRNTYPE>${kind}<DTPOSTED>20261120<TRNAMT>${amount}<FITID>${kind}${amount}${more}</STMTTRN>\n`

test('OFX: a kind that leaves, a hold and another account are no money that came in', async () => {
  const file = (...body: string[]) => `<OFX><CURDEF>VES<ACCTID>${OWN}\n${body.join('')}</OFX>`
  expect(
    (await counted(file(ofx('DEBIT', '+50.00'), ofx('DEBIT', 'Bs 51.00'), ofx('FEE', '52.00')))).sums,
  ).not.toContain(5_000)
  expect((await counted(file(ofx('DEBIT', 'Bs 51.00'), ofx('FEE', '52.00')))).sums).toEqual([-5_100, -5_200])
  expect((await counted(file(ofx('HOLD', '50.00'), ofx('CREDIT', '7.00')))).sums).toEqual([700])
  // Where a kind that leaves has no sign, none of the others means anything by having none.
  expect((await counted(file(ofx('XFER', '50.00'), ofx('DEBIT', '51.00')))).sums).toEqual([-5_100])
  expect((await counted(file(ofx('XFER', '50.00'), ofx('DEBIT', '-51.00'), ofx('OTHER', '5.00')))).sums).toEqual([
    5_000, -5_100, 500,
  ])
  const two = file(ofx('CREDIT', '50.00'), `</STMTRS><STMTRS><CURDEF>USD<ACCTID>${OTHER}\n`, ofx('CREDIT', '51.00'))
  expect((await counted(two, { cuentas: [OWN] })).sums).toEqual([5_000])
  const dollars = two.replace(OTHER, OWN)
  expect((await counted(dollars, { cuentas: [OWN] })).sums).toEqual([5_000])
})

test('MT940 of two accounts counts the rows of one', async () => {
  const of = (account: string, sum: string) =>
    `:20:1\n:25:${account}\n:60F:C261101VES0,\n:61:2611201120C${sum},00NMSC124//4${sum}\n:86:X\n:62F:C261101VES0,\n-\n`
  const [own, other] = ['01050000001000000001', '01050000009999999999']
  expect((await counted(of(own, '30') + of(other, '40'), { cuentas: [own] }, '0105')).sums).toEqual([3_000])
})

test('MT940: a debit that was undone is set aside and named, a credit that was undone left', async () => {
  const row = (mark: string, sum: string) => `:61:2611201120${mark}${sum},00NMSC124//4${sum}\n:86:X\n`
  const file = `:20:1\n:25:${OWN}\n:60F:C261101VES0,\n${row('C', '30')}${row('RD', '40')}${row('RC', '50')}:62F:C261101VES0,\n-\n`
  const { sums, head } = await counted(file)
  expect(sums).toEqual([3_000, -5_000])
  expect(head.omitidas).toEqual([{ fila: 6, texto: 'Estado Reverso de un débito' }])
})

const FORMATS = [
  ['[$USD] #,##0.00', 'USD'],
  ['#,##0.00\\ [$€-1]', 'EUR'],
  ['[$$-409]#,##0.00', '$'],
  ['"US$"\\ #,##0.00', 'USD'],
  ['_("$"* #,##0.00_);_("$"* (#,##0.00)', '$'],
  ['€ #,##0.00', 'EUR'],
  ['[$COP] #,##0', 'COP'],
  ['#,##0.00\\ \\U\\S\\D', 'USD'],
] as const
const excel2003 = (formato: string) =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="a"><NumberFormat ss:Format="${formato.replaceAll('"', '&quot;')}"/></Style></Styles><Worksheet><Table>${[
    NAMES.split(';').map((name) => `<Cell><Data ss:Type="String">${name}</Data></Cell>`),
    ['20/11/2026', '1', 'UNO'].map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`),
  ]
    .map(
      (cells, at) =>
        `<Row>${cells.join('')}${at === 1 ? '<Cell ss:StyleID="a"><Data ss:Type="Number">100</Data></Cell>' : ''}</Row>`,
    )
    .join('')}</Table></Worksheet></Workbook>`

test.each(FORMATS)('a number that a workbook shows as %s is of that currency', async (formato, code) => {
  const book = await writeXlsx([NAMES.split(';'), ['20/11/2026', '1', 'UNO', { n: '100', formato }], left.split(';')])
  for (const file of [book, excel2003(formato)]) {
    const { sums, head } = await counted(file)
    expect(sums.filter((sum) => sum > 0)).toEqual([])
    expect(head.omitidas[0]).toEqual({ fila: 2, texto: `Otra moneda, ${code}` })
  }
})

test.each([
  ...['General', '#,##0.00', '[$Bs.-200A] #,##0.00', '"Bs. "#,##0.00', '[$VES] #,##0.00', '#,##0.00;[Red]-#,##0.00'],
  ...['[$-409]0.00', '_-* #,##0.00_-;-* #,##0.00_-', '_(* #,##0.00_);_(* (#,##0.00)'],
])('control: a number that a workbook shows as %s is of the account', async (formato) => {
  const book = await writeXlsx([NAMES.split(';'), ['20/11/2026', '1', 'UNO', { n: '100', formato }], left.split(';')])
  expect((await counted(book)).sums).toEqual([10_000, -100])
  expect((await counted(excel2003(formato))).sums).toEqual([10_000])
})

test.each([
  ...['#,##0.00" DB"', '"-"#,##0.00', '(#,##0.00)', '-#,##0.00', '\\-#,##0.00', '\\(#,##0.00\\)', '#,##0.00-'],
  ...['#,##0.00\\-', '[Red]\\-#,##0.00', '#,##0.00\\ \\D\\B', '#,##0.00\\ "(-)"'],
])('a number that a workbook shows as %s left, whatever its sign', async (formato) => {
  const book = await writeXlsx([NAMES.split(';'), ['20/11/2026', '1', 'UNO', { n: '100', formato }], left.split(';')])
  expect((await counted(book)).sums).toEqual([-100])
})

test('a workbook with movements in another sheet reports that it was not read', async () => {
  const [, sheet = ''] = /(<Worksheet>.*<\/Worksheet>)/s.exec(excel2003('0.00')) ?? []
  const { head } = await counted(excel2003('0.00').replace(sheet, sheet + sheet))
  expect(head.avisos).toEqual([expect.stringContaining('otra hoja')])
  // Also where it goes on without names; a sheet of notes is nothing.
  const cellOf = (text: string) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`
  const more = (text: string) =>
    `${sheet}<Worksheet><Table><Row>${['20/11/2026', '2', text].map(cellOf).join('')}</Row></Table></Worksheet>`
  for (const [text, told] of [
    ['100,00', 1],
    ['Notas', 0],
  ] as const)
    expect((await counted(excel2003('0.00').replace(sheet, more(text)))).head.avisos).toHaveLength(told)
})

test.each([
  ...['SALDO MES ANTERIOR', 'Saldo de apertura', 'Opening Balance', 'Beginning balance as of 11/20/2026'],
  ...['Ending Balance', 'Total credits', 'Total deposits', 'SUMATORIA'],
])('a balance or a sum is no payment: %s', async (text) => {
  const file = lines('Date;Reference;Description;Amount', `11/20/2026;;${text};1,000.00`, '11/20/2026;1;X;-1.00')
  expect(await counted(file, ZELLE, '')).toMatchObject({ sums: [-100], head: { omitidos: 1 } })
})

test.each([
  ...[
    ...['SALDO INICIAL DEL PERIODO', 'SALDO ANTERIOR AL 31 DE OCTUBRE', 'SALDO DIARIO', 'SALDO EN CUENTA'],
    'BALANCE INICIAL',
  ],
  ...['SALDO TRANSPORTADO', 'SALDO S/LIBROS', 'Saldo inicial al 01-nov-2026', '*** SALDO INICIAL ***'],
  ...['TOTAL ABONOS DEL MES', 'TOTAL DEPOSITOS Y OTROS CREDITOS', 'TOTAL 5 CREDITOS', 'TOTAL GENERAL DE ABONOS'],
  ...['Totales página 1', 'Subtotal página 2', 'Suma y sigue', 'VIENEN', 'VAN'],
  ...['Sub-total', 'Resumen del día', 'Acumulado', 'Saldo Inicial', 'SALDO AL 20/11/2026', 'TOTALES', 'Total créditos'],
  'Saldo final del día 20/11/2026',
])('a balance or a sum with a day is set aside in sight, in whichever column: %s', async (text) => {
  for (const [names, cells] of [
    [TWO, `${text};;1.000,00`],
    [NAMES, `${text};1.000,00`],
  ] as const) {
    const { sums, head } = await counted(lines(names, `20/11/2026;000;${cells}`, `20/11/2026;7;${cells}`, left))
    expect([sums, head.omitidas.map(({ fila }) => fila)]).toEqual([[-100], [2, 3]])
  }
})

test.each(['SALDO SEGÚN LIBRO MAYOR', 'TOTAL PÁGINA UNO', 'VAN AL FOLIO 2'])(
  'a sum of unknown words without a reference is set aside too, and the notice names it; a payer’s has one: %s',
  async (text) => {
    const { sums, head } = await counted(lines(NAMES, `20/11/2026;;${text};9,00`, `20/11/2026;7;${text};9,00`, left))
    expect([sums, head.avisos]).toEqual([[900, -100], [expect.stringContaining(text.slice(0, 12))]])
  },
)

test.each([
  ...['Gran total', 'Abonos del día', 'Tot. abonos', 'T O T A L', 'T.O.T.A.L  A B O N O S', 'Movimientos del día'],
  ...['Monto total', 'Cierre del día', 'Disponible', 'Total abonado', 'Neto del mes', 'Daily total'],
])('a row that calls itself a sum is set aside too, without a payer next to it: %s', async (text) => {
  const of = (...rows: string[]) => lines(`${TWO};Cedula`, '20/11/2026;1;UNO;;100,00;', ...rows)
  const { sums, head } = await counted(of(`20/11/2026;;${text};;100,00;`, `20/11/2026;${text};;;100,00;`))
  expect([sums, head.avisos]).toEqual([[10_000], [expect.stringContaining(text.slice(0, 12).replace(/ +/g, ' '))]])
  expect((await counted(of('20/11/2026;;Total boletos;;3,00;V-12345678'))).sums).toEqual([10_000, 300])
})

test('what a bank writes between movements without a day or an amount is set aside with its row', async () => {
  const rows = [
    '20/11/2026;;SALDO FINAL;;',
    ';;Total de movimientos: 8;1,00;1.000,00',
    'Totales;;;1,00;1.000,00',
    ';;;;',
  ]
  const { sums, head } = await counted(lines(TWO, ...rows))
  const texts = ['20/11/2026 · SALDO FINAL', 'Total de movimientos: 8 · 1,00 · 1.000,00', 'Totales · 1,00 · 1.000,00']
  expect([sums, head.omitidos, head.omitidas]).toEqual([[], 4, texts.map((texto, at) => ({ fila: at + 2, texto }))])
})

test.each([
  ...['Total 2 boletos rifa moto', 'Totales de la rifa', 'Saldo total de mi rifa', 'Saldo al día con la rifa'],
  ...['Saldo inicial boletos', 'Subtotal boletos', 'total abono rifa'],
])('control: a payment under a reference is money that came in, though its payer wrote «%s»', async (text) => {
  expect((await counted(lines(TWO, `20/11/2026;0001234567;${text};;6.714,24`))).sums).toEqual([671_424])
})

test.each(['ABONO', 'DEPOSITO EN CUENTA', 'pago total', 'INTERESES DEL MES', 'PAGO MOVIL A B C'])(
  'control: one without a reference that says no sum counts: %s',
  async (text) => expect((await counted(lines(TWO, `20/11/2026;;${text};;100,00`))).sums).toEqual([10_000]),
)

test('one without a reference that has the sum of those above it, of all or of its day, is set aside in sight, whatever it says', async () => {
  const rows = [
    ...['19/11/2026;1;UNO;;100,00', '20/11/2026;2;DOS;;200,00', '20/11/2026;3;TRES;;50,00', '20/11/2026;4;X;9,00;'],
  ]
  for (const sum of ['350,00', '250,00']) {
    const { sums, head } = await counted(lines(TWO, ...rows, `20/11/2026;;Recaudado;;${sum}`))
    expect([sums, head.avisos]).toEqual([[10_000, 20_000, 5_000, -900], [expect.stringContaining('Recaudado')]])
  }
  // Control: another amount, that of one payment, the payer's, and a file in which no row has a reference.
  for (const [names, row] of [
    [TWO, '20/11/2026;;ABONO;;251,00'],
    [TWO, '18/11/2026;;ABONO;;50,00'],
    [`${TWO};Cedula`, '20/11/2026;;ABONO;;250,00;V-12345678'],
  ] as const)
    expect((await counted(lines(names, ...rows, row))).sums).toHaveLength(5)
  const bare = [...rows, '20/11/2026;5;ABONO;;250,00'].map((row) => row.replace(/;\d;/, ';;'))
  expect((await counted(lines(TWO, ...bare))).sums).toHaveLength(5)
})

test('rows with a day and an amount above the names are reported', async () => {
  const two = lines('Fecha;Referencia;Monto', '20/11/2026;9;300,00', 'Movimientos anteriores', NAMES, came, left)
  for (const text of [two, lines('20/11/2026;9;PAGO MOVIL;300,00', NAMES, came, left)]) {
    const { sums, head } = await counted(text)
    expect([sums, head.avisos]).toEqual([
      [10_000, -100],
      [expect.stringContaining('de otra tabla, arriba de los nombres')],
    ])
  }
  const serial = await writeXlsx([
    [{ n: '46346' }, '9', { n: '300' }],
    NAMES.split(';'),
    came.split(';'),
    left.split(';'),
  ])
  expect((await counted(serial)).head.omitidos).toBe(1)
  for (const heading of [
    'Saldo al;20/11/2026;1.000,00',
    'Fecha:;20/11/2026;Disponible:;1.000,00',
    'Desde 01/11/2026;1,00',
  ])
    expect((await counted(lines(heading, NAMES, came, left))).head, heading).toMatchObject({ omitidos: 0, avisos: [] })
})

test.each([
  ...['Acreditado provisionalmente', 'Aprobada con observaciones', 'Procesada a prueba', 'Devuelta', 'Negada'],
  ...['En proceso', 'No'],
])('a state that is not known to be final does not count, whatever its column is called: %s', async (state) => {
  for (const name of ['Estado', 'Confirmado', 'Zzz']) {
    if (name === 'Zzz' && !/^(Dev|Neg|En)/.test(state)) continue
    const { sums } = await counted(lines(`${NAMES};${name}`, `${left};Procesada`, `${came};${state}`))
    expect(sums, name).toEqual([-100])
  }
})

test('a zero before a sign for thousands is no amount', async () => {
  const mapa = {
    cabecera: 1,
    columnas: { fecha: 0, referencia: 1, descripcion: 2, monto: 3 },
    montos: 'punto',
    fechas: 'auto',
  } as const
  expect((await counted(lines(NAMES, left.replace(',', '.'), '20/11/2026;1;UNO;0,500'), { mapa })).sums).toEqual([-100])
})

const undone = (name: string, no: string, yes: string) =>
  lines(`${TWO};${name}`, `20/11/2026;1;UNO;;100,00;${no}`, `21/11/2026;2;DOS;;50,00;${yes}`)

test.each([
  ...['Anulada|NO|SI', 'Reversado|N|S', 'Devuelta||Si', 'Devuelto|0,00|Si', 'Procesada|SI|NO', 'Efectiva|Sí|No'],
  ...['Mensaje|APROBADA|RECHAZADA', 'Anulada|No anulada|Anulada', 'Reversado|Sin reverso|Reversado'],
  ...[
    'Pendiente',
    'Pending',
    'En tránsito',
    'Diferido',
    'Retenido',
    'Bloqueado',
    'Cancelled',
    'Fallida',
    'Extorno',
  ].map((name) => `${name}|No|Sí`),
  ...['Rejected', 'Returned', 'Void', 'Disputed', 'Chargeback', 'Anul.', 'Rev.', 'Rech.', 'Dev.', 'Negada'].map(
    (name) => `${name}|N|S`,
  ),
  ...['Acreditada', 'Liquidada', 'Completada', 'Exitosa', 'Válida', 'Aplicada', 'Verificada', 'Definitivo'].map(
    (name) => `${name}|Sí|No`,
  ),
  ...['isReversed|False|True', 'Blocked||X', 'Suspendido|No|Sí', 'Procesada|✓|✗', 'Operación aprobada|Sí|No'],
  ...['Revertido', 'Reembolsado', 'Suspendido', 'Expirado', 'ERROR', 'Por pagar', 'Refunded'].flatMap((word) =>
    ['Estado del pago', 'Estatus final', 'Situación'].map((name) => `${name}|Aprobado|${word}`),
  ),
  ...['Nula|FALSO|VERDADERO', 'Nula||X', 'Reversado|No reversado|No reversado: devuelto'],
  ...['Procesada', 'Fecha acreditada'].flatMap((name) =>
    ['RECHAZADA', '- reversada', '(pendiente)'].map((said) => `${name}|20/11/2026|20/11/2026 ${said}`),
  ),
])('a row that a column by its name says was undone is no money: %s', async (column) => {
  const { sums, head } = await counted(undone(...(column.split('|') as [string, string, string])))
  expect([sums, head.omitidos, head.preguntas]).toEqual([[10_000], 1, []])
})

test.each<readonly [string, string]>([
  ['Motivo de rechazo||CUENTA INACTIVA', 'Motivo de rechazo: CUENTA INACTIVA'],
  ['Fecha reverso||20/11/2026', 'Fecha reverso: 20/11/2026'],
  ['Codigo de respuesta|00|51', 'Codigo de respuesta: 00'],
  ['Mensaje|APROBADA|FONDOS INSUFICIENTES', 'Mensaje: FONDOS INSUFICIENTES'],
  // It means paid, and undone.
  ['Cancelada|No|Sí', 'Cancelada: No'],
  // A bookkeeper's.
  ['Conciliado|No|Sí', 'Conciliado: No'],
  // Two words may say the opposite.
  ...['Zumbado', 'No acreditado', 'Sin reversar', 'Reverso rechazado', 'Disponible', 'Efectivo', 'Confirmación'].map(
    (name) => [`${name}|No|Sí`, `${name}: No`] as const,
  ),
  ['Permite devolución|No|Sí', 'Permite devolución: Sí'],
  ['Procesada|20-nov-2026|30-dic-2026', 'Procesada: 30-dic-2026'],
  ['Procesada|2026-11-20T10:00:00Z|2026-12-30T10:00:00Z', 'Procesada: 2026-12-30T10:00:00Z'],
  ['Procesada|46346|46396', 'Procesada: 46346'],
  ...['Pago confirmado|X|', 'Settled|20/11/2026|', 'Fecha de liquidación|20/11/2026|'].map(
    (column) => [column, `${column.split('|')[0]}: vacío`] as const,
  ),
  // A final word is of what undid it.
  ...['Reverso', 'Estado del reverso', 'Devolución', 'Chargeback', 'Void', 'Fecha de anulación'].map(
    (name) => [`${name}||Procesado`, `${name}: Procesado`] as const,
  ),
  ...[
    'Monto reversado',
    'Anulado por',
    'Causa de rechazo',
    'Ref. reverso',
    'is_reversed',
    'Refund',
    'En disputa',
    'Pend.',
  ].flatMap((name) =>
    ['50,00', 'OPER12', '20/11/2026', 'R01', 'APR'].map(
      (text) => [`${name}|0,00|${text}`, `${name}: ${text}`] as const,
    ),
  ),
  ...['00/00/0000', '01/01/1900', '31/12/9999', '30/12/2026', '2'].map(
    (text) => [`Procesada|20/11/2026|${text}`, `Procesada: ${text}`] as const,
  ),
  ['Procesado|X|', 'Procesado: vacío'],
  ['Codigo de respuesta|0|1', 'Codigo de respuesta: 0'],
])('what such a column says in unknown words is asked with its name: %s', async (column, palabra) => {
  const [name = '', no = '', yes = ''] = column.split('|')
  const { sums, head } = await counted(undone(name, no, yes))
  expect(sums).not.toContain(5_000)
  expect(head.preguntas[0]).toMatchObject({ campo: 'estado', palabra })
  const palabras = Object.fromEntries(head.preguntas.map(({ clave }) => [clave, true]))
  expect((await counted(undone(name, no, yes), { palabras })).sums).toEqual([10_000, 5_000])
})

test('a reason for each row: none of them is money, however many there are', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `20/11/2026;${at};UNO;;${at + 1},00;motivo ${at}`)
  const { sums, head } = await counted(lines(`${TWO};Motivo de rechazo`, ...rows, '21/11/2026;30;DOS;;50,00;'))
  expect(sums).toEqual([5_000])
  expect(head.preguntas[0]).toMatchObject({ campo: 'estado', palabra: 'Motivo de rechazo: motivo 0' })
})

test('a row whose words are the bank’s for money that came in counts where nothing else says a side; others are asked about', async () => {
  const rows = ['RECIBIDO', 'ENVIADO', 'DE ANA'].map((word, at) => `20/11/2026;${at};PAGO MOVIL ${word};${at + 1},00`)
  const { sums, head } = await counted(lines(NAMES, ...rows))
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[100, -200], ['PAGO MOVIL DE ANA']])
})

test.each([
  ['Nro. Ref.', []],
  ['Id. operación', []],
  ['Zumbido', [expect.stringMatching(/^No se leyó ninguna referencia\./)]],
])('references under «%s» are read, or it is told before the import that none was', async (name, avisos) => {
  const { head } = await counted(
    lines(
      `Fecha;${name};Detalle;Importe`,
      '20/11/2026;771200330901;UNO;100,00',
      '21/11/2026;771200330902;DOS;-5,00',
      '21/11/2026;771200330903;TRES;50,00',
    ),
  )
  expect(head.avisos).toEqual(avisos)
})

test.each(['Saldo disponible', 'Saldo retenido', 'Disponible', 'Diferencia', 'Retención'])(
  'control: %s says nothing of it',
  async (name) => {
    const { sums, head } = await counted(undone(name, '0,00', '1.250,00'))
    expect([sums, head.preguntas]).toEqual([[10_000, 5_000], []])
  },
)

test.each([
  ['Mensaje', 'rifa 20', 'dos boletos'],
  ['Leído', 'No', 'No'],
  ['Reversible', 'Sí', 'Sí'],
  ['Anulado', 'null', '00/00/0000 00:00:00'],
  ['Monto reversado', '0,00 Bs', '$0.00'],
])('control: %s of «%s» and «%s» asks nothing', async (...column) => {
  const { sums, head } = await counted(undone(...column))
  expect([sums, head.preguntas]).toEqual([[10_000, 5_000], []])
})

test.each([
  ['Observaciones', (at: number) => `Cliente ${String.fromCharCode(65 + at)}`, 'OPERACION REVERSADA'],
  ['Estado del pago', (at: number) => `Procesada 09:${10 + at}`, 'Rechazada 09:40'],
])('a bank’s words for it count in a column of any name and many texts: %s', async (name, text, said) => {
  const others = Array.from({ length: 13 }, (_, at) => `20/11/2026;${at + 10};UNO;;100,00;${text(at)}`)
  const { sums, head } = await counted(lines(`${TWO};${name}`, ...others, `20/11/2026;9;DOS;;50,00;${said}`))
  expect([sums, head.omitidos]).toEqual([Array(13).fill(10_000), 1])
})

test('what PayPal only notes beside its balance is set aside', async () => {
  const rows = ['1;UNO;Credit;10.00', '2;DOS;Memo;20.00', '3;TRES;Debit;-5.00'].map((row) => `20/11/2026;${row}`)
  const { sums, head } = await counted(lines('Fecha;Referencia;Descripción;Balance Impact;Monto', ...rows))
  expect([sums, head.omitidos]).toEqual([[1_000, -500], 1])
})

test('rows of one price whose balance rises and falls did not all come in, whatever was answered', async () => {
  const file = (last: string) =>
    lines(`${NAMES};Saldo`, ...['200,00', '300,00', last].map((balance, at) => `20/11/2026;${at};X;100,00;${balance}`))
  expect((await counted(file('200,00'))).sums).toEqual([])
  expect((await counted(file('400,00'))).sums).toEqual([10_000, 10_000, 10_000])
})
