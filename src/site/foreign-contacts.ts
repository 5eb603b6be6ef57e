import { withoutHidden } from '#platform/hidden-signs.ts'
import { dictatedNumbers } from './dictated-number.ts'

/** Letters and dots of other alphabets that pass for ours. */
const ALIKE = ['абԁегһіјкӏмнорԛѕтухѵԝαβεικμνορτυχ。｡•∙․', 'abdeghijklmhopqstyxvwabeikmvoptux.....'] as const
/** Between the digits of one number: any few signs but those that part a list, a percentage or a price. */
const SEPARATED = '(?:(?![%$€]|[,;!?]\\s)[^\\p{L}\\p{N}]){0,4}'
const SURE =
  'com|net|org|info|biz|ve|ly|link|app|io|store|xyz|site|online|page|gl|gg|bio|shop|club|top|cc|co|dev|tk|ai|us|uk|eu|cl|mx|pe|br|ar|tv|cash|money|tech|click|pw|ml|ga|cf|gq|icu|vip|pro|live|fun|lat'
const EMAIL = /(?<![\w.+-])(?=[\w.+-]*[a-z])[\w.+-]+@[a-z\d][\w-]*(?:\.[\w-]+)*/g
const LINK = new RegExp(
  `(?:https?:\\/\\/|www\\.)[^\\s"'<>]+|(?<![\\d.])(?:\\d{1,3}\\.){3}\\d{1,3}[/:][^\\s"'<>]+|(?<![a-z\\d-])[a-z\\d-]+(?:\\.[a-z\\d-]+)*\\.(?:(?:${SURE})(?![\\w-])|[a-z]{2,}(?=\\/))[^\\s"'<>)]*`,
  'g',
)
const HANDLE = /(?<![\w.])@\s?[a-z\d_.]{2,}/g
/** A network's name and then no word that goes on with the sentence: somebody's name there. */
const NAMED =
  /(?<!\p{L})(?:insta(?:gram)?|ig|telegram|facebook|fb|tik\s?tok)[\s:=(«-]+(?:(?:es|como)\s+)?(?!(?:[a-zñ]{1,2}|para|por|del|con|sin|que|desde|hasta|donde|cuando|los|las|una|nuestr[oa]s?|oficial|live|como|antes|siempre|tambi[eé]n|cada|hoy|est[aá])(?![\p{L}\d_.]))[a-z\d_][a-z\d_.]{2,}/gu
/** Wallets and IBANs: letters and digits in one long run; a shorter one behind a word for where such money goes. */
const RUN =
  /(?<![\p{L}\d])(?:[a-z\d][^\p{L}\d\n]{1,3}){15,}|(?<![\p{L}\d])(?:(?=[a-z-]*\d)(?=[\d-]*[a-z])[a-z\d-]{20,}|[a-z\d]{25,})|(?<!\p{L})(?:zelle|binance|usdt|[tb]rc-?20|wallet|billetera|paypal|zinli)[^\p{L}\d]+(?:\p{L}+[^\p{L}\d]+){0,3}(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}/gu
/** What has many digits and is nobody's account. */
const DATE_TIME_MONEY =
  /tasa[^\d\n]{0,12}\d{2,4}[.,]\d{2,4}(?![\d.])|ronda \d{6,8}(?!\d)|(?<![\dx])(?!0)\d{3,4}x(?!0)\d{3,4}(?![\dx])|permiso\D{0,20}\d{1,4}-20[2-3]\d(?!\d)|(?<!\d)(?:[0-3]?\d[/.-][01]?\d[/.-](?:20)?2\d|20\d\d-[01]\d-[0-3]\d|\d{1,2}:\d\d(?::\d\d)?)(?!\d)|(?<!\d)20[2-3]\d[-/]20[2-3]\d(?!\d)|\b[\da-f]{64}\b|(?<![\d.])\d{1,3}(?:\.000)+(?![\d.])|(?:bs\.?|\$|usd|€)\s?(?!0\d)\d{1,3}(?:\.?\d{3}){0,2}(?:[.,]\d\d)?(?![\d.])|(?<![\d.])\d{1,3}(?:\.?\d{3}){1,2}(?:,\d\d)?(?=\s?(?:bs|usd|\$|bol[ií]var|d[oó]lar))/g
/** A phone is known by its length, whatever stands between its digits: any few signs, and single letters too. */
const BETWEEN = '[^\\p{L}\\p{N}]{0,4}'
const MOBILE = new RegExp(
  `(?<!\\d)${['0', '4', '[12]', ...new Array(8).fill('\\d')].join(`${BETWEEN}(?:\\p{L}${BETWEEN})?`)}(?!\\d)`,
  'gu',
)
const DIGITS = new RegExp(`\\d(?:${SEPARATED}\\d){6,}`, 'gu')
/** As many digits with any words between them, behind a word that says to call, to write or to pay somebody. */
const CALLED =
  /(?<!\p{L})(?:te?lf?|tel[eé]fono|cel(?:ular)?|m[oó]vil|prefijo|whats\s?app|wh?[au]sap+|wsp|ll[aá]m[ae]\p{L}*|escr[ií]b[ae]\p{L}*|cont[aá]ct[ae]\p{L}*|p[aá]g(?:a|ue|ar)\p{L}*(?: de nuevo| otra vez)? al?)(?!\p{L})\D{0,30}\d(?:\D{0,20}\d){6,}/gu

/**
 * What a text that buyers read names and is not the house's: accounts, phones, addresses of mail, handles and links, as somebody would write
 * to whom they should pay instead. Signs that nobody sees, spaced digits, other alphabets, HTML and numbers in words hide nothing. A mere
 * name behind «Zelle» does.
 * @param own phones, documents, accounts, mails and links of the house.
 */
export function foreignContacts(text: string, own: readonly string[]): string[] {
  const found: string[] = []
  let left = plain(text)
  const ours = own.map((one) => plain(one).trim()).filter((one) => one !== '')
  const links = ours.map(bare)
  const take = (pattern: RegExp, isOurs: (match: string) => boolean) => {
    left = left.replace(pattern, (match: string) => {
      if (!isOurs(match)) found.push(match.trim())
      // Letters: no number goes on behind them.
      return ' xx '
    })
  }
  take(EMAIL, (match) => ours.includes(match.replace(/[.-]+$/, '')))
  take(LINK, (match) => links.some((link) => bare(match) === link || /^[/?#]/.test(after(bare(match), link))))
  const isOurName = (match: string) =>
    links.some((link) => link.endsWith(`/${match.replace(/^.*[\s@:=(«-]|\.+$/gs, '')}`))
  take(HANDLE, isOurName)
  take(NAMED, isOurName)
  for (const one of ours) {
    const digits = /^[\d\s.()+/vejgp-]+$/.test(one) ? core(one) : ''
    if (digits.length < 6) continue
    const spaced = [...digits].join(SEPARATED)
    take(new RegExp(`(?<!\\d)(?:\\+?(?:00)?58|0+)?${SEPARATED}${spaced}(?!\\d)`, 'gu'), () => true)
  }
  take(DATE_TIME_MONEY, () => true)
  take(RUN, (match) => ours.includes(match))
  take(MOBILE, () => false)
  take(DIGITS, () => false)
  take(CALLED, () => false)
  return [...found, ...dictatedNumbers(left)]
}

function plain(text: string): string {
  const shown = text
    .replace(/<a\s[^>]*href="([^"]*)"[^>]*>/gi, ' $1 ')
    .replace(/<(?:br|\/p|\/li|\/h\d)\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
  return withoutHidden(shown.normalize('NFKC'))
    .toLowerCase()
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[⓿❶-❾➀-➈➊-➒]/g, (sign) =>
      String(Math.max(0, '❶❷❸❹❺❻❼❽❾➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒'.indexOf(sign) % 9) + (sign === '⓿' ? 0 : 1)),
    )
    .replace(/[^\0-\x7f]/g, (sign) => ALIKE[1].charAt(ALIKE[0].indexOf(sign)) || sign)
    .replace(/(?<=\d)o+|o+(?=\d)/g, (signs) => '0'.repeat(signs.length))
    .replace(/\s*(?:[([]\s*(?:punto|dot|\.)\s*[)\]]|\b(?:punto|dot)\b)\s*(?=[a-z]{2,}\b)/g, '.')
    .replace(/\s*\.\s*(?=(?:com|net|org|ly)\b|(?:me|ve)\s*\/)/g, '.')
    .replace(/(?<=\.(?:me|ve|ly|com))\s*\/\s*/g, '/')
    .replace(/(?<=\d)[il|](?=\d)/g, '1')
    .replace(/\s*(?:[([]\s*(?:arroba|at)\s*[)\]]|\barroba\b)\s*/g, '@')
}

/** The digit that a sign of any alphabet is: each has its ten in a row. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

function core(number: string): string {
  return number.replace(/\D/g, '').replace(/^(?:00)?58(?=\d{10}$)|^0+/, '')
}

function bare(link: string): string {
  return link
    .replace(/\s/g, '')
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/.,;:!?]+$/, '')
}

function after(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : ''
}
