import { expect, test } from 'vitest'
import { WHOLE_FILE } from '../../../statement-map.ts'
import type { ReadQuestion } from './reading/answer.ts'
import { sideOf } from './reading/words/side-words.ts'
import { came, counted, left, lines, NAMES, OTHER, OWN } from './testing/question.ts'

/** Words that are no money in, also where a person answered once that rows without words came in. */
const nothingCame = async (text: string, more: Partial<ReadQuestion> = {}) =>
  expect(
    (await counted(text, more)).sums.filter((sum) => sum > 0),
    text,
  ).toEqual([])

test.each([
  ['an empty cell beside a word', ';Zzz', ['Pgo', '']],
  ['codes', ';Código transacción', ['0101', '0102']],
  ['words under the name of a description', ';Operación', ['Pgo', 'Cob']],
])('a column that says nothing known of a row is asked about: %s', async (_, name, [one = '', other = '']) => {
  const { sums, head } = await counted(lines(`${NAMES}${name}`, `${came};${one}`, `21/11/2026;2;DOS;50,00;${other}`))
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[], [one, other]])
})

test.each([
  ...['Pagos móviles enviados noviembre 2026', 'Historial de pagos emitidos desde 01/11/2026'],
  ...['Operaciones salientes', 'Transferencias a terceros', 'Pagos enviados;;desde 01/11/2026;hasta 30/11/2026'],
  'Relación de pagos móviles enviados por la empresa durante el mes de noviembre 2026',
  ...[
    ...['Crédito Inmediato', 'Pagos por crédito inmediato', 'Créditos inmediatos', 'Pago de créditos'],
    'Pagos y créditos',
  ],
])('a title that may say that all of it left is asked about: %s', async (title) => {
  const text = lines(title, NAMES, came)
  const { sums, head } = await counted(text)
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[], [title.replace(/;+/g, ' ').slice(0, 80)]])
  const signed = lines(title, NAMES, came, left)
  expect((await counted(signed)).sums).not.toContain(10_000)
})

test.each([
  ['Pagos móviles recibidos', 'PAGO MOVIL DE JUAN'],
  ['Estado de cuenta', 'TRANSFERENCIA RECIBIDA A CUENTA'],
  ['Movimientos', 'pago rifa'],
  ['Créditos inmediatos recibidos', 'UNO'],
  ['Créditos por pago móvil', 'UNO'],
  ['Reporte emitido por:;Banesco En Línea;Fecha:;20/11/2026', 'UNO'],
  ['Movimientos realizados en la cuenta desde el 01/11/2026 hasta el 20/11/2026', 'UNO'],
])('control: a title of credits and a payer’s words ask nothing: %s, %s', async (title, said) => {
  expect((await counted(lines(title, NAMES, came.replace('UNO', said)))).sums).toEqual([10_000])
})

