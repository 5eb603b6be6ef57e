import { z } from 'zod'

/** Minutes that pass at least between two mails that tell of new payments. */
export const NOTICE_PAUSES = [5, 15, 60] as const

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
