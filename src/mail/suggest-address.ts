/** Where most buyers have their mail. */
const DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'yahoo.es',
  'icloud.com',
  'live.com',
  'hotmail.es',
]
const NEAR = 2

/** The address with the domain that was probably meant, `ana@gmial.com` → `ana@gmail.com`; null when there is no guess. */
export function suggestAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || DOMAINS.includes(domain)) return null
  const [best] = DOMAINS.map((meant) => ({ meant, away: distance(domain, meant) })).sort((a, b) => a.away - b.away)
  return best && best.away <= NEAR ? `${address.slice(0, at)}@${best.meant}` : null
}

/** Letters to insert, drop, replace or swap with a neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) => [i, ...Array<number>(other.length).fill(0)])
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let j = 1; j <= other.length; j++) (rows[0] as number[])[j] = j
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1)
      ;(rows[i] as number[])[j] = least
    }
  }
  return at(one.length, other.length)
}
