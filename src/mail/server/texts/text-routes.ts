import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import {
  checkWords,
  type MailKind,
  mailPreview,
  mailPreviewAsked,
  mailTextReset,
  mailTextSave,
  panelMailTexts,
} from '../../mail-text.ts'
import { writeMail } from '../delivery/write-mail.ts'
import { mayWithMail, type ReadBrand } from '../guard.ts'
import { changeText, kindOf, readPanelTexts } from './mail-texts.ts'

const params = z.object({ clave: z.string().max(40) })
const answers = { 200: panelMailTexts }

/** The words of the mails. @param kinds every kind of the product; their rooms say what each can name. */
export function mailTextRoutes(app: FastifyInstance, ctx: Ctx, readBrand: ReadBrand, kinds: readonly MailKind[]): void {
  const asked = (given: unknown) => kindOf(kinds, params.safeParse(given).data?.clave)
  const read = async () => ({ textos: await readPanelTexts(ctx, kinds) })

  app.get(
    '/api/panel/correos/textos',
    { schema: describe({ tag: 'panel', summary: 'Los textos de los correos', answers }) },
    async (request) => {
      await mayWithMail(ctx, request, 'redactar')
      return read()
    },
  )

  app.post(
    '/api/panel/correos/textos/:clave',
    { schema: describe({ tag: 'panel', summary: 'Cambiar un texto', params, body: mailTextSave, answers }) },
    async (request) => {
      const { nombre } = await mayWithMail(ctx, request, 'redactar')
      const { version, textos } = parse(mailTextSave, request.body)
      await changeText(ctx, asked(request.params), version, textos, nombre)
      return read()
    },
  )

  app.delete(
    '/api/panel/correos/textos/:clave',
    { schema: describe({ tag: 'panel', summary: 'Volver al texto original', params, body: mailTextReset, answers }) },
    async (request) => {
      const { nombre } = await mayWithMail(ctx, request, 'redactar')
      const { version } = parse(mailTextReset, request.body)
      await changeText(ctx, asked(request.params), version, null, nombre)
      return read()
    },
  )

  app.post(
    '/api/panel/correos/textos/:clave/vista',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Ver un texto con datos de ejemplo',
        params,
        body: mailPreviewAsked,
        answers: { 200: mailPreview },
      }),
    },
    async (request) => {
      await mayWithMail(ctx, request, 'redactar')
      const { textos } = parse(mailPreviewAsked, request.body)
      const kind = asked(request.params)
      const [problem] = Object.values(checkWords(kind, textos))
      if (problem !== undefined) throw new AppError(422, 'DATOS_INVALIDOS', 'Datos inválidos', problem)
      const valores = Object.fromEntries(kind.marcadores.map(({ nombre, ejemplo }) => [nombre, ejemplo]))
      const enlace = 'https://ejemplo.com/mi-compra'
      const { asunto, html } = writeMail(kind, new Map([[kind.clave, textos]]), await readBrand(), {
        valores,
        enlace,
        ...kind.muestra,
      })
      return { asunto, html }
    },
  )
}