test.each([
  ...['COMPRA POS FARMATODO', 'TRANSFERENCIA A TERCEROS', 'TRF MOVIL BANCO 0102 ENVIADA', 'PAGO DE SERVICIO CANTV'],
  ...['DOMICILIACION SEGURO', 'CHEQUE PAGADO', 'COM. PAGO MOVIL', 'PAGO TDC VISA', 'CONSUMO TARJETA'],
  ...['COMISION PAGO MOVIL', 'PAGO MOVIL ENVIADO', 'ENVIO PAGO MOVIL', 'COBRO COMISION', 'SALIDA DE FONDOS'],
  ...['DEB. INMEDIATO', 'MANTENIMIENTO CTA', 'RECARGA DIGITEL', 'PAGO MOVIL A BANESCO', 'TRANSFERENCIA A JUAN PEREZ'],
  ...['CONTRACARGO', 'IMP. DEBITO', 'RETENCION ISLR', 'DPTO REVERSADO', 'DEVUELTO PM', 'AJUSTE', 'SEGURO DE VIDA'],
  ...['DB TRANSF TERCEROS', 'N.D. 123', 'ND0123', 'DEBT', 'DBTO CANTV', 'N DEB 44', 'C/COMISION', 'REVERSO ABONO'],
  ...['ANULACION ABONO', 'EXTORNO', 'CUOTA PRESTAMO', 'AMORTIZACION', 'ATM 0123', 'AVANCE EFECTIVO', 'CHQ 0012'],
  ...['TRASPASO A OTRA CUENTA', 'EMISION CHEQUE GERENCIA', 'SENIAT', 'PUNTO DE VENTA', 'POS FARMATODO'],
  'DEVOLUCION PAGO MOVIL',
])('a description of a possible debit is asked about, alone and among many others: %s', async (said) => {
  const others = Array.from({ length: 14 }, (_, at) => `20/11/2026;${at};PM ${String.fromCharCode(65 + at)};1,00`)
  const { sums, head } = await counted(lines(NAMES, ...others, came.replace('UNO', said)))
  expect([sums.length, head.preguntas.map(({ palabra }) => palabra)]).toEqual([14, [said]])
  await nothingCame(lines(NAMES, `20/11/2026;1;${said};50,00`))
  await nothingCame(lines(`${NAMES};Operación`, `20/11/2026;1;UNO;50,00;${said}`))
})

test.each(['Saldo', 'Total', 'Suma total', 'Resumen'])(
  'a payment whose payer wrote just «%s» is refused in sight, by its reference, phone or document',
  async (said) => {
    for (const payer of ['000030906155;;', '7;04141234567;', ';;V-12345678']) {
      const [reference, ...more] = payer.split(';')
      const row = ['20/11/2026', reference, said, '50,00', ...more].join(';')
      const { sums, head } = await counted(lines(`${NAMES};Telefono;Cedula`, came, left, row))
      expect([sums, head.rechazadas]).toEqual([[10_000, -100], [{ fila: 4, razon: expect.stringContaining(said) }]])
    }
  },
)

/** Rows below a line between others, of an account whose number is known. */
const below = (line: string, more: Partial<ReadQuestion> = {}) =>
  counted(lines('Banesco', NAMES, came, left, line, '21/11/2026;5;X;50,00'), { cuentas: [OWN], ...more })

test.each([
  'Movimientos de su tarjeta de crédito Visa Platinum terminada en 1234',
  ...['Cuenta: ****9999', 'Cuenta Nro. 9999', 'Cuenta de Ahorros', 'Otras cuentas', 'Visa ****1234', 'Pagos'],
  ...['Producto: Plazo', 'Bono verde', 'Movimientos simulados', 'Crédito hipotecario', 'Cuenta;;;9999'],
])('rows below a line between them that may be of something else are asked about: %s', async (line) => {
  const { sums, head } = await below(line)
  const palabra = line.replace(/;+/g, ' ')
  expect([sums, head.preguntas]).toMatchObject([[10_000, -100], [{ palabra, filas: 1, fila: 6 }]])
  const answered = (yes: boolean) => below(line, { palabras: { [head.preguntas[0]?.clave ?? '']: yes } })
  expect((await answered(true)).sums).toEqual([10_000, -100, 5_000])
  expect((await answered(false)).head.avisos).toEqual([expect.stringContaining(`bajo «${palabra.slice(0, 20)}`)])
})

test.each([
  ...['Depósito a plazo', 'Depósito a plazo en bolívares', ';;Depósito a término;', 'Depósito a plazo;;;5.000,00'],
  ...['Próximos movimientos', 'Abonos próximos', 'Tarjeta Visa;;;9.999,00'],
])('rows below one that is of something else are set aside: %s', async (line) => {
  for (const more of [line, `${line}\nAbonos`, `${line}\nMovimientos`, `${line}\nCargos`]) {
    const { sums, head } = await below(more)
    expect([sums.filter((sum) => sum > 0), head.avisos, head.preguntas]).toMatchObject([[10_000], [{}], []])
  }
})

