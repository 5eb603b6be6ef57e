/** Words of digits by what they are worth, also as they sound and in English. */
const UNITS =
  '[cs]ero|zero uno|one dos|two|doble tres|three|triple [ck]uatro|four [cs]in[ck]o|five [cs]eis|six [cs]iete|seven o[ck]ho|eight nue[vb]e|nine'
/** Nothing is added to them. */
const WHOLE =
  'die[sz]|ten on[cs]e do[cs]e tre[cs]e [ck]ator[cs]e quin[cs]e dieciseis diecisiete dieciocho diecinueve ' +
  'veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'
const TENS = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'
const HUNDREDS =
  'cien(?:to)? doscient[oa]s trescient[oa]s cuatrocient[oa]s quinient[oa]s seiscient[oa]s setecient[oa]s ochocient[oa]s novecient[oa]s'
const worthOf = (words: string, step: number, first: number) =>
  words.split(' ').map((word, index): [RegExp, number] => [new RegExp(`^(?:${word})$`), index * step + first])
const WORTH = [
  ...worthOf(UNITS, 1, 0),
  ...worthOf(WHOLE, 1, 10),
  ...worthOf(TENS, 10, 30),
  ...worthOf(HUNDREDS, 100, 100),
]
const [UNIT, REST, TEN, HUNDRED] = [UNITS, WHOLE, TENS, HUNDREDS].map((words) => `(?:${words.replaceAll(' ', '|')})`)
/** `treinta y cuatro` has two digits. */
const BELOW = `(?:${TEN}[\\s-]+y[\\s-]+(?!cero)${UNIT}|${TEN}|${REST}|(?!cero)${UNIT})`
const NUMBER = `(?:${HUNDRED}(?:\\s*${BELOW})?|${BELOW}|${UNIT})`
const SEVERAL = new RegExp(`(?<![a-z])(${UNIT})\\s+(${UNIT})(?:s|(?<=(?:doble|triple) \\S+))(?![a-z])`, 'g')
const TOGETHER = new RegExp(`(?<![a-z])${NUMBER}+(?![a-z])`, 'g')
const ONE = new RegExp(NUMBER, 'g')
const WORD = new RegExp(`${HUNDRED}|${TEN}|${REST}|${UNIT}`, 'g')

/** The text with digits for its numbers in words, as somebody dictates them: `cero cuatro doce, quinientos cincuenta y cinco, tres ceros`. */
export function inDigits(text: string): string {
  return text
    .replace(SEVERAL, (_, times: string, digit: string) => String(sum(digit)).repeat(sum(times)))
    .replace(TOGETHER, (run) => run.replace(ONE, (number) => String(sum(number))))
}

function sum(number: string): number {
  const words = number.match(WORD) ?? []
  return words.reduce((all, word) => all + (WORTH.find(([pattern]) => pattern.test(word))?.[1] ?? 0), 0)
}
