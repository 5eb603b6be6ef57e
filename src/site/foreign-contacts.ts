import { withoutHidden } from '#platform/hidden-signs.ts'
import { plainLetters } from '#platform/plain-letters.ts'
import { inDigits } from './dictated-number.ts'
import { PAID_TO } from './paid-to.ts'

/** A letter or digit that is in no Spanish text. */
const STRANGE = /(?=[\p{L}\p{N}])[^\0-\x7f]+/gu
/** Between the digits of one number: any few signs but those that part a list, a percentage or a price. */
const SEPARATED = '(?:(?![%$€]|[,;!?]\\s)[^\\p{L}\\p{N}]){0,4}'
const SURE =
  'com|net|org|info|biz|ve|ly|link|app|io|store|xyz|site|online|page|gl|gg|bio|shop|club|top|cc|co|dev|tk|ai|us|uk|eu|cl|mx|pe|br|ar|tv|cash|money|tech|click|pw|ml|ga|cf|gq|icu|vip|pro|live|fun|lat|digital|world|today|zone|win|bet|space|website|host|press|group|global|market|chat|social|one|red|mobi|ru|cn|to|ec|pa'
const EMAIL = /(?<![\w.+-])(?=[\w.+-]*[a-z])[\w.+-]+@[a-z\d][\w-]*(?:\.[\w-]+)*/g
const LINK = new RegExp(
  `(?:https?:\\/\\/|www\\.)[^\\s"'<>]+|(?<![\\d.])(?:\\d{1,3}\\.){3}\\d{1,3}[/:][^\\s"'<>]+|(?<![a-z\\d-])[a-z\\d-]{1,63}(?:\\.[a-z\\d-]{1,63}){0,8}\\.(?:(?:${SURE})(?![\\w-])|[a-z]{2,}(?=\\/))[^\\s"'<>)]*|(?<![a-z])(?:bitly|tinyurl|linktree|walink)(?![a-z])`,
  'g',
)
const HANDLE = /(?<![\w.])@\s?[a-z\d_.]{2,}/g
/** A network's name and then no word that goes on with the sentence: somebody's name there. */
const NAMED =
  /(?<!\p{L})(?:insta(?:gram)?|ig|telegram|facebook|fb|tik\s?tok)[^\p{L}\d\n.,;!?]{1,6}(?:(?:es|como)\s+)?(?!(?:[a-z]{1,2}|para|por|del|con|sin|que|desde|hasta|donde|cuando|los|las|una|nuestr[oa]s?|oficial|live|como|antes|siempre|tambien|cada|hoy|esta)(?![a-z\d_]|\.\S))[a-z\d_][a-z\d_.]{2,}/gu
/**
 * Wallets and IBANs: letters and digits in one long run, in groups of four, or as a few words of which each goes from letters to digits and
 * back; a shorter one behind a word for where such money goes.
 */
const RUN =
  /(?<![\p{L}\d])(?:[a-z\d][^\p{L}\d\n]{1,3}){15,}|(?<![\p{L}\d])(?:[\da-f]{2}[^\p{L}\d\n]{1,2}){8,}|(?<![\p{L}\d])(?:(?=[a-z-]{0,80}\d)(?=[\d-]{0,80}[a-z])[a-z\d-]{20,}|[a-z\d]{25,}|[a-z]{3,}\d{5,}[a-z\d]*|[a-z\d]{4}(?:[/_.-][a-z\d]{4}){4,}|(?=[a-z\d ]{0,40}(?:[a-z]\d|\d[a-z]))[a-z\d]{4}(?: [a-z\d]{4}){5,}|(?:(?=[a-z\d]{4})(?:[a-z]+\d+[a-z]|\d+[a-z]+\d)[a-z\d]*(?:[^\p{L}\d]{1,3}|$)){2,}|(?:(?=[a-z\d]{4})(?:[a-z]+\d+[a-z]|\d+[a-z]+\d)[a-z\d]*[^\p{L}\d]{1,3}(?:[a-z\d]+[^\p{L}\d]{1,3})?){3,})|(?<!\p{L})(?:zelle|binance|usdt|[tb](?:rc|ep)-?20|wallet|billetera|paypal|zinli)[^\p{L}\d]+(?:\p{L}+[^\p{L}\d]+){0,3}(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}/gu
