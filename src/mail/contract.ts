import { z } from 'zod'

export const mailState = z.enum(['pendiente', 'enviado', 'fallido', 'cancelado'])
export type MailState = z.infer<typeof mailState>

/** A line of GET /api/panel/correos?estado=&despues= */
export const outboxItem = z.object({
  id: z.number().int(),
  para: z.string(),
  asunto: z.string(),
  estado: mailState,
  intentos: z.number().int(),
  /** ISO instants. */
  creado_en: z.string(),
  proximo_en: z.string(),
  enviado_en: z.string().nullable(),
  /** What the mail server said last, in its words. */
  ultimo_error: z.string(),
})
export type OutboxItem = z.infer<typeof outboxItem>

export const outboxPage = z.object({
  correos: z.array(outboxItem),
  pendientes: z.number().int(),
  fallidos: z.number().int(),
  /** False without SMTP_URL. */
  activo: z.boolean(),
  siguiente: z.string().nullable(),
})
export type OutboxPage = z.infer<typeof outboxPage>
