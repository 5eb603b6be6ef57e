import { withoutHidden } from '#platform/hidden-signs.ts'
import { plainLetters } from '#platform/plain-letters.ts'

const MAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g
const LINK =
  /(?:https?:\/\/|www\.)[^\s"'<>]+|(?<![\w@.-])(?:[a-z\d-]{1,63}\.){1,8}(?:com|net|org|info|ve|ly|link|app|io|me|co|gg|cc|to|site|online|page|shop|store|xyz|ee|bio|us|tv|ai|biz|club|top|vip|pro|live|click|win|dev)(?![\w-])[^\s"'<>]*/g
const HANDLE = /(?<![\w.@])@\w[\w.]*\w/g
/**
 * A phone, an account or a card, however its digits are set apart: a date or a price has fewer, or other signs. One that begins like a phone, as no
 * price and no date does, may have those too.
 */
const NUMBER = /\d(?:[^\p{L}\d/:,]{0,3}\d){9,}|(?<!\d)0[24]\d\d(?:[^\p{L}\d]{0,3}\d){7}/gu
/** What a page shows as a gap or not at all: it parts no number. */
const UNSEEN = /<[^<>]*>|&#?\w{1,9};|\s+/g
/** A wallet. A hash of a file is none. */
const WALLET = /(?<![a-z\d])(?![\da-f]{64}(?![a-z\d]))(?=[a-z]*\d)[a-z\d]{25,}/g

/**
 * Contacts in a text that are not the house's: phones and accounts, wallets, addresses of mail, handles and links. A hint for an owner, who
 * reads the text as well: it guards nothing.
 * @param own phones, accounts, mails and links of the house.
 */
export function foreignContacts(text: string, own: readonly string[]): string[] {
  const house = own.map((one) => bare(one.toLowerCase())).filter((one) => one.length > 2)
  const isOurs = (found: string) => house.some((one) => found === one || found.startsWith(`${one}/`))
  let left = plainLetters(withoutHidden(text).normalize('NFKC')).toLowerCase()
  const found: string[] = []
  const take = (pattern: RegExp, ours: (match: string) => boolean) => {
    left = left.replace(pattern, (match) => {
      if (!ours(match)) found.push(match)
      return ' '
    })
  }
  take(MAIL, isOurs)
  take(LINK, (match) => isOurs(bare(match)))
  take(HANDLE, (match) => house.some((one) => one.endsWith(`/${match.slice(1)}`)))
  left = left.replace(UNSEEN, ' ').replace(/ +/g, ' ')
  // First its own, alone: another may stand beside it.
  const numbers = house.map(digitsOf).filter((one) => one.length > 9)
  for (const one of numbers) {
    const digits = [...one].join('[^\\p{L}\\d]{0,3}')
    left = left.replace(new RegExp(`(?<!\\d[-._]?)(?:(?:00)?58\\W?)?0{0,2}${digits}(?![-._]?\\d)`, 'gu'), ' x ')
  }
  take(NUMBER, () => false)
  take(WALLET, isOurs)
  return [...new Set(found)]
}

/** Without the country's code and the prefix before it. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^(?:00)?58(?=\d{10}$)|^0+/, '')
}

const bare = (link: string) => link.replace(/^(?:https?:\/\/)?(?:www\.)?|[/.,;:!?]+$/g, '')
