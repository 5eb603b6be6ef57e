/** Whether this is `npm run soak`, which runs at full size and with other seeds the tests' short trials. */
export const SOAKING = process.env['SOAK'] !== undefined

/** A size, a number of rounds: that of every run, or that of `npm run soak`. */
export function soak(short: number, full: number): number {
  return SOAKING ? full : short
}

/** Seed of random trials: the same in every run, or SEED. A test prints it in its name or when it fails. */
export const SEED = Number(process.env['SEED'] ?? 20_261_122)
