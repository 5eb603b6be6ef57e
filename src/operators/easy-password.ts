/** Rows of a keyboard and the orders that people follow. */
const ORDERS = ['abcdefghijklmnñopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjklñ', 'zxcvbnm']
/** Common parts of passwords, here and elsewhere; the rest without these must be enough by itself. */
const COMMON = [
  'contrasena',
  'contraseña',
  'password',
  'administrador',
  'administrator',
  'admin',
  'clave',
  'secreto',
  'bienvenido',
  'welcome',
  'iloveyou',
  'teamo',
  'teextrano',
  'tombola',
  'rifas',
  'rifa',
  'venezuela',
  'caracas',
  'letmein',
  'princesa',
  'estrella',
  'familia',
]
const LEAST_DIFFERENT = 6
const LEAST_LEFT = 6
const SHORTEST_RUN = 4
const SHORTEST_WORD = 3

/**
 * Whether a long password is easily guessed all the same: few different characters, a piece that is repeated, an order of the
 * alphabet or the keyboard, or common words with little else. A rule and a list of our own: a library for this brings a
 * dictionary of a megabyte, and a length of 15 leaves only these ways to be lazy.
 */
export function isEasyPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < LEAST_DIFFERENT) return true
  if (isRepeated(plain)) return true
  return withoutOrders(withoutCommon(plain)).length < LEAST_LEFT
}

/** The whole is a piece of at most half its length, again and again. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return true
  }
  return false
}

function withoutCommon(text: string): string {
  return COMMON.reduce((rest, word) => rest.replaceAll(word, ' '), text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Without runs of four or more along an order, forwards or backwards. */
function withoutOrders(text: string): string {
  const orders = ORDERS.flatMap((order) => [order, [...order].reverse().join('')])
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const run = Math.max(...orders.map((order) => runLength(text, at, order)))
    if (run < SHORTEST_RUN) rest += text[at]
    at += run < SHORTEST_RUN ? 1 : run
  }
  return rest
}

function runLength(text: string, at: number, order: string): number {
  let length = 0
  const start = order.indexOf(text[at] ?? '')
  if (start < 0) return 0
  while (at + length < text.length && text[at + length] === order[start + length]) length++
  return length
}

/**
 * Whether a password is public knowledge about its owner, with digits at most: mail, name, the shop's name.
 * @param own texts that are no secret; each counts whole and by its words.
 */
export function isOwnPassword(password: string, own: string[]): boolean {
  const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)].map(fold))
  const known = [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD)
  const plain = fold(password)
  // The longest first, so that no short one takes a piece out of it.
  const rest = known.sort((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ' '), plain)
  if (rest === plain) return false
  return withoutOrders(withoutCommon(rest)).replace(/\p{N}/gu, '').length < LEAST_LEFT
}

/** Without accents and separators between letters. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