/** What has many digits and is nobody's account. */
const DATE_TIME =
  /tasa[^\d\n]{0,12}\d{2,4}[.,]\d{2,4}(?![\d.])|ronda \d{6,8}(?!\d)|(?<![\dx])(?!0)\d{3,4}x(?!0)\d{3,4}(?![\dx])|(?:permiso|providencia|resolucion|gaceta|ley)\D{0,40}\d{1,4}-20[2-3]\d(?!\d)|(?<!\d)(?:(?:[1-9]|0[1-9]|[12]\d|3[01])[/.-](?:0?[1-9]|1[0-2])[/.-](?:(?:19|20)\d|2)\d|20\d\d-[01]\d-[0-3]\d|(?<!:)\d{1,2}:\d\d(?::\d\d)?(?!:))(?![/.-]?\d|\s\d\d\s\d)|(?<!\d)20[2-3]\d[-/]20[2-3]\d(?!\d)|\b[\da-f]{64}\b/g
/** Prices, and numbers of things: not between digits of something else. */
const MONEY =
  /(?<![\d.])\d{1,3}(?:\.000)+(?![\d.])|(?:referencia|dice|muestra) \d{4,12}(?!\d)|(?<!\d\s?)(?:bs\.?|\$|usd[tc]?|€)\s?(?!0\d)\d{1,3}(?:\.?\d{3}){0,2}(?:[.,]\d\d)?(?![\d.])|(?<![\d.])(?!0)\d{1,3}(?:\.?\d{3}){0,2}(?:,\d\d)?\s?(?:bs|usd[tc]?|\$|bolivar|dolar|%|boletos?|tickets?|premios?|horas?|minutos?|dias?|[ap]\.?\s?m(?!\p{L}))(?!\s?\d)|(?<![\d.-])20[12]\d(?![\d.-]|\s\d)/gu
/** A phone is known by its start and its length, whatever stands between its digits and whichever letters stand for some. */
const BETWEEN = '[^\\p{L}\\p{N}]{0,4}'
const MOBILE = new RegExp(
  `(?<![\\p{L}\\d])(?:\\+?58${BETWEEN})?(?:(?:0|o(?!\\s))${BETWEEN}(?:[4a]${BETWEEN}(?:\\p{L}${BETWEEN})?[12ilz]|2${BETWEEN}\\d)${BETWEEN}(?:\\p{L}${BETWEEN})?\\d(?:\\D{0,15}\\d|${BETWEEN}[oilszb]){7}|4${BETWEEN}[12]${BETWEEN}[246](?:${BETWEEN}\\d){7})(?![\\p{L}\\d])`,
  'gu',
)
const DIGITS = new RegExp(`\\d(?:${SEPARATED}\\d){6,}|(?=[\\d,; ]*\\d \\d)\\d(?:[,;]? ?\\d){11,}`, 'gu')
/** As many digits with any words between them, behind a word that says to call, to write or to pay somebody. */
const CALLED =
  /(?<!\p{L})(?:te?lf?|telefono|cel(?:ular)?|movil|prefijo|whats\s?app|wh?[au]sap+|wsp|cuenta|(?:llam|escrib|contact)[ae]\p{L}*|(?:pag|transfi[ae]r|transferi|deposit)\p{L}*(?: de nuevo| otra vez)? al?|(?:c\.?\s?i|cedula)(?=\D{0,12}\d))(?!\p{L})\D{0,30}\d(?:\D{0,20}\d){6,}/gu

/**
 * What a text that buyers read names and is not the house's: accounts, phones, addresses of mail, handles and links, as somebody would write
 * to whom they should pay instead, and a mere name behind «Zelle». Signs that nobody sees, spaced digits, other alphabets, HTML and numbers
 * in words hide nothing.
 * @param own phones, documents, accounts, mails, links and names of the house.
 */
export function foreignContacts(text: string, own: readonly string[]): string[] {
  const ours = own.map((one) => plain(one).trim()).filter((one) => one !== '')
  const house = ours.flatMap(patternOf)
  return [...new Set(windowsOf(plain(text)).flatMap((window) => findIn(window, ours, house)))]
}

/** Some patterns look on from each sign: in a long text of one sign that takes seconds, in which the server answers nobody. */
const WINDOW = 1_500
/** At most as much of a window stands in the next one too, from the beginning of a word on. */
const OVERLAP = 400

