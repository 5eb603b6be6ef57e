import { CUT, collectRows, type SheetRow } from '../sheet.ts'

const NAMES = ['Fecha', 'Referencia', 'Descripción', 'Monto', 'Moneda', 'Tipo', 'Estado', 'Cuenta']
/** Kinds of movements that leave an account or come into it, where amounts have no sign. */
const LEAVES = /^(DEBIT|FEE|SRVCHG|ATM|POS|CHECK|PAYMENT|CASH|DIRECTDEBIT|REPEATPMT)$/i
const COMES = /^(CREDIT|DEP|DIRECTDEP|INT|DIV)$/i

/** Format of Quicken and Money, as SGML or as XML: `<STMTTRN>` a movement, its day at the beginning of `DTPOSTED`. */
export function readOfx(text: string): { rows: SheetRow[]; cuentas: string[] } {
  const sheet = collectRows()
  sheet.add(0, NAMES)
  const [head = '', ...pieces] = text.split(/<STMTTRN>/i)
  let [usual, account] = [fieldOf(head, 'CURDEF'), fieldOf(head, 'ACCTID')]
  let fila = head.split('\n').length
  const accounts = new Set([account])
  const movements: {
    fila: number
    kind: string
    amount: string
    state: string
    account: string
    cells: string[] | null
  }[] = []
  for (const piece of pieces) {
    const [said = '', rest] = piece.split(/<\/STMTTRN>/i)
    const field = (name: string) => fieldOf(said, name)
    const [kind, amount] = [field('TRNTYPE'), field('TRNAMT')]
    const cells = [
      field('DTPOSTED').slice(0, 8),
      field('REFNUM') || field('CHECKNUM') || field('FITID'),
      [field('NAME'), field('MEMO')].filter(Boolean).join(' '),
      amount,
      field('CURSYM') || usual,
    ]
    // A correction takes an earlier one away, or says it anew.
    const state = /^HOLD$/i.test(kind) ? 'Pending' : field('CORRECTACTION') === '' ? 'Posted' : 'Cancelled'
    movements.push({ fila, kind, amount, state, account, cells: rest === undefined ? null : cells })
    // Another statement of the same file has an account and a currency of its own.
    usual = fieldOf(rest ?? '', 'CURDEF') || usual
    account = fieldOf(rest ?? '', 'ACCTID') || account
    accounts.add(account)
    fila += piece.split('\n').length - 1
  }
  const unsigned = movements.some(({ kind, amount }) => LEAVES.test(kind) && !/^[-(]/.test(amount))
  for (const { fila: at, kind, state, account: of, cells } of movements) {
    const side = LEAVES.test(kind) ? 'N/D' : COMES.test(kind) ? 'N/C' : ''
    sheet.add(at, cells === null ? [CUT] : [...cells, unsigned ? side : '', state, accounts.size > 1 ? of : ''])
  }
  return { rows: sheet.rows, cuentas: [...accounts].filter((one) => /^\d{20}$/.test(one)) }
}

const fieldOf = (text: string, name: string) => new RegExp(`<${name}>([^<\\r\\n]*)`, 'i').exec(text)?.[1]?.trim() ?? ''
