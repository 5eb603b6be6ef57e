import type { WordedMail } from '#mail/server/delivery/write-mail.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import { purchaseLink } from '#purchases/server/public-origin.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { hashOf } from '../../bytes.ts'
import { stepsText } from '../../document.ts'
import { ruleText } from '../../rule.ts'
import { stepText } from '../../steps.ts'
import type { Course } from '../course.ts'
import { sha256 } from '../sha256.ts'
import type { DrawEvidence } from './draw-mails.ts'

/** Evidence for a mail, as far as the draw has come. @param codigo the buyer's, in the list. */
export async function evidenceOf({ frozen, steps }: Course, codigo: string): Promise<DrawEvidence> {
  return {
    codigo,
    regla: await hashOf(ruleText(frozen.rule), sha256),
    lista: frozen.list,
    pasos: await hashOf(stepsText(steps.map(stepText)), sha256),
  }
}

/** Where a mail leads. */
export function linksOf(ctx: Ctx, { secreto }: Pick<Purchase, 'secreto'>) {
  return { origin: publicOrigin(ctx), enlace: purchaseLink(ctx, secreto) }
}

/** Writes a mail to a buyer, once for each key; nothing without an address. @param from it does not leave before. */
export async function promiseMail(
  tx: Sql,
  { id, correo, nombre }: Pick<Purchase, 'id' | 'correo' | 'nombre'>,
  clave: string,
  mail: WordedMail,
  now: Instant,
  from = now,
): Promise<void> {
  if (correo === '') return
  await enqueueMail(tx, {
    ...{ clave, para: correo, para_nombre: nombre, ...mail },
    ...{ compra_id: id, creado_en: now, enviar_desde: from },
  })
}
