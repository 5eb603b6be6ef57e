import { z } from 'zod'
import { type Calls, LOOK, OWNER } from '#access/calls.ts'
import { pathId, wholeNumberText } from '#platform/whole-number.ts'
import {
  daily,
  letterDraft,
  letterPreview,
  letterStart,
  panelLetter,
  panelLetters,
  raffleLetters,
  toldByHand,
} from './contract.ts'

const ofRaffle = { params: z.object({ id: pathId }), absent: 'Esta rifa no existe' } as const
const one = { who: OWNER, params: z.object({ id: pathId }), absent: 'Este comunicado no existe' } as const

/** Letters to the buyers of a raffle: their progress, and the owner's writing of them. */
export const LETTER_CALLS = {
  'GET /api/panel/cartas': { who: LOOK, summary: 'Los comunicados a compradores', answers: { 200: panelLetters } },
  'GET /api/panel/rifas/:id/cartas': {
    ...ofRaffle,
    who: LOOK,
    summary: 'Los comunicados de una rifa, y a quiénes llegaría otro',
    answers: { 200: raffleLetters },
  },
  'GET /api/panel/rifas/:id/cartas/a-mano': {
    ...ofRaffle,
    who: LOOK,
    summary: 'A quiénes no llega ningún correo: se les escribe por WhatsApp',
    query: z.object({ despues: wholeNumberText.min(0).default(0) }),
    answers: { 200: toldByHand },
  },
  'POST /api/panel/rifas/:id/cartas/vista': {
    ...ofRaffle,
    who: OWNER,
    summary: 'Ver un comunicado como llega, con datos de ejemplo',
    body: letterDraft,
    answers: { 200: letterPreview },
  },
  'POST /api/panel/rifas/:id/cartas/prueba': {
    ...ofRaffle,
    who: OWNER,
    summary: 'Enviarse un comunicado a uno mismo',
    body: letterDraft,
    answers: { 200: z.object({ para: z.string() }) },
  },
  'POST /api/panel/rifas/:id/cartas': {
    ...ofRaffle,
    who: OWNER,
    summary: 'Escribir a quienes compraron',
    body: letterStart,
    answers: { 200: panelLetter },
  },
  'POST /api/panel/cartas/:id/detener': {
    ...one,
    summary: 'Detener lo que no ha salido de un comunicado',
    answers: { 200: panelLetter },
  },
  'POST /api/panel/cartas/:id/continuar': {
    ...one,
    summary: 'Continuar un comunicado detenido',
    body: z.strictObject({ al_dia: daily }),
    answers: { 200: panelLetter },
  },
} satisfies Calls
