import { z } from 'zod'
import type { Calls } from '#access/calls.ts'
import { pathId } from '#platform/whole-number.ts'
import { availabilityAnswer, holdAnswer, newHold, ticketNumber } from './contract.ts'

const open = { who: 'todos', tag: 'boletos' } as const
const ofRaffle = { ...open, params: z.object({ id: pathId }), absent: 'Esta rifa no existe' } as const
/** Its token says whose it is, so it is in no address. */
const ofHold = { ...open, body: z.object({ apartado: z.string().max(64) }) } as const

/** Numbers as bits, for clients that ask for that type. */
export const BITMAP_TYPE = 'application/octet-stream'

/** Calls about the tickets that are left in a raffle. */
export const TICKET_CALLS = {
  'GET /api/rifas/:id/status': { ...ofRaffle, summary: 'Disponibilidad', answers: { 200: availabilityAnswer } },
  'GET /api/rifas/:id/numeros': {
    ...ofRaffle,
    summary: `Números y su estado; con Accept: ${BITMAP_TYPE}, un bit por número (1 = disponible)`,
    answers: { 200: z.array(ticketNumber) },
  },
} satisfies Calls

/** Limited by connection. */
export const TAKE_CALLS = {
  'POST /api/rifas/:id/apartados': {
    ...ofRaffle,
    summary: 'Apartar boletos 600 segundos',
    body: newHold,
    answers: { 201: holdAnswer },
  },
} satisfies Calls

/** Calls on a hold. */
export const HOLD_CALLS = {
  'POST /api/rifas/apartado': { ...ofHold, summary: 'Cuánto tiempo queda', kept: false, answers: { 200: holdAnswer } },
  'POST /api/rifas/apartado/renovar': {
    ...ofHold,
    summary: 'Otros 600 segundos, una sola vez',
    answers: { 200: holdAnswer },
  },
  'POST /api/rifas/apartado/soltar': { ...ofHold, summary: 'Soltar los boletos apartados', answers: { 204: z.null() } },
} satisfies Calls