test.each([
  ...['Movimientos por confirmar', 'Operaciones bloqueadas', 'Depósitos no disponibles', 'Movimientos por liberar'],
  ...['Pagos programados', 'Pagos por aplicar', 'Movimientos;pendientes;por;liberar', 'Movimientos pendientes'],
  ...['Movimientos no contabilizados', 'Movimientos no registrados', 'Operaciones no realizadas'],
  'Movimientos pendientes por confirmar (no forman parte del saldo disponible)',
  ...[`Cuenta: ${OTHER}`, 'Moneda: USD', `Movimientos de la Cuenta Corriente Nro. ${OTHER} en Dólares (USD)`],
  `Cuenta ${OTHER} Titular JUAN PEREZ Desde 01/11/2026 Hasta 30/11/2026`,
  'Cuenta en moneda extranjera a nombre de JUAN JOSE PEREZ PEREZ número 4',
  ...[`Cuenta;${OTHER};Titular;JUAN PEREZ`, `Cuenta:;${OTHER};Moneda:;VES`, 'Titular:;JUAN PEREZ;Moneda:;USD'],
  // Read to its end, though it begins as the head of a page.
  'Página 2 de 3 Tarjeta de Crédito Visa Platinum terminada en 1234 de JUAN PEREZ',
  'Cliente: JUAN PEREZ Producto: Tarjeta de Crédito Visa Platinum Moneda: Bolívares Corte: noviembre',
  'Fecha de corte: 20/11/2026 Producto: Línea de crédito rotativa para comercios afiliados al banco',
  'Titular: JUAN PEREZ Producto: Fideicomiso de prestaciones sociales de los empleados de la empresa',
  'Continúa: operaciones aún sin liquidar por el banco',
])('rows below a line of another account, or of what has not come yet, are no money: %s', async (line) => {
  for (const more of [line, `${line}\n${NAMES}`]) expect((await below(more)).sums, more).toEqual([10_000, -100])
})

test.each([
  ...['Página 2 de 3', 'Lunes, 20 de noviembre de 2026', '20/11/2026', 'Noviembre 2026', 'Movimientos', 'Banesco'],
  ...['Últimos movimientos', 'Movimientos del 01/11/2026 al 30/11/2026', 'Titular: JUAN PEREZ', 'Estado de cuenta'],
  ...['Cliente;JUAN PEREZ;RIF;J-123456789', 'Saldo inicial: 100,00', 'Total créditos del día;;;1.000,00', 'Créditos'],
  ...['Depósitos y otros créditos', 'Abonos del mes', `Cuenta: ${OWN}`, 'Cuenta ****0001', 'Moneda: Bolívares'],
  ...['Movimientos confirmados', 'Posted transactions', 'Pagos móviles recibidos', ';;JUAN PEREZ;', NAMES],
  ...['Transferencias recibidas de otros bancos', 'Suma y sigue;;;9,00', 'Vienen', '21/11/2026;7;TRES;'],
])('control: a line that banks put between rows asks nothing: %s', async (line) => {
  const { sums, head } = await below(line)
  expect([sums, head.preguntas]).toEqual([[10_000, -100, 5_000], []])
})

test('control: a line below all rows, or above those of a file without names, asks nothing', async () => {
  expect(
    (await counted(lines(NAMES, came, left, '*** FIN ***', 'Este reporte no es un comprobante'))).head,
  ).toMatchObject({
    preguntas: [],
  })
  const columnas = { fecha: 0, referencia: 1, descripcion: 2, monto: 3 }
  const mapa = { cabecera: 0, columnas, montos: 'auto', fechas: 'auto' } as const
  expect((await counted(lines('JUAN PEREZ', came, left), { mapa })).sums).toEqual([10_000, -100])
})

