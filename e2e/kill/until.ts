import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds after which something that should happen at once is taken to never happen, on the slowest machine. */
export const NEVER = 300_000

/** Waits for something that another process does. @param every milliseconds it is looked at. @throws when it never does. */
export async function until(what: string, true_: () => boolean | Promise<boolean>, every = 10): Promise<void> {
  for (const end = Date.now() + NEVER; !(await true_()); await sleep(every))
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
}
