import { linesOf } from '../decode-text.ts'
import { CUT, collectRows, endsWhole, ofAccounts, type SheetRow } from '../sheet.ts'

const NAMES = ['Fecha', 'Referencia', 'Descripción', 'Monto', 'Estado', 'Moneda', 'Cuenta']
/** Date of value, day of entry, credit or debit (`R` before: undone), letter of the currency, amount, kind, reference, the bank's. */
const LINE = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d+,\d{0,2})N?([A-Z0-9]{3})([^/]*)(?:\/\/(.*))?$/

/** SWIFT's statement: `:25:` the account, `:61:` a movement, `:86:` its description, in parts that begin with `?00`. */
export function readMt940(text: string): { rows: SheetRow[]; cuentas: string[] } {
  const sheet = collectRows()
  sheet.add(0, NAMES)
  const cuentas: string[] = []
  let end = ''
  let currency = ''
  for (const { tag, value, fila } of fields(text)) {
    end = tag
    if (tag === '25') cuentas.push((value.split('\n', 1)[0] ?? '').replace(/\D/g, ''))
    if (tag === '60') currency = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? currency
    if (tag === '61') sheet.add(fila, [...movement(value), currency, cuentas.at(-1) ?? ''])
    const last = sheet.rows.at(-1)
    if (tag === '86' && last && sheet.rows.length > 1)
      last.cells[2] = `${String(last.cells[2])} ${described(value)}`.trim()
  }
  const last = sheet.rows.at(-1)
  if (last && (end === '61' || end === '86') && !/-\}?$/.test(text) && !endsWhole(text)) last.cells = [CUT]
  return { rows: ofAccounts(sheet.rows, cuentas), cuentas }
}

function movement(value: string): string[] {
  const [first = '', ...more] = value.split('\n')
  const [, date = '', , mark = '', amount = '', , own = '', banks = ''] = LINE.exec(first.trim()) ?? []
  if (date === '') return ['', '', first, first]
  const debit = mark === 'D' || mark === 'RC'
  const reference = /\d/.test(banks) ? banks : own.replace(/^NONREF$/, '')
  return [
    `20${date}`,
    reference.trim(),
    more.join(' '),
    `${debit ? '-' : ''}${amount.endsWith(',') ? `${amount}00` : amount}`,
    // A returned debit pays nothing.
    mark === 'RD' ? 'Reverso de un débito' : 'Contabilizado',
  ]
}

/** Texts of `?00`, `?10` and `?20` to `?29`, without the balance that the bank adds. */
function described(value: string): string {
  const parts = value.replaceAll('\n', '').split(/\?\d\d/)
  return (parts.length > 1 ? parts.slice(1) : parts).filter((part) => !/^SALDO:/i.test(part)).join(' ')
}

function* fields(text: string) {
  let open: { tag: string; value: string; fila: number } | null = null
  for (const [index, line] of linesOf(text).entries()) {
    const [, tag, value = ''] = /^:(\d\d)[A-Z]?:(.*)$/.exec(line) ?? []
    if (tag !== undefined) {
      if (open) yield open
      open = { tag, value, fila: index + 1 }
    } else if (open && !/^-\}?$|^\{/.test(line)) open.value += `\n${line}`
  }
  if (open) yield open
}
