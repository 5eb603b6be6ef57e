import { type CalendarDate, parseDay } from '#platform/clock.ts'
import { readBankAmount } from '../../../../bank-amount.ts'

export interface ZelleBank {
  nombre: string
  /** Whether it writes from that address, in lower case. */
  from: RegExp
  /** Domains one of which has to have signed. */
  domains: readonly string[]
  /** Each of them in the text of the mail, or in its subject, in its first group. Without an amount it is another mail. */
  said: Record<'monto' | 'nombre', RegExp> & Partial<Record<'fecha' | 'confirmacion' | 'concepto', RegExp>>
}

const NAME = String.raw`([\p{L}][\p{L}\d.,'& -]{1,79}?)`
const AMOUNT = String.raw`\$\s?(\d[\d,]*\.\d{2})`

/** The banks whose mails are known, as public integrations read them. */
export const ZELLE_BANKS: readonly ZelleBank[] = [
  {
    nombre: 'Chase',
    from: /^no\.reply\.alerts@chase\.com$/,
    domains: ['chase.com'],
    said: {
      monto: new RegExp(`Amount:?\\s*${AMOUNT}`),
      nombre: new RegExp(`${NAME} sent you (?:money|\\$)`, 'u'),
      fecha: /Sent on:?\s*([A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}|\d{1,2}\/\d{1,2}\/\d{4})/,
      confirmacion: /Transaction number:?\s*([A-Za-z\d]{6,40})/,
      concepto: /Memo:?\s*(\S[^\n]{0,150})/,
    },
  },
  {
    nombre: 'Wells Fargo',
    from: /^alerts@notify\.wellsfargo\.com$/,
    domains: ['wellsfargo.com'],
    said: {
      monto: new RegExp(`Amount:?\\s*${AMOUNT}`),
      nombre: new RegExp(`${NAME} sent you (?:money|\\$)`, 'u'),
      fecha: /Date:?\s*(\d{1,2}\/\d{1,2}\/\d{4})/,
      confirmacion: /Confirmation(?: Code| Number)?:?\s*([A-Za-z\d]{6,40})/,
      concepto: /Memo:?\s*(\S[^\n]{0,150})/,
    },
  },
  {
    nombre: 'Bank of America',
    from: /^customerservice@ealerts\.bankofamerica\.com$/,
    domains: ['bankofamerica.com'],
    said: {
      monto: new RegExp(`sent you ${AMOUNT}`),
      nombre: new RegExp(`${NAME} sent you \\$`, 'u'),
      confirmacion: /Confirmation(?: Code| Number)?:?\s*([A-Za-z\d]{6,40})/i,
    },
  },
  {
    nombre: 'TD Bank',
    from: /@(?:[a-z\d-]+\.)*(?:td|tdbank)\.com$/,
    domains: ['td.com', 'tdbank.com'],
    said: {
      monto: new RegExp(`deposited the ${AMOUNT} payment`),
      nombre: new RegExp(`payment from ${NAME} \\(confirmation`, 'u'),
      confirmacion: /\(confirmation number:? ([A-Za-z\d]{4,40})\)/,
    },
  },
]

/** @param from an address. */
export function zelleBank(from: string): ZelleBank | undefined {
  return ZELLE_BANKS.find((bank) => bank.from.test(from.toLowerCase()))
}

/** Where the payer's text begins: at a line of its own, or after its name anywhere. */
const MEMO = /^[^\S\n]*memo\b|\bmemo:/im

/**
 * The payment in a mail of that bank, its day null where it gives none; null where it is of something else, or written otherwise. Payers write the memo into a mail that
 * the bank signs: nothing is read inside it or behind it. A value that the mail has twice and differently is for a person.
 */
export function readZelleMail({ said }: ZelleBank, subject: string, text: string) {
  // Its subject is in a line of its own: no sentence runs from one into the other.
  const all = `${subject}\n${text}`
  const bank = all.slice(0, MEMO.exec(all)?.index ?? all.length)
  const find = (pattern: RegExp | undefined, place = bank) => pattern?.exec(place)?.[1]?.trim() ?? ''
  const { concepto, ...own } = said
  if (Object.values(own).some((pattern) => saysTwo(pattern, all))) return null
  const centimos = readBankAmount(find(own.monto), 'punto')
  const fecha = find(own.fecha)
  const dia = readDay(fecha)
  if (centimos === null || (fecha !== '' && dia === null)) return null
  return {
    centimos,
    dia,
    confirmacion: find(own.confirmacion),
    nombre: find(own.nombre),
    concepto: find(concepto, all),
  }
}

/** Whether a mail has two different values for one pattern. */
function saysTwo(pattern: RegExp, all: string): boolean {
  const found = [...all.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(([, value = '']) => value.trim())
  return new Set(found.map((value) => value.toLowerCase())).size > 1
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `11/20/2026` and `Nov 20, 2026`, month first. */
function readDay(text: string): CalendarDate | null {
  const [, number, date, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (number !== undefined) return parseDay([year, number.padStart(2, '0'), date?.padStart(2, '0')].join('-'))
  const [, word = '', day = '', of] = /^([A-Z][a-z]{2})[a-z]*\.? (\d{1,2}), (\d{4})$/.exec(text) ?? []
  const month = String(MONTHS.indexOf(word.toLowerCase()) + 1).padStart(2, '0')
  return parseDay(`${of}-${month}-${day.padStart(2, '0')}`)
}
