import { z } from 'zod'
import type { Calls } from '#access/calls.ts'
import { lookupAnswer } from './contract.ts'

const cedula = z.object({ cedula: z.string('Escribe tu cédula.').max(30, 'Escribe una cédula válida.') })
const one = { who: 'todos', tag: 'consulta', kept: false, answers: { 200: lookupAnswer } } as const

/** Lookup of numbers by cédula. */
export const LOOKUP_CALLS = {
  'GET /api/rifas/participante/cedula/:cedula': { ...one, summary: 'Números de una cédula', params: cedula },
  'POST /api/rifas/participante/buscar': { ...one, summary: 'Lo mismo, sin la cédula en la dirección', body: cedula },
} satisfies Calls
