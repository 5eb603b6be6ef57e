import { type Calls, LOOK, OWNER } from '#access/calls.ts'
import { publishedRateEntry, rateAnswer, rateChoice, rateOfDay, rateStatus } from './contract.ts'

const answers = { 200: rateStatus }

/** The rate, for buyers. */
export const RATE_OFFER_CALLS = {
  'GET /api/rifas/tasa-bcv': {
    who: 'todos',
    tag: 'rifas',
    summary: 'La tasa que convierte los totales a bolívares',
    answers: { 200: rateAnswer },
  },
} satisfies Calls

/** The rate, for the panel: everyone sees it, owners change it. */
export const RATE_CALLS = {
  'GET /api/panel/tasa': { who: LOOK, summary: 'La tasa y sus avisos', answers },
  'POST /api/panel/tasa': { who: OWNER, summary: 'Elegir la tasa', body: rateChoice, answers },
  'POST /api/panel/tasa/hoy': { who: OWNER, summary: 'Escribir la tasa de hoy', body: rateOfDay, answers },
  'POST /api/panel/tasa/publicada': {
    who: OWNER,
    summary: 'Escribir una tasa que publicó el BCV',
    body: publishedRateEntry,
    answers,
  },
} satisfies Calls
