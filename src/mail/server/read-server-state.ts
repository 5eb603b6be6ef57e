import type { Ctx } from '#platform/server/context.ts'
import type { MailServerState } from '../contract.ts'
import { readMailServer, senderText } from './mail-server.ts'

/** State of the mail server, by the outbox: every process sees the same. */
export async function readServerState(ctx: Ctx): Promise<MailServerState> {
  const [server, last, waiting, suppressed] = await Promise.all([
    readMailServer(ctx),
    ctx.db.read
      .selectFrom('outbox')
      .select((row) => row.fn.max('enviado_en').as('enviado_en'))
      .where('estado', '=', 'enviado')
      .executeTakeFirst(),
    // A mail that waits after an attempt failed because of the server; a fault of one address is a dead letter immediately.
    ctx.db.read
      .selectFrom('outbox')
      .select(['ultimo_error', 'proximo_en'])
      .where('estado', '=', 'pendiente')
      .where('ultimo_error', '!=', '')
      .orderBy('proximo_en', 'desc')
      .limit(1)
      .executeTakeFirst(),
    ctx.db.read
      .selectFrom('mail_suppressions')
      .select((row) => row.fn.countAll<number>().as('cuantas'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    activo: server !== null,
    servidor: server && `${server.servidor}:${server.puerto}`,
    remitente: server ? senderText(server) : '',
    ultimo_envio: last?.enviado_en ? new Date(Number(last.enviado_en)).toISOString() : null,
    ultimo_error: waiting?.ultimo_error ?? '',
    suprimidas: Number(suppressed.cuantas),
  }
}
