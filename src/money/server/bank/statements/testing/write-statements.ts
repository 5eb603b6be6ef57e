import { type WrittenCell, writeXlsx } from './write-xlsx.ts'

/** A movement as a bank knows it; less than 0 left the account. */
export interface Line {
  dia: string
  referencia: string
  texto: string
  centimos: number
}

/** Invented, each with its bank's words around it. The second is the commission of the first, and the last two are alike. */
export const LINES: readonly Line[] = [
  { dia: '2026-11-02', referencia: '00819002961', texto: 'PAGO MOVIL TELF:04240001180', centimos: 4_028_54 },
  { dia: '2026-11-02', referencia: '00819002961', texto: 'COMISION PAGO MOVIL', centimos: -12_09 },
  { dia: '2026-11-03', referencia: '00819002954', texto: 'TRF.OB 0174 V00012345 ANA PEÑA', centimos: 13_000_000_00 },
  {
    dia: '2026-11-03',
    referencia: '00000559762',
    texto: 'PAGOMOVIL OTROS BANCOS 0134 04140007726',
    centimos: 20_142_71,
  },
  { dia: '2026-11-04', referencia: '00000002977', texto: 'PAGOMOVIL BDV V000054321 LUZ MORENO', centimos: 1_900_00 },
  { dia: '2026-11-04', referencia: '00819003310', texto: 'DEPOSITO EFECTIVO', centimos: 50 },
  {
    dia: '2026-11-05',
    referencia: '00819003311',
    texto: 'PAGO RECIBIDO OTROS BANCOS 0191 J000412233',
    centimos: 12_085_62,
  },
  { dia: '2026-11-05', referencia: '', texto: 'ABONO', centimos: 8_057_08 },
  { dia: '2026-11-05', referencia: '', texto: 'ABONO', centimos: 8_057_08 },
]

