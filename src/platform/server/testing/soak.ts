/** Whether this is `npm run soak`, which does at full size and with other chances what every run of the tests does in short. */
export const SOAKING = process.env['SOAK'] !== undefined

/** A size, a number of rounds: that of every run, or that of `npm run soak`. */
export function soak(short: number, full: number): number {
  return SOAKING ? full : short
}

/** Of what is tried by chance: the same in every run, and what SEED says. A test prints it in its name or when it fails. */
export const SEED = Number(process.env['SEED'] ?? 20_261_122)
