import { linesOf } from '../decode-text.ts'
import { CUT, collectRows, endsWhole, ofAccounts, type SheetRow } from '../sheet.ts'

const NAMES = ['Fecha', 'Referencia', 'Descripción', 'Débito', 'Crédito', 'Moneda', 'Cuenta']

export function isAeb43(text: string): boolean {
  return linesOf(text.slice(0, 4_000)).some((line) => /^22,\d{4},\d{4},\d{6},/.test(line))
}

/**
 * Provincial, after Spain's AEB 43 with commas: 11 the account, 22 a movement, 23 more of its text, 33 totals, 88 the end.
 * `22,bank,office,day,day of value,concept,own,1 debit or 2 credit,céntimos,document,text`, days as YYMMDD.
 */
export function readAeb43(text: string): { rows: SheetRow[]; cuentas: string[] } {
  const sheet = collectRows()
  sheet.add(0, NAMES)
  const cuentas: string[] = []
  const lines = linesOf(text)
  let currency = ''
  lines.forEach((line, index) => {
    const [code, bank = '', office = '', ...rest] = line.split(',')
    if (code === '11') {
      currency = rest[5]?.trim() ?? ''
      // Its own number has ten digits, and two check digits may precede them.
      const account = (rest[0] ?? '').replace(/\D/g, '')
      if (account.length === 12) cuentas.push(bank + office + account)
      else if (account.length === 20) cuentas.push(account)
      else if (account.length === 10) cuentas.push(`${bank}${office}**${account}`)
    }
    if (code === '22') {
      const [day = '', , , , side = '', amount = '', document = '', ...said] = rest
      const value = /^\d+$/.test(amount) ? `${Number(amount.slice(0, -2))}.${amount.slice(-2)}` : amount
      const [debit, credit] = side === '1' ? [value, ''] : side === '2' ? ['', value] : [value, value]
      sheet.add(index + 1, [
        `20${day}`,
        document.trim(),
        said.join(',').trim(),
        debit,
        credit,
        currency,
        cuentas.at(-1) ?? '',
      ])
    }
    const last = sheet.rows.at(-1)
    if (code === '23' && last && sheet.rows.length > 1)
      last.cells[2] = `${String(last.cells[2])} ${rest.join(' ')}`.trim()
  })
  const last = sheet.rows.at(-1)
  if (last && /^2/.test(lines.at(-1) ?? '') && !endsWhole(text)) last.cells = [CUT]
  return { rows: ofAccounts(sheet.rows, cuentas), cuentas }
}