test.each(['Cta.', 'CCC', 'Cuenta destino', 'Producto', 'Zzz'])(
  'rows of another account are apart under %s',
  async (name) => {
    const text = lines(`${NAMES};${name}`, `${came};${OWN}`, `${came};${OTHER}`)
    expect((await counted(text, { cuentas: [OWN] })).sums).toEqual([10_000])
  },
)

test('of several accounts of its bank none is taken for one whose number nobody has written down', async () => {
  const text = lines(`${NAMES};Cuenta`, `${came};${OWN}`, `${came};${OTHER}`)
  const { sums, head } = await counted(text, { cuentas: [] })
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[], [OWN, OTHER]])
})

test('currencies by their figures are apart, whatever the column is called', async () => {
  const rows = (name: string) => lines(`${NAMES};${name}`, `${came};928`, `${came};840`)
  for (const name of ['Cod. Moneda', 'Zzz']) expect((await counted(rows(name))).sums).toEqual([10_000])
})

test('a file of which no row says whether its money came in is asked about once, and counts nothing until then', async () => {
  const file = lines(`${NAMES};Saldo`, `${came};1.100,00`, '21/11/2026;2;DOS;50,00;1.150,00')
  const unanswered = { palabras: { [`tipo ${WHOLE_FILE}`]: null as never } }
  const { sums, head } = await counted(file, unanswered)
  expect([sums, head.preguntas]).toMatchObject([[], [{ campo: 'tipo', palabra: WHOLE_FILE, filas: 2 }]])
  expect((await counted(lines('Pagos móviles recibidos', NAMES, came), unanswered)).sums).toEqual([10_000])
  expect((await counted(file)).sums).toEqual([10_000, 5_000])
})

const falling = ['20/11/2026;1;UNO;10,00;90,00', '20/11/2026;2;DOS;20,00;70,00', '20/11/2026;3;TRES;5,00;65,00']
test.each([
  ['in order', falling],
  ['the latest first', falling.toReversed()],
])('a file without words whose balance falls by its amounts counts nothing, whatever was answered: %s', (_, rows) =>
  nothingCame(lines(`${NAMES};Saldo`, ...rows)),
)

test('control: a balance that rises, the latest first, and one of equal amounts prove nothing', async () => {
  const rising = ['20/11/2026;3;TRES;5,00;135,00', '20/11/2026;2;DOS;20,00;130,00', '20/11/2026;1;UNO;10,00;110,00']
  expect((await counted(lines(`${NAMES};Saldo`, ...rising))).sums).toEqual([500, 2_000, 1_000])
  const equal = rising.map((row, at) => row.replace(/[^;]*;[^;]*$/, `10,00;${130 - 10 * at},00`))
  expect((await counted(lines(`${NAMES};Saldo`, ...equal))).sums).toEqual([1_000, 1_000, 1_000])
})

test.each([
  ['Monto (Débito)', 'Monto (Crédito)'],
  ['Monto (D)', 'Monto (C)'],
  ['Monto (Cargos)', 'Monto (Abonos)'],
  ['Importe (-)', 'Importe (+)'],
  ['Monto -', 'Monto +'],
])('two columns of amounts are read by their brackets: %s', async (debit, credit) => {
  const file = lines(
    `Fecha;Referencia;Descripción;${debit};${credit}`,
    '20/11/2026;1;UNO;6.714,24;',
    '20/11/2026;2;DOS;;5,00',
  )
  expect((await counted(file)).sums).toEqual([-671_424, 500])
})

test('of two amounts of one name a person says which is meant', async () => {
  for (const names of ['Monto;Monto', 'Importe;Tasa;Importe Bs', 'Monto;Monto Bs.'])
    expect(
      (await counted(lines(`Fecha;Referencia;Descripción;${names}`, '20/11/2026;1;UNO;2,00;671,00;1.342,00'))).head
        .mapa,
    ).toBe(null)
})

