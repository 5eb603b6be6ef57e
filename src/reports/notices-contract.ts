import { z } from 'zod'
import { NOTICE_PAUSES } from './notice-pauses.ts'

/** GET and POST /api/panel/avisos: whether he who asks gets a mail when payments were reported, and how often at most. */
export const notices = z.strictObject({
  correo_cada: z
    .union(
      NOTICE_PAUSES.map((minutes) => z.literal(minutes)),
      'Elige cada cuánto.',
    )
    .nullable(),
})
export type Notices = z.infer<typeof notices>
