/** Words that banks and wallets write before a reference; `Nº` has become `No`. */
const LABEL =
  '(?:ref(?:erencia)?|op(?:er(?:aci[oó]n)?)?|nro|n[uú]m(?:ero)?|n\\.?[o°]|comprobante|confirma(?:ci[oó]n|tion)|transac(?:ci[oó]n|tion)|recibo|orde[nr]|c[oó]d(?:igo|e)|id)(?![\\p{L}\\d])'
/** A number in one piece or, as banks print it, in groups; or an identifier. */
const LABELLED = new RegExp(
  `(?:^|[^\\p{L}\\d])${LABEL}[^\\d\\n]{0,24}?[^\\p{L}\\d\\n](\\d{1,4}(?: \\d{3,4}){2,}(?!\\d)|(?=[A-Z\\d-]*\\d)[A-Z\\d](?:[A-Z\\d-]*[A-Z\\d])?)`,
  'giu',
)
const IN_FRONT = new RegExp(`^(?:${LABEL}[\\s.:#°]+(?:del? )?)+(?=[A-Z\\d-]*\\d)`, 'iu')
const RUNS = /(?:^|[^\p{L}\d*])(\d{6,})(?![\p{L}\d*])/gu
/**
 * Everything else in a message: amounts, days and hours, phones, accounts, cédulas, and masked text. The first group stays: it is the
 * text before the match. A lookbehind would be shorter, and Safari 15.4 does not know it.
 */
const OTHERS = [
  /(?:bs\.?s?|ves|usd|\$|€|monto|saldo|total)[\s:.]*\d[\d.,]*/giu,
  /(^|\D)\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?!\d)/gu,
  /(^|\D)\d+,\d{1,2}(?!\d)/gu,
  /F?\d{1,4}[/-]\d{1,2}[/-]\d{1,4}(?:[HT]|\s*-?\s*)?(?:\d{1,2}:\d{2}(?::\d{2})?)?/giu,
  /\d{1,2}:\d{2}(?::\d{2})?/gu,
  /(^|\D)(?:\+?58[\s-]?|0)4\d{2}[\s.-]?\d{3}[\s.-]?\d{2}[\s.-]?\d{2}(?!\d)/gu,
  /(^|\D)(?:\d[ -]?){19}\d(?!\d)/gu,
  /[\d-]*[*xX•]{2,}[\d*]*/gu,
  /(^|[^\p{L}\d])[VEJGP][\s.-]*\d[\d.]{4,}(?:-\d)?/giu,
  /(^|[^\p{L}\d])(?:c\.?i\.?|c[eé]dula|rif|cuenta|cta|tel[eé]?f?(?:ono)?|tlf)\.?[\s:#.-]*[VEJGP]?[\s.-]*\d[\d.-]*/giu,
]

/**
 * The references in a pasted text: all of it when it is nothing but one, else those of a bank's message.
 * @returns each once, the likeliest first; none when there is none, several when only a person can tell.
 */
export function findReferences(text: string): string[] {
  const plain = text.normalize('NFKC').trim()
  const tidy = tidyReference(plain)
  if (!isMessage(tidy)) return tidy === '' ? [] : [tidy]
  const rest = OTHERS.reduce(
    (left, other) => left.replace(other, (_, before) => `${typeof before === 'string' ? before : ''} ; `),
    plain,
  )
  const labelled = longest(
    [...rest.matchAll(LABELLED)].map((match) => match[1]?.replaceAll(' ', '') ?? '').filter((one) => one.length >= 4),
  )
  return labelled.length > 0 ? labelled : longest([...rest.matchAll(RUNS)].map(([, run = '']) => run))
}

/** A reference that was typed or pasted, without the words before it and with its digits in one piece; other words stay. */
export function tidyReference(text: string): string {
  const plain = text.normalize('NFKC').trim()
  const bare = /\n/.test(plain) ? plain : plain.replace(/\s+/g, ' ').replace(IN_FRONT, '')
  // No bank prints groups of six: two of them are two payments.
  return /^\d[\d ]*$/.test(bare) && !/\d{6} \d{6}/.test(bare) ? bare.replaceAll(' ', '') : bare
}

/** More than a reference can be: too long, or words around it. */
export function isMessage(text: string): boolean {
  return text.length > 40 || /\n/.test(text) || (/[\s:;,$]/.test(text) && /\p{L}/u.test(text))
}

/** The longest first; one that is the end of another is the same. */
function longest(found: string[]): string[] {
  const kept: string[] = []
  for (const one of found.sort((a, b) => b.length - a.length)) {
    if (!kept.some((other) => other.endsWith(one))) kept.push(one)
  }
  return kept.slice(0, 4)
}
