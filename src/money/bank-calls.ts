import { z } from 'zod'
import { type Calls, DECIDE, OWNER } from '#access/calls.ts'
import { pathId } from '#platform/whole-number.ts'
import {
  keyChange,
  newSource,
  pastedAnswer,
  pastedNotices,
  receiptDecision,
  receipts,
  sourceChange,
  sources,
  sourcesWithKey,
} from './sources-contract.ts'
import { importedStatement, statementForm, statementImports, statementPreview } from './statement-contract.ts'

const one = { params: z.object({ id: pathId }), absent: 'Esa fuente no existe' }

/** Sources of money that came in, and their data. */
export const SOURCE_CALLS = {
  'GET /api/panel/fuentes': { who: DECIDE, summary: 'De dónde sabe la tienda qué llegó', answers: { 200: sources } },
  'POST /api/panel/fuentes': {
    who: OWNER,
    summary: 'Agregar una fuente, con su clave dicha esta vez',
    body: newSource,
    answers: { 201: sourcesWithKey },
  },
  'POST /api/panel/fuentes/:id': {
    who: OWNER,
    summary: 'Cambiar una fuente, apagarla o encenderla',
    ...one,
    body: sourceChange,
    answers: { 200: sources },
  },
  'POST /api/panel/fuentes/:id/clave': {
    who: OWNER,
    summary: 'Otra clave para una fuente, dicha esta vez',
    ...one,
    body: keyChange,
    answers: { 200: sourcesWithKey },
  },
  'GET /api/panel/fuentes/recibos': {
    who: DECIDE,
    summary: 'Lo que llegó de las fuentes: primero lo que nadie pudo leer',
    answers: { 200: receipts },
  },
  'POST /api/panel/fuentes/recibos/:id': {
    who: DECIDE,
    summary: 'Anotar a mano un aviso que no se pudo leer, o descartarlo',
    params: z.object({ id: pathId }),
    absent: 'Ese aviso no existe',
    body: receiptDecision,
    answers: { 200: receipts },
  },
  'POST /api/panel/fuentes/pegar/vista': {
    who: DECIDE,
    summary: 'Cómo se leen unos avisos pegados, sin guardar nada',
    body: pastedNotices,
    answers: { 200: pastedAnswer },
  },
  'POST /api/panel/fuentes/pegar': {
    who: DECIDE,
    summary: 'Guardar unos avisos pegados',
    body: pastedNotices,
    answers: { 200: pastedAnswer },
  },
} satisfies Calls

const file = { who: DECIDE, form: true, body: statementForm } as const

/** A bank's statement: its preview, and its import. */
export const STATEMENT_CALLS = {
  'GET /api/panel/extractos': {
    who: DECIDE,
    summary: 'Las cuentas y los extractos que se importaron, también uno que va por la mitad',
    answers: { 200: statementImports },
  },
  'POST /api/panel/extractos/vista': {
    ...file,
    summary: 'Qué dice un extracto y qué traería; no escribe nada',
    answers: { 200: statementPreview },
  },
  'POST /api/panel/extractos': {
    ...file,
    summary: 'Importar un extracto; otra vez no agrega nada',
    answers: { 200: importedStatement },
  },
} satisfies Calls
