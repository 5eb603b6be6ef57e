/** Digits that the numbers of a raffle have, at least two: 100 numbers are 00 to 99, 10,000 are 0000 to 9999. */
export function digitsOf(total: number): number {
  return Math.max(2, String(total - 1).length)
}

/** `0042`: the text of the number at that place, counted from 0. */
export function numberText(place: number, digits: number): string {
  return String(place).padStart(digits, '0')
}

/** The place of a number's text, or null when the raffle has no such number. */
export function placeOf(text: string, digits: number, total: number): number | null {
  if (text.length !== digits || !/^\d+$/.test(text)) return null
  const place = Number(text)
  return place < total ? place : null
}
