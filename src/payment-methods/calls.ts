import { z } from 'zod'
import { type Calls, LOOK, OWNER } from '#access/calls.ts'
import { pathId } from '#platform/whole-number.ts'
import {
  alteredMethods,
  methodOrder,
  methodRemoval,
  methodSave,
  newMethod,
  panelMethods,
  paymentMethod,
} from './contract.ts'

const answers = { 200: panelMethods }
const one = { params: z.object({ id: pathId }), absent: 'Ese método de pago no existe' }

/** Payment methods, for buyers. */
export const OFFER_CALLS = {
  'GET /api/rifas/metodo-pago': {
    who: 'todos',
    tag: 'rifas',
    summary: 'Dónde se paga: los métodos que alguna página ofrece',
    answers: { 200: z.array(paymentMethod) },
  },
} satisfies Calls

/** Where buyers pay, for the owners. Everyone of the panel is warned when it was changed outside of it. */
export const METHOD_CALLS = {
  'GET /api/panel/metodos': { who: OWNER, summary: 'Dónde se paga, para los dueños', answers },
  'GET /api/panel/metodos/alterados': {
    who: LOOK,
    summary: 'Métodos cambiados fuera del panel',
    answers: { 200: alteredMethods },
  },
  'POST /api/panel/metodos': {
    who: OWNER,
    summary: 'Agregar dónde se paga',
    body: newMethod,
    answers: { 201: panelMethods },
  },
  'POST /api/panel/metodos/orden': { who: OWNER, summary: 'Ordenar los métodos', body: methodOrder, answers },
  'POST /api/panel/metodos/:id': { who: OWNER, summary: 'Cambiar dónde se paga', ...one, body: methodSave, answers },
  'DELETE /api/panel/metodos/:id': { who: OWNER, summary: 'Borrar un método', ...one, body: methodRemoval, answers },
} satisfies Calls
