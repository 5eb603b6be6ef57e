import type { Ctx } from '#platform/server/context.ts'

/** Mails of the outbox whose key is like that, oldest first. */
export function readMails({ db }: Pick<Ctx, 'db'>, like = '%') {
  return db.read
    .selectFrom('outbox')
    .select(['clave', 'para', 'asunto', 'texto', 'estado', 'compra_id', 'proximo_en'])
    .where('clave', 'like', like)
    .orderBy('id')
    .execute()
}
