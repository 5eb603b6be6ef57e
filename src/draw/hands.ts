/** Who type what a lottery drew: the second confirms what the first one typed. */
const HANDS = 2

/** What is said while fewer people than it takes may type it; null where there are enough. */
export function handsText(manos: number): string | null {
  if (manos >= HANDS) return null
  return 'Lo que sale en la lotería lo escriben dos personas, y en tu equipo puede una sola: sin otra no se sortea.'
}
