import { z } from 'zod'
import { type Calls, OWNER } from '#access/calls.ts'
import { SETTING_NAMES } from '#platform/settings.ts'
import { mailSave, panelSettings, rateSourceSave, settingDrop } from './setting-contract.ts'

const answers = { 200: panelSettings }

/** An owner's settings of the server. */
export const SETTING_CALLS = {
  'GET /api/panel/servidor': { who: OWNER, summary: 'Los ajustes del servidor', answers },
  'POST /api/panel/servidor/correo': {
    who: OWNER,
    summary: 'Probar un servidor de correo con un mensaje de verdad, y guardarlo si sale',
    body: mailSave,
    answers,
  },
  'POST /api/panel/servidor/tasa': {
    who: OWNER,
    summary: 'Probar una fuente de la tasa, y guardarla si responde',
    body: rateSourceSave,
    answers,
  },
  'POST /api/panel/servidor/direccion': {
    who: OWNER,
    summary: 'Tomar como dirección pública la del panel que lo pide',
    body: settingDrop,
    answers,
  },
  'DELETE /api/panel/servidor/:ajuste': {
    who: OWNER,
    summary: 'Quitar un ajuste del servidor',
    params: z.object({ ajuste: z.enum(SETTING_NAMES) }),
    absent: 'Ese ajuste no existe',
    body: settingDrop,
    answers,
  },
} satisfies Calls
