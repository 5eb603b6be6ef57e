import { z } from 'zod'
import { type Calls, OWNER } from '#access/calls.ts'
import { freshCode } from '#operators/contract.ts'
import { SETTING_NAMES } from '#platform/settings.ts'
import { lastCopy, mailSave, panelSettings, placeSave, rateSourceSave, settingDrop } from './contract.ts'

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

/** An owner's passphrase for sealing; nobody stores it. */
const frase = z.string().min(15, 'Con 15 letras o más.').max(1000, 'No más de 1000 letras.')

export const BACKUP_CALLS = {
  'GET /api/panel/respaldos': { who: OWNER, summary: 'El último respaldo', answers: { 200: lastCopy } },
  'POST /api/panel/respaldos/ahora': {
    who: OWNER,
    summary: 'Hacer un respaldo ahora, donde van los de cada noche',
    answers: { 200: lastCopy },
  },
  'POST /api/panel/respaldos/ajuste': {
    who: OWNER,
    summary: 'Probar el lugar de los respaldos, y guardarlo con la hora, cuántos quedan y la frase si sirve',
    body: placeSave,
    answers: { 200: panelSettings },
  },
  'POST /api/panel/respaldos/descarga': {
    who: OWNER,
    summary: 'Permiso para descargar todo, cifrado con una frase',
    body: z.strictObject({ frase, codigo: freshCode.optional() }),
    answers: { 200: z.object({ pase: z.string() }) },
  },
  'GET /api/panel/respaldos/descarga': {
    who: OWNER,
    summary: 'Todo, como un archivo de age',
    query: z.object({ pase: z.string().max(4000) }),
    answers: { 200: z.string() },
  },
} satisfies Calls
