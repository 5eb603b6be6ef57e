import { z } from 'zod'
import { type Calls, DECIDE, LOOK } from '#access/calls.ts'
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
