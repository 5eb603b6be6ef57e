import { z } from 'zod'
import { type Calls, DECIDE, LOOK, OWNER } from '#access/calls.ts'
import { pathId, wholeNumber } from '#platform/whole-number.ts'
import { mailServerState, outboxMail, outboxPage, outboxQuery } from './contract.ts'
import { mailWords, panelMailText } from './mail-text.ts'

const absent = 'Ese correo no existe'
const one = { params: z.object({ id: pathId }), absent }

/** The outbox: roles that may see it, and roles that may act on undelivered mail. */
export const OUTBOX_CALLS = {
  'GET /api/panel/correos': { who: LOOK, summary: 'Correos', query: outboxQuery, answers: { 200: outboxPage } },
  'GET /api/panel/correos/:id': { who: LOOK, summary: 'Un correo', ...one, answers: { 200: outboxMail } },
  'POST /api/panel/correos/:id/reenviar': {
    who: DECIDE,
    summary: 'Enviar un correo otra vez',
    ...one,
    /** Another number than the mail has now sends nothing and answers how it is. */
    body: z.strictObject({ reenvios: wholeNumber }),
    answers: { 200: outboxMail },
  },
  'POST /api/panel/correos/:id/corregir': {
    who: DECIDE,
    summary: 'Corregir la dirección y reenviar',
    ...one,
    body: z.strictObject({
      para: z.string('Escribe el correo.').trim().min(1, 'Escribe el correo.').max(254, '254 caracteres como máximo.'),
    }),
    answers: { 200: outboxMail },
  },
  'POST /api/panel/correos/reintentar': {
    who: DECIDE,
    summary: 'Reenviar lo que no llegó',
    answers: { 200: z.object({ reenviados: z.number().int() }) },
  },
  'POST /api/panel/correos/prueba': {
    who: DECIDE,
    summary: 'Un correo de prueba a uno mismo',
    answers: { 200: z.object({ para: z.string() }) },
  },
  'GET /api/panel/correos/servidor': {
    who: LOOK,
    summary: 'Cómo va el servidor de correo',
    answers: { 200: mailServerState },
  },
} satisfies Calls

const panelMailTexts = z.object({ textos: z.array(panelMailText) })
export type PanelMailTexts = z.infer<typeof panelMailTexts>

const kind = { params: z.object({ clave: z.string().max(40) }), absent }
/** `version` that the operator saw. */
const version = wholeNumber
const answers = { 200: panelMailTexts }

/** The words of the mails, for owners. */
export const TEXT_CALLS = {
  'GET /api/panel/correos/textos': { who: OWNER, summary: 'Los textos de los correos', answers },
  'POST /api/panel/correos/textos/:clave': {
    who: OWNER,
    summary: 'Cambiar un texto',
    ...kind,
    body: z.strictObject({ version, textos: mailWords }),
    answers,
  },
  'DELETE /api/panel/correos/textos/:clave': {
    who: OWNER,
    summary: 'Volver al texto original',
    ...kind,
    body: z.strictObject({ version }),
    answers,
  },
  'POST /api/panel/correos/textos/:clave/vista': {
    who: OWNER,
    summary: 'Ver un texto con datos de ejemplo',
    ...kind,
    body: z.strictObject({ textos: mailWords }),
    answers: { 200: z.object({ asunto: z.string(), html: z.string() }) },
  },
} satisfies Calls
