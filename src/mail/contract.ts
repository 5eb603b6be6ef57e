import { z } from 'zod'
import { wholeNumberText } from '#platform/whole-number.ts'

/** `cancelado` is a mail that was taken back before it left, such as the confirmation of an approval that was undone. */
export const mailState = z.enum(['pendiente', 'enviado', 'fallido', 'cancelado'])
export type MailState = z.infer<typeof mailState>

export const outboxQuery = z.object({
  estado: mailState.optional(),
  /** `siguiente` of the page before. */
  despues: wholeNumberText.min(1).optional(),
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
  /** The mail server's last words, or why none was asked. */
  ultimo_error: z.string(),
  /** It carries a link that opens an account: its body is not shown, and once sent it is gone. */
  reservado: z.boolean(),
  /** Its address is on the list of those that do not exist. */
  suprimido: z.boolean(),
  /** Its content is no longer true, such as a decision that another one followed: it is not sent again. */
  superado: z.boolean(),
  /** It is a copy of a stopped letter: it waits until the letter continues. */
  detenido: z.boolean(),
  /** Times that an operator sent it again; a resend names the number that was seen. */
  reenvios: z.number().int(),
})
export type OutboxItem = z.infer<typeof outboxItem>

/** Newest first. */
export const outboxPage = z.object({
  correos: z.array(outboxItem),
  /** Counted up to 10,000. */
  pendientes: z.number().int(),
  fallidos: z.number().int(),
  siguiente: z.string().nullable(),
})

export const outboxMail = outboxItem.extend({
  /** A whole document of ours; show it in a sandboxed frame without scripts. */
  html: z.string(),
})
export type OutboxMail = z.infer<typeof outboxMail>

export const mailServerState = z.object({
  /** Host and port, never the password. */
  servidor: z.string().nullable(),
  remitente: z.string(),
  /** ISO instant of the last mail that left. */
  ultimo_envio: z.string().nullable(),
  /** Why mail that waits could not leave at its last attempt; empty when none does. */
  ultimo_error: z.string(),
})
export type MailServerState = z.infer<typeof mailServerState>