function windowsOf(shown: string): string[] {
  const gapBefore = (at: number) => Math.max(shown.lastIndexOf('\n', at), shown.lastIndexOf(' ', at), at - 100) + 1
  const windows: string[] = []
  for (let at = 0; at < shown.length; at += WINDOW - OVERLAP)
    windows.push(shown.slice(at && gapBefore(at), gapBefore(at + WINDOW)))
  return windows
}

/** What somebody writes for a number or a name of the house; none for what is read otherwise. */
function patternOf(one: string): RegExp[] {
  const digits = /^[\d\s.()+/vejgp-]+$/.test(one) ? one.replace(/\D/g, '').replace(/^(?:00)?58(?=\d{10}$)|^0+/, '') : ''
  const name = `(?<!\\p{L})${one.replace(/[^\p{L}\d]+/gu, '[^\\p{L}\\d]*')}(?!\\p{L})`
  const spaced = `(?<!\\d[.-]?)(?:\\+?(?:00)?58|0+)?${SEPARATED}${[...digits].join(SEPARATED)}(?![.-]?\\d)`
  return digits.length >= 6 || /^\p{L}{3,}/u.test(one) ? [new RegExp(digits.length < 6 ? name : spaced, 'gu')] : []
}

function findIn(shown: string, ours: readonly string[], house: readonly RegExp[]): string[] {
  const found: string[] = []
  let left = shown
  const links = ours.map(bare)
  const take = (pattern: RegExp, isOurs: (match: string) => boolean) => {
    left = left.replace(pattern, (match: string) => {
      if (!isOurs(match)) found.push(match.trim())
      // Letters: no number goes on behind them.
      return ' xx '
    })
  }
  take(EMAIL, (match) => ours.includes(match.replace(/[.-]+$/, '')))
  take(LINK, (match) => links.some((link) => ['/', '?', '#'].some((end) => `${bare(match)}/`.startsWith(link + end))))
  const isOurName = (match: string) => links.some((link) => link.endsWith(`/${match.replace(/^.*[^\w.]|\.+$/gs, '')}`))
  take(HANDLE, isOurName)
  take(NAMED, isOurName)
  for (const pattern of [...house, DATE_TIME]) take(pattern, () => true)
  take(RUN, (match) => ours.includes(match))
  take(MOBILE, () => false)
  take(MONEY, () => true)
  for (const pattern of [DIGITS, CALLED, STRANGE, ...PAID_TO]) take(pattern, () => false)
  return found
}

function plain(text: string): string {
  const shown = text
    .replace(/<a\s[^<>]*?href="([^"<>]*)"[^<>]*>/gi, ' $1 ')
    .replace(/<(?:br|\/p|\/li|\/h\d)\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
  const signs = plainLetters(withoutHidden(shown.replace(/[Ⅰ-Ⅻⅰ-ⅻ]/g, '1').normalize('NFKC')))
    .toLowerCase()
    .replace(/(?<=\S)[。｡•∙․·](?=\S)/g, '.')
    .replace(/\s+/g, (gap) => (gap.includes('\n') ? '\n' : ' '))
    // Letters of one word, each for itself.
    .replace(/(?<![a-z\d])[a-z\d](?:[ ._*|-][a-z\d@.]){4,}(?![a-z\d])/g, (word) =>
      word.length < 30 || /@/.test(word) ? [...word].filter((_, at) => at % 2 === 0).join('') : word,
    )
  return inDigits(signs)
    .replace(/(?<=\d)o+|(?<!o)o{1,20}(?=\d)/g, (found) => '0'.repeat(found.length))
    .replace(/\s*(?:[([{]\s*(?:punto|dot|\.)\s*[)\]}]|\b(?:punto|dot)\b)\s*(?=[a-z]{2,}\b)/g, '.')
    .replace(/\s*\.\s*(?=(?:com|net|org|ly)\b|(?:me|ve)\s*\/)|\s+(?=com\b|me\s*\/)| \. (?=[a-z])/g, '.')
    .replace(/(?<=\.(?:me|ve|ly|com))\s*\/\s*/g, '/')
    .replace(/(?<=\d)[il|](?=\d)/g, '1')
    .replace(/\s*(?:[([{]\s*(?:arroba|at)\s*[)\]}]|\barroba\b|\bat\b(?= \S+\.))\s*/g, '@')
}

function bare(link: string): string {
  return link.replace(/^(?:https?:\/\/)?(?:www\.)?|[/.,;:!?]+$/g, '')
}
