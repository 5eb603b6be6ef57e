import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import type { Guard } from '#journal/server/append-entry.ts'
import { MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OUTBOX_CALLS, TEXT_CALLS } from '../calls.ts'
import type { MailKind } from '../mail-text.ts'
import { type CorrectBuyer, correctAddress } from './care/readdress.ts'
import { resendMail, retryFailed } from './care/resend-mail.ts'
import { describeLines, describeMail } from './describe-mail.ts'
import { enqueueMail, mailTo } from './enqueue-mail.ts'
import { readServerState } from './mail-server.ts'
import { countMail, listMail, requireMail } from './store.ts'
import { changeText, kindOf, previewText, readPanelTexts } from './texts/mail-texts.ts'

const PAGE = 50
const what = 'cambiar los textos de los correos'

/** Functions of rooms below this one, handed in by the composition. */
interface MailNeighbours {
  /** The operator's brand. */
  readBrand(): Promise<{ nombre: string; color: string; whatsapp: string }>
  correctBuyer: CorrectBuyer
  guard: Guard
  /** Every kind of the product; their rooms list each one's placeholders. */
  kinds: readonly MailKind[]
}

export function mailRoutes(app: FastifyInstance, ctx: Ctx, neighbours: MailNeighbours): void {
  const { readBrand, correctBuyer, guard, kinds } = neighbours

  serve(app, ctx, OUTBOX_CALLS, {
    'GET /api/panel/correos': async ({ query }) => {
      const [lines, pendientes, fallidos] = await Promise.all([
        listMail(ctx.db.read, query, PAGE + 1),
        countMail(ctx.db.read, 'pendiente'),
        countMail(ctx.db.read, 'fallido'),
      ])
      const shown = lines.slice(0, PAGE)
      return {
        correos: await describeLines(ctx, shown),
        pendientes,
        fallidos,
        siguiente: lines.length > PAGE ? String(shown.at(-1)?.id) : null,
      }
    },
    'GET /api/panel/correos/:id': async ({ params }) => describeMail(ctx, await requireMail(ctx.db.read, params.id)),
    'POST /api/panel/correos/:id/reenviar': async ({ params, body, operator }) =>
      describeMail(ctx, await resendMail(ctx, params.id, body.reenvios, operator)),
    'POST /api/panel/correos/:id/corregir': async ({ params, body, operator }) =>
      describeMail(ctx, await correctAddress(ctx, params.id, body.para, operator, correctBuyer)),
    'POST /api/panel/correos/reintentar': async ({ operator }) => ({
      reenviados: await retryFailed(ctx, operator),
    }),
    'POST /api/panel/correos/prueba': async ({ operator }) =>
      done(sendTest(ctx, await readBrand(), operator), () => ({ para: operator.correo })),
    'GET /api/panel/correos/servidor': () => readServerState(ctx),
  })

  const read = async () => ({ textos: await readPanelTexts(ctx, kinds) })

  serve(app, ctx, TEXT_CALLS, {
    'GET /api/panel/correos/textos': read,
    'POST /api/panel/correos/textos/:clave': async ({ params, body, session }) => {
      const kind = kindOf(kinds, params.clave)
      await guard(session, { what, write: (actor) => changeText(ctx, kind, body.version, body.textos, actor) })
      return read()
    },
    'DELETE /api/panel/correos/textos/:clave': async ({ params, body, session }) => {
      const kind = kindOf(kinds, params.clave)
      await guard(session, { what, write: (actor) => changeText(ctx, kind, body.version, null, actor) })
      return read()
    },
    'POST /api/panel/correos/textos/:clave/vista': async ({ params, body }) =>
      previewText(kindOf(kinds, params.clave), body.textos, await readBrand()),
  })
}

/** Sends a test message to the caller, at most one a minute: pressing twice sends one. */
async function sendTest(
  ctx: Ctx,
  site: { nombre: string; color: string },
  to: { nombre: string; correo: string },
): Promise<void> {
  const now = ctx.clock.now()
  const mail = mailTo(site, to, now, {
    clave: `prueba:${to.correo}:${Math.floor(now / MINUTE)}`,
    asunto: 'Correo de prueba',
    titulo: 'El correo funciona',
    parrafos: [
      `Hola, ${to.nombre}. Si lees esto, los correos de ${site.nombre} salen y llegan.`,
      'Mira también la carpeta de correo no deseado: si llegó ahí, a tus compradores les pasará lo mismo.',
    ],
    pie: 'Lo pediste desde el panel.',
  })
  await ctx.db.write('correo', (tx) => enqueueMail(tx, mail))
}