test('A and C next to each other are no C and D', async () => {
  for (const name of ['A/C', 'Tipo', 'Cargo/Abono'])
    await nothingCame(lines(`${NAMES};${name}`, `${came};A`, '20/11/2026;2;DOS;50,00;C'))
  await nothingCame(lines(NAMES, '20/11/2026;1;UNO;100,00 A', '20/11/2026;2;DOS;50,00 C'))
})

test.each([
  ...['Monto;Cargo/Abono', 'Monto;C/A', 'Monto;Tipo (A/C)', 'Monto;Abono o cargo', 'Monto (C/A);', 'Importe (A-C);'],
])('a name that makes a C of a charge is asked about where nothing else tells: «%s»', async (names) => {
  const of = (...sides: string[]) =>
    lines(
      `Fecha;Referencia;Descripción;${names}`,
      ...sides.map((side, at) => `20/11/2026;${at + 1};TRF;50,00${names.endsWith(';') ? ' ' : ';'}${side}`),
    )
  const { sums, head } = await counted(of('C', 'C'))
  expect([sums, head.preguntas.map(({ palabra, filas }) => [palabra, filas])]).toEqual([[], [['C', 2]]])
  const palabras = { [head.preguntas[0]?.clave ?? '']: false }
  expect((await counted(of('C', 'C'), { palabras })).sums).toEqual([-5_000, -5_000])
  // Control: beside a D it is a credit.
  expect((await counted(of('C', 'D'))).sums).toEqual([5_000, -5_000])
})

test('control: under another name a C is a credit', async () => {
  for (const name of ['Tipo', 'D/C', 'Débito/Crédito', 'Debe/Haber', 'Signo'])
    expect((await counted(lines(`${NAMES};${name}`, `${came};C`))).sums, name).toEqual([10_000])
})

test.each([
  ...['Pago de crédito', 'Pago crédito', 'Abono a crédito', 'Depósito en cuenta de crédito'],
  'Pago de nota de crédito',
])('a payer who pays back a credit pays: %s', async (kind) => {
  await nothingCame(lines(`${NAMES};Tipo`, `${came};${kind}`, '20/11/2026;2;DOS;50,00;Nota de débito'))
  expect(sideOf('Nota de crédito')).toBe('credito')
})

test.each([
  ...['CARGOS;;;50,00', 'CARGOS;1;;50,00', 'Pagos realizados', 'Transferencias a terceros', 'Consumos'],
  ...['Cuenta en divisas', 'Cuenta custodia', 'Cta ME', 'Cuenta Libre Convertibilidad', 'FCY Account', 'Cuenta Verde'],
  ...['Sobregiro', 'Fideicomiso', 'Tarjeta de crédito', 'Línea de crédito', 'Préstamos', 'Plazo fijo'],
])('a line between the rows marks those below: %s', async (line) =>
  nothingCame(lines(NAMES, line, '20/11/2026;2;DOS;50,00')),
)

test.each([
  ...[
    ...['Total créditos;5;1.000,00', 'Créditos;5', 'Abonos;1.000,00', 'Total créditos: 1.000,00'],
    'Créditos 5 - 1.000,00',
  ],
  ...[
    ...['Depósitos protegidos por FOGADE', 'Depósitos a la vista', 'Producto;Depósitos a la vista'],
    'Cuenta de Depósitos',
  ],
  ...['Línea de crédito: 0,00', 'Saldo + depósitos', 'Total débitos: 500,00', 'Débitos;500,00'],
  ...['Abonos diferidos: 0,00', 'Saldo bloqueado;0,00'],
])('a summary above the names marks no rows: %s', async (summary) => {
  const unanswered = { palabras: { [`tipo ${WHOLE_FILE}`]: null as never } }
  const { sums, head } = await counted(lines(summary, NAMES, came), unanswered)
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[], [WHOLE_FILE]])
  expect((await counted(lines(summary, NAMES, came, left), unanswered)).sums).toEqual([10_000, -100])
})

