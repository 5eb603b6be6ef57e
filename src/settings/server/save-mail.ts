import type { Session } from '#access/server/session.ts'
import { retryWaiting } from '#mail/server/care/resend-mail.ts'
import { proveMailServer } from '#mail/server/setup/prove-server.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readKept } from '#platform/server/settings/settings.ts'
import { readSite } from '#site/server/read-site.ts'
import type { MailSave, SettingDrop } from '../contract.ts'
import { isSameServer, mailProblems } from '../mail-rules.ts'
import { changeSetting } from './change-setting.ts'
import { tellByOld } from './tell-by-old.ts'

/**
 * Keeps a mail server that has taken a real message to the owner who sets it up. Mails that waited because of the previous one leave immediately.
 * @throws AppError 422 DATOS_INVALIDOS | CORREO_NO_SALE, and those of changeSetting
 */
export async function saveMail(ctx: Ctx, session: Session, { valor, ...change }: MailSave): Promise<void> {
  const kept = (await readKept(ctx, 'correo'))?.valor ?? null
  const clave = valor.clave ?? (isSameServer(kept, valor) ? kept?.clave : undefined)
  const server = { ...valor, clave: clave ?? '' }
  const campos = mailProblems(server)
  if (Object.keys(campos).length > 0) {
    throw refusal('DATOS_INVALIDOS', { details: Object.values(campos).join(' '), campos })
  }
  const { operator } = session
  const site = await readSite(ctx)
  await changeSetting(
    ctx,
    session,
    'correo',
    { ...change, valor: server },
    {
      prove: async () => {
        await proveMailServer(server, { name: operator.nombre, address: operator.correo }, site)
        await tellByOld(ctx, operator, server)
      },
      also: (tx) => retryWaiting(tx, ctx.clock.now()),
    },
  )
}

/** No mail leaves any more. @throws those of changeSetting */
export async function dropMail(ctx: Ctx, session: Session, change: SettingDrop): Promise<void> {
  const prove = () => tellByOld(ctx, session.operator, null)
  await changeSetting(ctx, session, 'correo', { ...change, valor: null }, { prove })
}
