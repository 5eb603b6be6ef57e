import { CUT, collectRows, type SheetRow } from '../sheet.ts'

const NAMES = ['Fecha', 'Referencia', 'Descripción', 'Monto', 'Moneda']
/** Kinds of movements that leave an account, where an amount has no sign. */
const LEAVES = /^(DEBIT|FEE|SRVCHG|ATM|POS|CHECK|PAYMENT|CASH|DIRECTDEBIT|REPEATPMT)$/i

/** What Quicken and Money read, as SGML or as XML: `<STMTTRN>` a movement, its day first of what `DTPOSTED` says. */
export function readOfx(text: string): { rows: SheetRow[]; cuentas: string[] } {
  const sheet = collectRows()
  sheet.add(0, NAMES)
  const [head = '', ...pieces] = text.split(/<STMTTRN>/i)
  const usual = fieldOf(head, 'CURDEF')
  let fila = head.split('\n').length
  for (const piece of pieces) {
    const [said = '', rest] = piece.split(/<\/STMTTRN>/i)
    const field = (name: string) => fieldOf(said, name)
    const [kind, amount] = [field('TRNTYPE'), field('TRNAMT')]
    const cells = [
      field('DTPOSTED').slice(0, 8),
      field('REFNUM') || field('CHECKNUM') || field('FITID'),
      [field('NAME'), field('MEMO')].filter(Boolean).join(' '),
      LEAVES.test(kind) && /^\d/.test(amount) ? `-${amount}` : amount,
      field('CURSYM') || usual,
    ]
    sheet.add(fila, rest === undefined ? [CUT] : cells)
    fila += piece.split('\n').length - 1
  }
  const account = fieldOf(head, 'ACCTID')
  return { rows: sheet.rows, cuentas: /^\d{20}$/.test(account) ? [account] : [] }
}

const fieldOf = (text: string, name: string) => new RegExp(`<${name}>([^<\\r\\n]*)`, 'i').exec(text)?.[1]?.trim() ?? ''