/** `1.234,56` */
export function comma(centimos: number): string {
  const digits = String(Math.abs(centimos)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.')
  return `${centimos < 0 ? '-' : ''}${whole},${digits.slice(-2)}`
}
const point = (centimos: number) => (centimos / 100).toFixed(2)
const credit = (centimos: number) => (centimos > 0 ? comma(centimos) : '')
const debit = (centimos: number) => (centimos < 0 ? comma(-centimos) : '')
const dated = (dia: string, between = '/') => dia.split('-').reverse().join(between)
const short = (dia: string) => dia.slice(2).replaceAll('-', '')
/** Days since 1900, as a workbook has them. */
const serial = (dia: string) => ({ n: String(Date.parse(`${dia}T00:00:00Z`) / 86_400_000 + 25_569) })
const padded = (text: string, width: number) => text.slice(0, width).padEnd(width)
const figures = (centimos: number, width: number) => String(Math.abs(centimos)).padStart(width, '0')
const latin1 = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
const utf8 = (lines: readonly string[]) => Buffer.from(lines.join('\n'))

/** An account of that bank that nobody has. */
export const accountOf = (banco: string) => `${banco}00010000000${banco}${banco[3]}`

export interface Layout {
  /** Name of its file. */
  archivo: string
  banco: string
  /** Id that is recognised. */
  formato: string
  write(lines: readonly Line[]): Buffer | Promise<Buffer>
  /** Rows of it that are no movements. */
  omitidos: number
  /** It has no place for them. */
  sinReferencia?: true
}

/** Layouts of movements.md §4, one or more a bank. */
export const LAYOUTS: readonly Layout[] = [
  {
    archivo: 'banesco.csv',
    banco: '0134',
    formato: 'banesco-dos-columnas',
    omitidos: 0,
    write: (lines) =>
      utf8([
        'Fecha;Referencia;Descripcion;Cargo;Abono;Saldo',
        ...lines.map(
          ({ dia, referencia, texto, centimos }) =>
            `${dated(dia)};${referencia};${texto};${debit(centimos)};${credit(centimos)};1.000,00`,
        ),
      ]),
  },
  {
    archivo: 'banesco.xlsx',
    banco: '0134',
    formato: 'banesco',
    omitidos: 0,
    write: (lines) =>
      writeXlsx([
        ['Banesco Banco Universal'],
        [`Cuenta: ${accountOf('0134')}`],
        ['Fecha', 'Referencia', 'Descripción', 'Monto', 'Balance'],
        ...lines.map(({ dia, referencia, texto, centimos }): WrittenCell[] => [
          serial(dia),
          referencia,
          texto,
          { n: point(centimos) },
          { n: '1000' },
        ]),
      ]),
  },
  {
    archivo: 'banesco.qif',
    banco: '0134',
    formato: 'qif',
    omitidos: 0,
    write: (lines) =>
      latin1([
        '!Tipo:Banco',
        ...lines.flatMap(({ dia, referencia, texto, centimos }) => [
          `D${dated(dia)}`,
          `T${centimos < 0 ? '' : '+'}${comma(centimos)}`,
          `N${referencia}`,
          `P${texto}`,
          'LVarios',
          '^',
        ]),
        '',
      ]),
  },
  {
    archivo: 'bdv.txt',
    banco: '0102',
    formato: 'bdv',
    omitidos: 1,
    write: (lines) => {
      const line = (dia: string, referencia: string, texto: string, centimos: number, code: string) =>
        [
          accountOf('0102'),
          dated(dia, ''),
          referencia.slice(-12).padStart(12, referencia === '' ? ' ' : '0'),
          padded(texto, 30),
          figures(Math.min(centimos, 0), 15),
          figures(Math.max(centimos, 0), 15),
          figures(100_000, 15),
          code,
          '0102',
        ].join('')
      return latin1([
        line('2026-11-01', '', 'SALDO INICIAL', 0, 'SI'),
        ...lines.map(({ dia, referencia, texto, centimos }) =>
          line(dia, referencia, texto, centimos, centimos < 0 ? 'ND' : 'NC'),
        ),
      ])
    },
  },
  {
    archivo: 'bdv.xlsx',
    banco: '0102',
    formato: 'bdv',
    omitidos: 2,
    write: (lines) =>
      writeXlsx([
        ['Referencia', 'Descripción', 'Fecha', 'Tipo', 'Crédito', 'Débito'],
        ['', 'SALDO INICIAL', '01/11/2026', 'SI', '1.000,00', ''],
        ...lines.map(({ dia, referencia, texto, centimos }) => [
          referencia,
          texto,
          dated(dia),
          centimos < 0 ? 'ND' : 'NC',
          credit(centimos) || '0,00',
          debit(centimos) || '0,00',
        ]),
        ['', 'TOTALES', '', '', '1,00', '1,00'],
      ]),
  },
  {
    archivo: 'mercantil.txt',
    banco: '0105',
    formato: 'mt940',
    omitidos: 0,
    write: (lines) =>
      latin1([
        ':20:EXTRACTO',
        `:25:${accountOf('0105')}`,
        ':28C:1/1',
        ':60F:C261101VES1000,00',
        ...lines.flatMap(({ dia, referencia, texto, centimos }) => [
          `:61:${short(dia)}${short(dia).slice(2)}${centimos < 0 ? 'D' : 'C'}${comma(Math.abs(centimos)).replaceAll('.', '')}NMSCNONREF//${referencia}`,
          `:86:670?00${texto}?10001?21SALDO: 1.000,00`,
        ]),
        ':62F:C261105VES1000,00',
        '-',
      ]),
  },
  {
    archivo: 'mercantil.xlsx',
    banco: '0105',
    formato: 'mercantil',
    omitidos: 0,
    write: (lines) =>
      writeXlsx([
        ['Fecha', 'Número de Transacción', 'Oficina', 'Descripción', 'Egresos', 'Ingresos', 'Saldo'],
        ...lines.map(({ dia, referencia, texto, centimos }): WrittenCell[] => [
          dated(dia),
          /^[1-9]/.test(referencia) ? { n: referencia } : referencia,
          '001',
          texto,
          centimos < 0 ? { n: point(-centimos) } : '',
          centimos < 0 ? '' : { n: point(centimos) },
          { n: '1000' },
        ]),
      ]),
  },
  {
    archivo: 'provincial.txt',
    banco: '0108',
    formato: 'aeb43',
    omitidos: 0,
    write: (lines) =>
      latin1([
        `11,0108,0001,${accountOf('0108').slice(8)},261101,261105,2,00000000100000,928`,
        ...lines.map(
          ({ dia, referencia, texto, centimos }) =>
            `22,0108,0001,${short(dia)},${short(dia)},00,507,${centimos < 0 ? 1 : 2},${figures(centimos, 14)},${referencia},${texto}`,
        ),
        '33,0108,0001,1,00000000001209,8,00000000000000,2,00000000100000',
        `88,${'9'.repeat(18)},${lines.length}`,
      ]),
  },
  {
    archivo: 'provincial.xls',
    banco: '0108',
    formato: 'provincial',
    omitidos: 1,
    write: (lines) => {
      const row = (cells: readonly string[], tag = 'td') =>
        `<tr class="x">${cells.map((cell) => `<${tag} nowrap>${cell}</${tag}>`).join('')}</tr>`
      return latin1([
        '<html><head><style>td { color: #000 }</style></head><body><table border="1">',
        row(['F. Operaci&oacute;n', 'F. Valor', 'C\xf3digo', 'N\xba. Doc.', 'Concepto', 'Importe', 'Oficina'], 'th'),
        row(['01-11-2026', '01-11-2026', '', '', 'Saldo Inicial', "'1.000,00", '']),
        ...lines.map(({ dia, referencia, texto, centimos }) =>
          row([dated(dia, '-'), dated(dia, '-'), "'507", `'${referencia}`, texto, `'${comma(centimos)}`, '0001']),
        ),
        '</table></body></html>',
      ])
    },
  },
  {
    archivo: 'bnc.csv',
    banco: '0191',
    formato: 'bnc-debe-haber',
    omitidos: 0,
    write: (lines) =>
      latin1([
        ...Array.from({ length: 14 }, (_, at) => (at === 3 ? `Cuenta;${accountOf('0191')}` : `Dato ${at};`)),
        'Fecha;Descripción;;Referencia;Debe;;Haber;Referencia;Saldo',
        ...lines.map(
          ({ dia, referencia, texto, centimos }) =>
            `${dated(dia)};"${texto}";;${referencia};${debit(centimos)};;${credit(centimos)};;1,00`,
        ),
      ]),
  },
  {
    archivo: 'tesoro.txt',
    banco: '0163',
    formato: 'tesoro',
    omitidos: 1,
    write: (lines) =>
      utf8([
        '\ufeffFecha\tCódigo\tReferencia\tConcepto\tDébito\tCrédito\tSaldo',
        ...[...lines]
          .reverse()
          .map(
            ({ dia, referencia, texto, centimos }) =>
              `${dated(dia)}\t01\t${referencia}\t${texto}\t${debit(centimos)}\t${credit(centimos)}\t1,00`,
          ),
        '\tTOTALES\t\t\t1,00\t1,00\t',
      ]),
  },
  {
    archivo: 'bancamiga.csv',
    banco: '0172',
    formato: 'bancamiga',
    omitidos: 1,
    write: (lines) =>
      Buffer.from(
        `\ufeff${[
          'Nro.,Fecha,Referencia,Concepto,Débito,Crédito,Saldo',
          ...lines.map(
            ({ dia, referencia, texto, centimos }, at) =>
              `${at + 1},${dated(dia)},${referencia},${texto},"${debit(centimos)}","${credit(centimos)}","1,00"`,
          ),
          ',,,,,,',
        ].join('\r\n')}`,
        'utf16le',
      ),
  },
]
