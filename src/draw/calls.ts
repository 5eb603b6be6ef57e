import { z } from 'zod'
import { type Calls, DECIDE, LOOK, OWNER } from '#access/calls.ts'
import { pathId, wholeNumberText } from '#platform/whole-number.ts'
import {
  drawDocument,
  finishedPage,
  namedPicture,
  panelPapers,
  panelRule,
  papersSave,
  postponement,
  ruleRemoval,
  ruleSave,
} from './contract.ts'
import {
  handResult,
  resultConfirmation,
  resultCorrection,
  resultProposal,
  resultRefusal,
  resultSuggestion,
  roundByHand,
  winnerDelivery,
  winnerDetails,
  winnerExpiry,
  winnerMove,
  winnerUndo,
} from './deed-contract.ts'
import { drawPicture, panelDraw } from './draw-contract.ts'

const ofRaffle = { params: z.object({ id: pathId }), absent: 'Esta rifa no existe' } as const
const pageNumber = wholeNumberText.pipe(z.number().min(1))
const open = { ...ofRaffle, who: 'todos', tag: 'rifas' } as const

/** The evidence of a draw, for anybody who checks it. */
export const DRAW_CALLS = {
  'GET /api/rifas/sorteos': {
    who: 'todos',
    tag: 'rifas',
    summary: 'Rifas ya sorteadas, con sus premios, de doce en doce',
    absent: 'No hay más sorteos',
    query: z.object({ pagina: pageNumber.default(1) }),
    answers: { 200: finishedPage },
  },
  'GET /api/rifas/:id/sorteo': {
    ...open,
    summary: 'La regla del sorteo, su lista congelada y sus pasos, para comprobarlo',
    answers: { 200: drawDocument },
  },
  'GET /api/rifas/:id/sorteo/lista': {
    ...open,
    summary: 'La lista congelada, cuyo código de control es el compromiso; text/csv',
    answers: { 200: z.string() },
  },
} satisfies Calls

const rule = { ...ofRaffle, who: OWNER, answers: { 200: panelRule } } as const

/** The rule of a raffle, for its owner. */
export const RULE_CALLS = {
  'GET /api/panel/rifas/:id/regla': { ...rule, who: LOOK, summary: 'La regla del sorteo de una rifa' },
  'PUT /api/panel/rifas/:id/regla': { ...rule, summary: 'Fijar la regla, antes de la primera venta', body: ruleSave },
  'DELETE /api/panel/rifas/:id/regla': { ...rule, summary: 'Quitarla, antes de la primera venta', body: ruleRemoval },
  'POST /api/panel/rifas/:id/aplazar': {
    ...rule,
    summary: 'Aplazar el cierre de las ventas, a la vista de todos',
    body: postponement,
  },
} satisfies Calls

const draw = { ...ofRaffle, who: DECIDE, answers: { 200: panelDraw } } as const

/** Permit of a raffle, and the live broadcast of its draw. */
export const PAPERS_CALLS = {
  'GET /api/panel/rifas/:id/papeles': {
    ...ofRaffle,
    who: LOOK,
    summary: 'El permiso de una rifa y la transmisión de su sorteo',
    answers: { 200: panelPapers },
  },
  'PUT /api/panel/rifas/:id/papeles': {
    ...ofRaffle,
    who: OWNER,
    summary: 'Cambiarlos',
    body: papersSave,
    answers: { 200: panelPapers },
  },
  'POST /api/panel/rifas/:id/fotos': {
    ...ofRaffle,
    who: OWNER,
    summary: 'Subir la foto de un premio o del permiso',
    form: true,
    answers: { 200: namedPicture },
  },
} satisfies Calls

const ofWinner = {
  ...draw,
  params: z.object({ id: pathId, ganador: pathId }),
  absent: 'Este premio no existe',
} as const

/** A draw for its leaders: roles that see it, and roles that may act. Each deed answers the new state of the draw. */
export const PANEL_DRAW_CALLS = {
  'GET /api/panel/rifas/:id/sorteo': {
    ...draw,
    who: LOOK,
    summary: 'Cómo va el sorteo de una rifa, y qué sigue; de una sin regla, quién compró ese número',
    query: z.object({ numero: z.string().max(8).optional() }),
  },
  'POST /api/panel/rifas/:id/sorteo/aplazar': {
    ...draw,
    who: OWNER,
    summary: 'Aplazar el sorteo antes de su hora, a la vista de todos',
    body: postponement,
  },
  'GET /api/panel/rifas/:id/sorteo/sugerencia': {
    ...draw,
    summary: 'Qué dice la página de resultados del sorteo que toca',
    answers: { 200: resultSuggestion },
  },
  'POST /api/panel/rifas/:id/sorteo/imagenes': {
    ...draw,
    summary: 'Subir una foto de un resultado o de una entrega',
    form: true,
    answers: { 200: drawPicture },
  },
  'POST /api/panel/rifas/:id/sorteo/resultado': {
    ...draw,
    summary: 'Escribir lo que salió en la lotería, o que no hubo sorteo',
    body: resultProposal,
  },
  'POST /api/panel/rifas/:id/sorteo/resultado/confirmar': {
    ...draw,
    summary: 'Otra persona escribe lo mismo, y se sortea con eso',
    body: resultConfirmation,
  },
  'POST /api/panel/rifas/:id/sorteo/resultado/rechazar': {
    ...draw,
    summary: 'Descartar lo que se escribió',
    body: resultRefusal,
  },
  'POST /api/panel/rifas/:id/sorteo/resultado/corregir': {
    ...draw,
    who: OWNER,
    summary: 'Quitarle el valor a un resultado mal escrito, a la vista de todos',
    body: resultCorrection,
  },
  'POST /api/panel/rifas/:id/sorteo/a-mano': {
    ...draw,
    who: OWNER,
    summary: 'Escribir el número ganador de una rifa que se vendió sin regla',
    body: handResult,
  },
  'POST /api/panel/rifas/:id/sorteo/faro': {
    ...draw,
    summary: 'Sortear con una ronda del azar público traída a mano, que su firma prueba',
    body: roundByHand,
  },
  'PUT /api/panel/rifas/:id/sorteo/ganadores/:ganador': {
    ...ofWinner,
    summary: 'Notas, fotos y permisos de una entrega',
    body: winnerDetails,
  },
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/avisado': {
    ...ofWinner,
    summary: 'Se le avisó: su plazo cuenta desde ahora',
    body: winnerMove,
  },
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/reclamado': {
    ...ofWinner,
    summary: 'Reclamó su premio',
    body: winnerMove,
  },
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/entregado': {
    ...ofWinner,
    summary: 'Se le entregó',
    body: winnerDelivery,
  },
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/vencido': {
    ...ofWinner,
    who: OWNER,
    summary: 'No lo reclamó a tiempo: se sortea otra vez',
    body: winnerExpiry,
  },
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/deshacer': {
    ...ofWinner,
    who: OWNER,
    summary: 'Devolver al estado anterior lo que fue un error',
    body: winnerUndo,
  },
} satisfies Calls
