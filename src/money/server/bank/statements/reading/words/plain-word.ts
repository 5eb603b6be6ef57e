/** Signs that show a minus, also where a program wrote the hyphen of a line's end for one. */
const DASHES = /[\u00ad\u02d7\u2010-\u2015\u2043\u207b\u2212\u2796\ufe58\ufe63\uff0d]/g

export const plainDashes = (text: string) => text.replace(DASHES, '-')

/** A word as words are compared: without accents and capitals, with any of the signs that show a minus as one. */
export function plainWord(text: string): string {
  return plainDashes(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
