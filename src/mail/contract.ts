import { z } from 'zod'

/** `cancelado` is a mail that was taken back before it left, such as the confirmation of an approval that was undone. */
export const mailState = z.enum(['pendiente', 'enviado', 'fallido', 'cancelado'])
export type MailState = z.infer<typeof mailState>

/** GET /api/panel/correos?estado=&despues= */
export const outboxQuery = z.object({
  estado: mailState.optional(),
  /** `siguiente` of the page before. */
  despues: z.coerce.number().int().min(1).optional(),
})
export type OutboxQuery = z.infer<typeof outboxQuery>

/** A line of the outbox. */
export const outboxItem = z.object({
  id: z.number().int(),
  para: z.string(),
  para_nombre: z.string(),
  asunto: z.string(),
  /** The purchase that it speaks of. */
  compra_id: z.number().int().nullable(),
  estado: mailState,
  /** True while a process is handing it to the mail server. */
  en_camino: z.boolean(),
  intentos: z.number().int(),
  /** ISO instants; `proximo_en` is the next attempt of one that is `pendiente`. */
  creado_en: z.string(),
  proximo_en: z.string(),
  enviado_en: z.string().nullable(),
  /** What the mail server said last, in its words, or why none was asked. */
  ultimo_error: z.string(),
  /** It carries a link that opens an account: its body is not shown, and once sent it is gone. */
  reservado: z.boolean(),
})
export type OutboxItem = z.infer<typeof outboxItem>

/** Newest first. */
export const outboxPage = z.object({
  correos: z.array(outboxItem),
  /** Counted up to 10,000. */
  pendientes: z.number().int(),
  fallidos: z.number().int(),
  /** False without SMTP_URL. */
  activo: z.boolean(),
  siguiente: z.string().nullable(),
})
export type OutboxPage = z.infer<typeof outboxPage>

/** GET /api/panel/correos/{id}, and the answer of POST /api/panel/correos/{id}/reenviar */
export const outboxMail = outboxItem.extend({
  texto: z.string(),
  /** A whole document of ours; show it in a sandboxed frame without scripts. */
  html: z.string(),
})
export type OutboxMail = z.infer<typeof outboxMail>
