import { z } from 'zod'

/** What the domain name system says of a sender, one record. */
const senderRecord = z.object({
  que: z.enum(['SPF', 'DKIM', 'DMARC']),
  estado: z.enum(['bien', 'falta', 'mal', 'no se sabe']),
  /** What it means, in a sentence. */
  dice: z.string(),
  /** Where it stands or is to be added. */
  nombre: z.string(),
  tipo: z.literal('TXT'),
  /** What is to stand there; null where nothing is to be done, or the mail service says it. */
  valor: z.string().nullable(),
  /** What to write to the mail service where only it can say the record; else null. */
  pedir: z.string().nullable(),
})
export type SenderRecord = z.infer<typeof senderRecord>

const senderRecords = z.object({
  dominio: z.string(),
  registros: z.array(senderRecord),
  /** What no record mends. */
  aviso: z.string().nullable(),
})
export type SenderRecords = z.infer<typeof senderRecords>

/** Null while no mail server is set. */
export const senderAnswer = z.object({ remitente: senderRecords.nullable() })
