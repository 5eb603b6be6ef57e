const UNITS = 'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve'
/** Nothing is added to them. */
const WHOLE = 'diez|once|doce|trece|catorce|quince|dieci\\p{L}+|veinte|veinti\\p{L}+'
const TENS = 'treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa'
const HUNDREDS = 'cien|ciento|(?:dos|tres|cuatro|quin|seis|sete|ocho|nove)c?ient[oa]s'
const WORD = `(?:${HUNDREDS}|${WHOLE}|${TENS}|${UNITS})(?!\\p{L})`
const TOKEN = new RegExp(`${WORD}|\\d+`, 'gu')
/** Numbers in words, and digits among them, one behind the other. */
const RUN = new RegExp(
  `(?<![\\p{L}\\d])(?:${WORD}|\\d+)(?:[^\\p{L}\\d]{1,4}(?:y\\s+)?(?:${WORD}|\\d+(?!\\p{L}))){2,}`,
  'gu',
)
const KINDS = [new RegExp(`^(?:${UNITS})$`, 'u'), new RegExp(`^(?:${WHOLE}|${TENS})$`, 'u'), /^(?:cien|.*ient[oa]s)/u]
const ADDS = new RegExp(`^(?:${TENS}|.*ient[oa]s?)$`, 'u')

/** Fewer are nobody's phone and no account. */
const ENOUGH = 7

/**
 * Numbers that somebody dictates, `cero cuatro doce, quinientos cincuenta y cinco…`. A list of numbers has something between them, and
 * a price is one number.
 */
export function dictatedNumbers(text: string): string[] {
  return [...text.matchAll(RUN)].map(([run]) => run).filter(isDictated)
}

function isDictated(run: string): boolean {
  let [digits, end, left, beside, words] = [0, 0, 0, false, 0]
  for (const { 0: token, index } of run.matchAll(TOKEN)) {
    const between = run.slice(end, index)
    end = index + token.length
    const kind = KINDS.findIndex((pattern) => pattern.test(token)) + 1
    if (kind > 0) words++
    // `quinientos cincuenta y cinco` has three digits.
    const goesOn = kind > 0 && kind < left && (left !== 2 || /y/.test(between)) && !/[,;]/.test(between)
    if (!goesOn) {
      if (digits > 0 && !/[,;y]/.test(between)) beside = true
      digits += kind || token.length
    }
    left = ADDS.test(token) ? kind : 0
  }
  return beside && words > 1 && digits >= ENOUGH
}
