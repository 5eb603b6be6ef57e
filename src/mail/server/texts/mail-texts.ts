import type { Selectable } from 'kysely'
import type { Actor } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { notFound, refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { type ChangedWords, checkWords, type MailKind, type MailWords, type PanelMailText } from '../../mail-text.ts'
import { renderMail } from '../delivery/render.ts'
import { writeMail } from '../delivery/write-mail.ts'

/** Operators' changes, from memory until they change. */
export function readChangedWords(ctx: Ctx): Promise<ChangedWords> {
  return ctx.snapshots.get('sitio:correos', async () => ({
    value: new Map((await allTexts(ctx.db.read)).map((row) => [row.clave, wordsOf(row)])),
  }))
}

/** Every kind with the words in use. */
export async function readPanelTexts(ctx: Ctx, kinds: readonly MailKind[]): Promise<PanelMailText[]> {
  const rows = await allTexts(ctx.db.read)
  return kinds.map((kind) => {
    const row = rows.find(({ clave }) => clave === kind.clave)
    const { clave, nombre, cuando, marcadores, textos } = kind
    return {
      ...{ clave, nombre, cuando, marcadores: [...marcadores] },
      actual: row ? wordsOf(row) : textos,
      version: row?.version ?? 0,
      cambiado_por: row?.cambiado_por ?? '',
    }
  })
}

/**
 * Changes the words of a kind of mail; mails that are in the outbox already keep theirs.
 * @param words null for our own again.
 * @throws AppError 422 DATOS_INVALIDOS, 409 VERSION_VIEJA
 */
export async function changeText(
  ctx: Ctx,
  kind: MailKind,
  version: number,
  words: MailWords | null,
  actor: Actor,
): Promise<void> {
  if (words) refuseFields(checkWords(kind, words))
  const now = ctx.clock.now()
  await ctx.db.write('sitio', async (tx) => {
    const before = await findText(tx, kind.clave)
    const kept = await (words
      ? writeText(tx, { ...words, clave: kind.clave, cambiado_en: now, cambiado_por: actor.nombre }, version)
      : removeText(tx, kind.clave, version))
    if (!kept) {
      throw refusal('VERSION_VIEJA', {
        error: 'Otra persona cambió este texto',
        details: 'Copia lo tuyo, mira cómo quedó y decide si todavía quieres tu cambio.',
        version: before?.version ?? 0,
      })
    }
    const accion = words ? 'texto de correo cambiado' : 'texto de correo restablecido'
    const antes = before ? wordsOf(before) : kind.textos
    const datos = { correo: kind.clave, antes, ahora: words ?? kind.textos }
    await noteInSite(tx, now, actor, accion, datos, { mail_texts: [kind.clave] })
  })
}

/** The mail with sample data, written nowhere. @throws AppError 422 DATOS_INVALIDOS */
export function previewText(
  kind: MailKind,
  words: MailWords,
  brand: { nombre: string; color: string; whatsapp: string },
) {
  refuseFields(checkWords(kind, words))
  const valores = Object.fromEntries(kind.marcadores.map(({ nombre, ejemplo }) => [nombre, ejemplo]))
  const enlace = 'https://ejemplo.com/mi-compra'
  const { asunto, contenido } = writeMail(kind, new Map([[kind.clave, words]]), brand, {
    valores,
    enlace,
    ...kind.muestra,
  })
  return { asunto, html: renderMail(contenido).html }
}

/** @throws AppError 404 */
export function kindOf(kinds: readonly MailKind[], clave: string): MailKind {
  const kind = kinds.find((each) => each.clave === clave)
  if (!kind) throw notFound('Ese correo no existe')
  return kind
}

function wordsOf({ asunto, titulo, cuerpo, pie }: MailTextRow): MailWords {
  return { asunto, titulo, cuerpo, pie }
}

type MailTextRow = Selectable<Tables['mail_texts']>

function allTexts(sql: Sql): Promise<MailTextRow[]> {
  return sql.selectFrom('mail_texts').selectAll().execute()
}

function findText(sql: Sql, clave: string): Promise<MailTextRow | undefined> {
  return sql.selectFrom('mail_texts').selectAll().where('clave', '=', clave).executeTakeFirst()
}

/** @param version that the writer saw, 0 for none. @returns false if it is another one by now. */
async function writeText(tx: Sql, row: Omit<MailTextRow, 'version'>, version: number): Promise<boolean> {
  if (version === 0) {
    const inserted = await tx
      .insertInto('mail_texts')
      .values({ ...row, version: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('clave')
      .executeTakeFirst()
    return inserted !== undefined
  }
  const updated = await tx
    .updateTable('mail_texts')
    .set({ ...row, version: version + 1 })
    .where('clave', '=', row.clave)
    .where('version', '=', version)
    .returning('clave')
    .executeTakeFirst()
  return updated !== undefined
}

async function removeText(tx: Sql, clave: string, version: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('mail_texts')
    .where('clave', '=', clave)
    .where('version', '=', version)
    .returning('clave')
    .executeTakeFirst()
  return removed !== undefined
}
