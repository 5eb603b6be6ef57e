import { z } from 'zod'
import { type Calls, DECIDE, LOOK, SELL } from '#access/calls.ts'
import { pathId, wholeNumber } from '#platform/whole-number.ts'
import { holdAnswer } from '#tickets/contract.ts'
import { lookupAnswer, ownPurchase, purchaseAnswer, purchaseForm } from './contract.ts'
import {
  blockedPeople,
  blockedPerson,
  contactChange,
  newBlock,
  newNote,
  nextPurchases,
  purchaseRaffles,
  purchaseSheet,
  purchasesPage,
  purchasesQuery,
} from './panel-contract.ts'
import { ownSales, saleChoices, saleForm, sellersDays, sellersQuery, soldByHand } from './sale-contract.ts'

const open = { who: 'todos', tag: 'compras' } as const
const apartado = z.string().min(1).max(64)
const report = { ...open, form: true, body: purchaseForm, answers: { 201: purchaseAnswer } } as const
const own = {
  ...open,
  kept: false,
  body: z.object({ secreto: z.string().min(1).max(64) }),
  answers: { 200: ownPurchase },
} as const

/** Calls with which visitors report, see and correct their purchases. */
export const PURCHASE_CALLS = {
  'POST /api/rifas/participantes': { ...report, summary: 'Reportar un pago; los números se asignan al confirmarlo' },
  'POST /api/rifas/participantes/manual': { ...report, summary: 'Reportar un pago por números elegidos' },
  'POST /api/rifas/apartado/compra': {
    ...open,
    summary: 'La compra que se reportó con ese apartado, para quien perdió la respuesta',
    kept: false,
    body: z.object({ apartado }),
    answers: { 200: purchaseAnswer },
  },
  'POST /api/rifas/apartado/metodo': {
    ...open,
    summary: 'Elegir dónde se paga: con céntimos únicos, el monto exacto de ese pago',
    body: z.strictObject({ apartado, metodo_id: wholeNumber }),
    answers: { 200: holdAnswer },
  },
  'POST /api/rifas/mi-compra': { ...own, summary: 'Ver una compra con su secreto' },
  'POST /api/rifas/mi-compra/corregir': {
    ...own,
    summary: 'Corregir el pago y enviarlo de nuevo',
    form: true,
  },
} satisfies Calls

const one = {
  params: z.object({ id: pathId }),
  absent: 'Esa compra no existe',
  answers: { 200: purchaseSheet },
} as const

/** Purchases and people in the panel. */
export const PANEL_PURCHASE_CALLS = {
  'GET /api/panel/compras': {
    who: LOOK,
    summary: 'Compras, de la más nueva a la más vieja',
    query: purchasesQuery,
    answers: { 200: purchasesPage },
  },
  'GET /api/panel/compras/rifas': {
    who: LOOK,
    summary: 'Rifas y vendedores, para filtrar',
    answers: { 200: purchaseRaffles },
  },
  'GET /api/panel/compras/vendedores': {
    who: LOOK,
    summary: 'Lo que vendió a mano cada quien, por día, y el efectivo que entrega',
    query: sellersQuery,
    answers: { 200: sellersDays },
  },
  'GET /api/panel/compras/:id/ficha': { who: LOOK, ...one, summary: 'Todo de una compra' },
  'PUT /api/panel/compras/:id/comprador': {
    who: DECIDE,
    ...one,
    summary: 'Corregir los datos del comprador',
    body: contactChange,
  },
  'POST /api/panel/compras/:id/notas': {
    who: DECIDE,
    ...one,
    summary: 'Escribir una nota del equipo; el comprador no la lee',
    body: newNote,
  },
} satisfies Calls

/** Calls about people who may not buy. */
export const BLOCK_CALLS = {
  'GET /api/panel/bloqueados': {
    who: LOOK,
    summary: 'Personas bloqueadas: quién, por qué, desde cuándo y por quién',
    answers: { 200: blockedPeople },
  },
  'POST /api/panel/bloqueados': {
    who: DECIDE,
    summary: 'Bloquear a una persona: lo que reporte se toma y espera una revisión',
    body: newBlock,
    answers: { 201: blockedPerson },
  },
  'DELETE /api/panel/bloqueados/:id': {
    who: DECIDE,
    summary: 'Dejarla comprar otra vez',
    params: z.object({ id: pathId }),
    absent: 'Esa persona ya no está bloqueada',
    answers: { 204: z.null() },
  },
} satisfies Calls

/** Selling by hand, and one's own sales: all that a `vendedor` does. */
export const SALE_CALLS = {
  'GET /api/panel/compras/nueva': {
    who: SELL,
    summary: 'Lo que se puede vender a mano',
    answers: { 200: saleChoices },
  },
  'POST /api/panel/compras/nueva': {
    who: SELL,
    summary: 'Vender a mano: por teléfono o en efectivo',
    form: true,
    body: saleForm,
    answers: { 201: soldByHand },
  },
  'GET /api/panel/ventas': {
    who: SELL,
    summary: 'Lo que vendió a mano quien pregunta',
    query: nextPurchases,
    answers: { 200: ownSales },
  },
  'GET /api/panel/ventas/:id': {
    who: SELL,
    summary: 'Una venta de quien pregunta, con sus números',
    params: z.object({ id: pathId }),
    absent: 'Esa venta no es tuya',
    answers: { 200: soldByHand },
  },
} satisfies Calls

const cedula = z.object({ cedula: z.string('Escribe tu cédula.').max(30, 'Escribe una cédula válida.') })
const lookup = { who: 'todos', tag: 'consulta', kept: false, answers: { 200: lookupAnswer } } as const

/** Lookup of numbers by cédula. */
export const LOOKUP_CALLS = {
  'GET /api/rifas/participante/cedula/:cedula': { ...lookup, summary: 'Números de una cédula', params: cedula },
  'POST /api/rifas/participante/buscar': {
    ...lookup,
    summary: 'Lo mismo, sin la cédula en la dirección',
    body: cedula,
  },
} satisfies Calls
