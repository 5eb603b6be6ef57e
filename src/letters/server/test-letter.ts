import { createHash } from 'node:crypto'
import type { Operator } from '#access/contract.ts'
import { renderMail } from '#mail/server/delivery/render.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { firstName } from '#purchases/server/mail/received-mail.ts'
import { readSite } from '#site/server/read-site.ts'
import type { LetterDraft } from '../contract.ts'
import { checkLetter, LETTER_PLACEHOLDERS } from '../letter-words.ts'
import { requireThere } from './stop-letter.ts'
import { freeze, sampleCopy } from './write-copy.ts'

/** Of a test of these words to that person: sending it twice sends one. */
function testKey(rifa_id: number, { trata, textos }: LetterDraft, { id }: Operator): string {
  const { asunto, titulo, cuerpo, pie } = textos
  const print = createHash('sha256')
    .update(JSON.stringify([rifa_id, trata, asunto, titulo, cuerpo, pie]))
    .digest('hex')
  return `prueba-de-carta:${id}:${print}`
}

/**
 * Sends a letter to its writer, with sample numbers, to show how it arrives.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE, 422 DATOS_INVALIDOS
 */
export async function sendTestLetter(ctx: Ctx, rifa_id: number, draft: LetterDraft, owner: Operator): Promise<void> {
  const raffle = await requireThere(ctx.db.read, rifa_id)
  refuseFields(checkLetter(draft))
  const now = ctx.clock.now()
  const copy = sampleCopy(ctx, draft, freeze(await readSite(ctx), raffle), firstName(owner.nombre))
  await ctx.db.write('correo', (tx) =>
    enqueueMail(tx, {
      clave: testKey(rifa_id, draft, owner),
      para: owner.correo,
      para_nombre: owner.nombre,
      ...copy,
      asunto: `[Prueba] ${copy.asunto}`,
      html: '',
      creado_en: now,
      enviar_desde: now,
      compra_id: null,
    }),
  )
}

/** Whether its writer was sent a test of these words that did not come back. */
export async function testWasSent(sql: Sql, rifa_id: number, draft: LetterDraft, owner: Operator): Promise<boolean> {
  const row = await sql
    .selectFrom('outbox')
    .select('id')
    .where('clave', '=', testKey(rifa_id, draft, owner))
    .where('estado', 'in', ['pendiente', 'enviado'])
    .executeTakeFirst()
  return row !== undefined
}

/** How it arrives, with sample data, written nowhere. @throws AppError 404, 422 DATOS_INVALIDOS */
export async function previewLetter(ctx: Ctx, rifa_id: number, draft: LetterDraft) {
  const raffle = await requireThere(ctx.db.read, rifa_id)
  refuseFields(checkLetter(draft))
  const sample = LETTER_PLACEHOLDERS.find(({ nombre }) => nombre === 'nombre')?.ejemplo ?? ''
  const { asunto, contenido } = sampleCopy(ctx, draft, freeze(await readSite(ctx), raffle), sample)
  return { asunto, html: renderMail(contenido).html }
}