test('a description without names marks a debit', async () => {
  const columnas = { fecha: 0, referencia: 1, descripcion: 2, monto: 3 }
  const mapa = { cabecera: 0, columnas, montos: 'auto', fechas: 'auto' } as const
  await nothingCame(lines('20/11/2026;1;COMPRA POS FARMATODO;50,00', '20/11/2026;2;COMISION;1,00'), { mapa })
})

test('a column of debits is never one of credits, whoever chose it', async () => {
  const columnas = { fecha: 0, referencia: 1, descripcion: 2, monto: 3 }
  const mapa = { cabecera: 1, columnas, montos: 'auto', fechas: 'auto' } as const
  await nothingCame(lines('Fecha;Referencia;Descripción;Montos debitados', came), { mapa })
})

test('a day whose year may as well be first is not guessed', async () => {
  for (const day of ['26-11-20', '26/11/21', '25-11-25']) await nothingCame(lines(NAMES, `${day};1;UNO;50,00`))
  expect((await counted(lines(NAMES, '20-11-26;1;UNO;50,00'))).sums).toEqual([5_000])
})

test('signs that contradict the words next to them do not count: it is asked', async () => {
  const unanswered = { palabras: { [`tipo ${WHOLE_FILE}`]: null as never } }
  const said = (...rows: [string, string][]) =>
    lines(NAMES, ...rows.map(([text, amount], at) => `20/11/2026;${at};${text};${amount}`))
  const undone = ['REVERSO PAGO MOVIL', '-20,00'] as [string, string]
  const paid = ['COMPRA POS FARMATODO', 'ENVIO PAGO MOVIL', 'PAGO MOVIL A BANESCO'].map((text): [string, string] => [
    text,
    '5,00',
  ])
  const whole = await counted(said(['UNO', '100,00'], ...paid, undone), unanswered)
  expect([whole.sums, whole.head.preguntas.length]).toEqual([[-2_000], 4])
  expect((await counted(said(['UNO', '1,00'], ['CONSUMO POS', '5,00'], ['AJUSTE', '-1,00']), unanswered)).sums).toEqual(
    [-100],
  )
  expect(
    (await counted(said(['UNO', '1,00'], ['FARMATODO', '5,00'], ['REV. FARMATODO', '-5,00']), unanswered)).sums,
  ).toEqual([-500])
  // Control: what came back has its sign, and one payer's word among signs contradicts nothing.
  const usual = said(
    ['UNO', '1,00'],
    ['COMISION', '-1,00'],
    ['REVERSO COMISION', '1,00'],
    ['TRF LUIS', '-2,00'],
    ['cuota rifa', '3,00'],
  )
  expect((await counted(usual, unanswered)).sums).toEqual([100, -100, 100, -200, 300])
})

test('a credit that a bank calls immediate may have left', async () => {
  const kind = (said: string) =>
    lines(`${NAMES};Tipo`, `20/11/2026;1;${said};50,00;Crédito inmediato`, `${came};Comisión`)
  const { sums, head } = await counted(kind('TRF A JUAN PEREZ'))
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[-10_000], ['TRF A JUAN PEREZ']])
  expect((await counted(kind('TRF DE JUAN PEREZ'))).sums).toEqual([5_000, -10_000])
})

test('brackets around a word are no minus', async () => {
  for (const amount of ['100,00 (Bs.)', '(Bs.) 100,00', '100,00 (CR)'])
    expect((await counted(lines(NAMES, `20/11/2026;1;UNO;${amount}`, left))).sums, amount).toEqual([10_000, -100])
  for (const amount of ['(100,00)', '(Bs. 100,00)', 'Bs. (100,00)', '100,00 (DB)', '100,00 (-)'])
    expect((await counted(lines(NAMES, `20/11/2026;1;UNO;${amount}`, left))).sums, amount).toEqual([-10_000, -100])
})
