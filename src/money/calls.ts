import { z } from 'zod'
import { type Calls, DECIDE, LOOK, OWNER } from '#access/calls.ts'
import { LARGEST, pathId } from '#platform/whole-number.ts'
import { purchaseFilter } from '#purchases/panel-contract.ts'
import {
  joined,
  joining,
  movementDecision,
  news,
  owingReports,
  parting,
  reconciliation,
  refundDecision,
  shownMovement,
  suggestions,
  toReturn,
  unpaid,
  unreported,
  verdicts,
} from './contract.ts'
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

/** Ids in an address, `1,2,3`: as many as a page of the queue has. */
const ids = z
  .string()
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,99}$/)
  .transform((text) => text.split(',').map(Number))
  .refine((all) => all.every((id) => id <= LARGEST))

const despues = z.string().max(60).optional()

/** The sources' data on the money of reports, and the rest on both sides. */
export const RECONCILIATION_CALLS = {
  'GET /api/panel/conciliacion': {
    who: LOOK,
    summary: 'Lo que llegó y lo que falta, en números',
    answers: { 200: reconciliation },
  },
  'GET /api/panel/conciliacion/novedad': {
    who: LOOK,
    summary: 'Si llegó dinero o alguien reportó: entonces es otra',
    answers: { 200: news },
  },
  'GET /api/panel/conciliacion/veredictos': {
    who: LOOK,
    summary: 'Qué dicen los bancos de unos reportes; 100 como máximo',
    query: z.object({ compras: ids }),
    answers: { 200: verdicts },
  },
  'GET /api/panel/conciliacion/sugerencias': {
    who: LOOK,
    summary: 'Qué dinero parece de qué reporte; primero lo exacto',
    query: z.object({ ver: z.enum(['todas', 'exactas', 'por_mirar']).default('todas'), despues }),
    answers: { 200: suggestions },
  },
  'GET /api/panel/conciliacion/reportes': {
    who: LOOK,
    summary: 'Reportes de los que puede ser un dinero: en revisión, o confirmados a los que les falta; 50 como máximo',
    query: purchaseFilter.pick({ buscar: true }),
    answers: { 200: owingReports },
  },
  'GET /api/panel/conciliacion/sin-reporte': {
    who: LOOK,
    summary: 'Dinero que nadie reportó',
    query: z.object({
      ver: z.enum(['abiertos', 'cerrados']).default('abiertos'),
      buscar: z.string().max(80).optional(),
      despues,
    }),
    answers: { 200: unreported },
  },
  'GET /api/panel/conciliacion/sin-dinero': {
    who: LOOK,
    summary: 'Reportes para los que no ha llegado nada, del más viejo al más nuevo',
    query: z.object({ despues }),
    answers: { 200: unpaid },
  },
  'GET /api/panel/conciliacion/por-devolver': {
    who: LOOK,
    summary: 'Dinero de compras anuladas o rechazadas del que nadie ha dicho si se devolvió',
    answers: { 200: toReturn },
  },
} satisfies Calls

/** A person's decisions about it. Confirming is the desk's (`review`). */
export const JOINING_CALLS = {
  'POST /api/panel/conciliacion/unir': {
    who: DECIDE,
    summary: 'Decir qué dinero paga una compra',
    body: joining,
    answers: { 200: joined },
  },
  'POST /api/panel/conciliacion/desunir': {
    who: DECIDE,
    summary: 'Separar de una compra dinero que no era suyo',
    body: parting,
    answers: { 200: joined },
  },
  'POST /api/panel/conciliacion/movimientos/:id': {
    who: DECIDE,
    summary: 'Qué pasa con dinero que nadie reportó: devuelto, ignorado o abierto otra vez',
    params: z.object({ id: pathId }),
    absent: 'Ese movimiento no existe',
    body: movementDecision,
    answers: { 200: shownMovement },
  },
  'POST /api/panel/conciliacion/por-devolver/:id': {
    who: DECIDE,
    summary: 'Anotar que el dinero de una compra anulada o rechazada se devolvió, que no se devuelve, o deshacerlo',
    params: z.object({ id: pathId }),
    absent: 'Esa compra no existe',
    body: refundDecision,
    answers: { 200: joined },
  },
} satisfies Calls

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
