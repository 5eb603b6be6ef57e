/** How long the bench looks at each measure. */
export interface Effort {
  /** Length of one look at one server. */
  seconds: number
  /** Looks at each server, in turns with the one it is compared with. */
  rounds: number
  /** Seconds of load before the first look, for the compiler of the engine to settle. */
  warmUp: number
  /** Look-ups of each kind whose time is taken one by one. */
  samples: number
  starts: number
  /** Seconds that a burst of readers lasts. */
  burst: number
}

export const FULL: Effort = {
  seconds: 2,
  rounds: 5,
  warmUp: 2,
  samples: 2_000,
  starts: 5,
  burst: 60,
}
export const QUICK: Effort = {
  seconds: 0.5,
  rounds: 1,
  warmUp: 0.5,
  samples: 300,
  starts: 1,
  burst: 5,
}

/** Looks at both in turns, so that what drifts on the machine drifts for both. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<{ ours: number[]; limit: number[] }> {
  const seen: { ours: number[]; limit: number[] } = { ours: [], limit: [] }
  for (let round = 0; round < rounds; round++) {
    seen.ours.push(await ours())
    seen.limit.push(await limit())
  }
  return seen
}
