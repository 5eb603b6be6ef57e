import { z } from 'zod'

/** What an owner should know of the copies of everything. */
export const lastCopy = z.object({
  /** ISO instant; null when there is none. */
  hecho_en: z.string().nullable(),
  /** What it takes to put it back. */
  bytes: z.number(),
  lugar: z.string(),
  /** It lies in the data folder, and goes with it. */
  aqui: z.boolean(),
  /** Older than two days, or none at all in a shop that is older. */
  viejo: z.boolean(),
  /** Why one that was tried since was not made. */
  fallo: z.string().nullable(),
})
export type LastCopy = z.infer<typeof lastCopy>
