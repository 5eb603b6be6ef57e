import { z } from 'zod'
import { type Calls, DECIDE, LOOK, OWNER } from '#access/calls.ts'
import { journalQuery } from '#journal/contract.ts'
import { books } from '#money/books-contract.ts'
import { anyCode, freshCode } from '#operators/contract.ts'
import { pathId } from '#platform/whole-number.ts'
import { purchaseFilter } from '#purchases/panel-contract.ts'
import { firstSteps, home } from './home-contract.ts'
import { NOTICE_PAUSES } from './limits.ts'

/** Whether the operator gets a mail about new reports, and how often at most. */
export const notices = z.strictObject({
  correo_cada: z
    .union(
      NOTICE_PAUSES.map((minutes) => z.literal(minutes)),
      'Elige cada cuánto.',
    )
    .nullable(),
})
export type Notices = z.infer<typeof notices>

/** Data of the panel's home; mails about new payments, each set for oneself, are for roles that judge payments. */
export const HOME_CALLS = {
  'GET /api/panel/inicio': { who: LOOK, summary: 'Ventas, rifas y lo que espera', answers: { 200: home } },
  'POST /api/panel/hora': {
    who: OWNER,
    summary: 'La hora del servidor es la correcta',
    body: anyCode,
    answers: { 200: home },
  },
  'GET /api/panel/empezar': { who: OWNER, summary: 'Lo que falta para vender', answers: { 200: firstSteps } },
  'GET /api/panel/avisos': { who: DECIDE, summary: 'Tus avisos de pagos nuevos', answers: { 200: notices } },
  'POST /api/panel/avisos': { who: DECIDE, summary: 'Cambiar tus avisos', body: notices, answers: { 200: notices } },
} satisfies Calls

const ofRaffle = { params: z.object({ id: pathId }), absent: 'Esta rifa no existe' } as const

/** The books of a raffle and their exports. */
export const BOOK_CALLS = {
  'GET /api/panel/rifas/:id/libros': {
    ...ofRaffle,
    who: LOOK,
    summary: 'Lo vendido, lo recibido, lo que se debe y lo que hay que devolver, por método',
    answers: { 200: books },
  },
  'GET /api/panel/rifas/:id/libros/excel': {
    ...ofRaffle,
    who: LOOK,
    summary: 'Los libros de una rifa como archivo de Excel',
    answers: { 200: z.string() },
  },
  'GET /api/panel/libros/mes/excel': {
    who: LOOK,
    summary: 'El cierre de un mes de todas las rifas como archivo de Excel',
    query: z.object({ mes: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Elige el mes.') }),
    answers: { 200: z.string() },
  },
  'POST /api/panel/rifas/:id/expediente': {
    ...ofRaffle,
    who: OWNER,
    summary: 'El expediente de una rifa, que nombra a sus compradores, como zip con sus códigos de control',
    body: z.strictObject({ codigo: freshCode.optional() }),
    answers: { 200: z.string() },
  },
} satisfies Calls

const formato = z.enum(['csv', 'xlsx']).default('xlsx')
const answers = { 200: z.string() }

/** An accountant sees everything, and may export it. */
const TAKE = ['dueno', 'lector'] as const

/** Files of the panel's lists. */
export const EXPORT_CALLS = {
  'GET /api/panel/exportar/compras': {
    who: TAKE,
    summary: 'Las compras que muestra la lista, como archivo',
    query: purchaseFilter.extend({ formato }),
    answers,
  },
  'GET /api/panel/exportar/diario': {
    who: TAKE,
    summary: 'El diario que muestra la pantalla, como archivo',
    query: journalQuery.omit({ despues: true }).extend({ formato }),
    answers,
  },
} satisfies Calls
