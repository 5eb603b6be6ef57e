import { z } from 'zod'
import { type Calls, LOOK, OWNER } from '#access/calls.ts'
import { anyCode } from '#operators/contract.ts'
import { salesPage } from '#payment-methods/contract.ts'
import { pathId } from '#platform/whole-number.ts'
import { previousRaffle, raffleAnswer } from './contract.ts'
import { imageChange, imageOrder, panelImages } from './image-contract.ts'
import {
  panelRaffle,
  panelRaffles,
  raffleCopy,
  raffleCreation,
  rafflePlacing,
  rafflePublishing,
  raffleSave,
} from './panel-contract.ts'
import { raffleFields } from './raffle-fields.ts'

const open = { who: 'todos', tag: 'rifas' } as const
const one = { params: z.object({ id: pathId }), absent: 'Esta rifa no existe' } as const

/** Raffles, for buyers. */
export const RAFFLE_CALLS = {
  'GET /api/rifas': { ...open, summary: 'Rifas en venta', answers: { 200: z.array(raffleAnswer) } },
  'GET /api/rifas/rifas/:id': { ...open, ...one, summary: 'Una rifa', answers: { 200: raffleAnswer } },
  'GET /api/rifas/anteriores': { ...open, summary: 'Rifas anteriores', answers: { 200: z.array(previousRaffle) } },
} satisfies Calls

const file = { hidden: true, answers: { 200: z.string() } } as const
const mine = { who: OWNER, ...one, answers: { 200: panelRaffle } } as const

/** The raffles of the panel: owners change them, everybody of it sees them. */
export const PANEL_RAFFLE_CALLS = {
  'GET /api/panel/rifas': { who: LOOK, summary: 'Todas las rifas, con lo vendido', answers: { 200: panelRaffles } },
  'GET /api/panel/rifas/:id': { ...mine, who: LOOK, summary: 'Una rifa con todo lo que se decide de ella' },
  'POST /api/panel/rifas': {
    who: OWNER,
    summary: 'Crear una rifa en borrador',
    body: raffleCreation,
    answers: { 201: panelRaffle },
  },
  'POST /api/panel/rifas/:id': { ...mine, summary: 'Cambiar una rifa', body: raffleSave },
  'POST /api/panel/rifas/:id/duplicar': {
    ...mine,
    summary: 'Otra igual, en borrador',
    body: raffleCopy,
    answers: { 201: panelRaffle },
  },
  'POST /api/panel/rifas/:id/publicar': { ...mine, summary: 'Poner un borrador en venta', body: rafflePublishing },
  'POST /api/panel/rifas/:id/pagina': { ...mine, summary: 'Mostrarla en una página', body: rafflePlacing },
  'POST /api/panel/rifas/:id/pausar': { ...mine, summary: 'Dejar de vender por un rato' },
  'POST /api/panel/rifas/:id/reanudar': { ...mine, summary: 'Volver a vender' },
  'POST /api/panel/rifas/:id/cerrar': { ...mine, summary: 'Terminar la venta', body: anyCode },
  'POST /api/panel/rifas/:id/seguir': {
    ...mine,
    summary: 'Dejar seguir una rifa que espera desde que se restauró un respaldo',
    body: anyCode,
  },
  'POST /api/panel/rifas/:id/terminar-correcciones': {
    ...mine,
    summary: 'No esperar más correcciones de una rifa cerrada',
    body: anyCode,
  },
  'POST /api/panel/rifas/:id/archivar': { ...mine, summary: 'Guardarla fuera de la lista' },
  'POST /api/panel/rifas/:id/recuperar': { ...mine, summary: 'Devolverla a la lista' },
} satisfies Calls

/** Preview of its sales page, next to its form. */
export const PREVIEW_CALLS = {
  'GET /api/panel/rifas/:id/vista': {
    who: LOOK,
    ...one,
    summary: 'La página como quedaría',
    query: z.object({ pagina: salesPage.catch('A') }),
    ...file,
  },
  'POST /api/panel/rifas/:id/vista': {
    who: LOOK,
    ...one,
    summary: 'Cómo se vería con otros datos',
    body: z.strictObject({ pagina: salesPage, campos: raffleFields.partial() }),
    answers: { 200: z.object({ html: z.string() }) },
  },
} satisfies Calls

const pictures = { who: OWNER, absent: 'Esta imagen no existe', answers: { 200: panelImages } } as const
const ofRaffle = { ...pictures, params: one.params } as const
const ofImage = { ...pictures, params: z.object({ id: pathId, imagen: pathId }) } as const

/** The pictures of a raffle: owners change them, everybody of the panel sees them. */
export const IMAGE_CALLS = {
  'GET /api/panel/rifas/:id/imagenes': { ...ofRaffle, who: LOOK, summary: 'Las imágenes de una rifa' },
  'POST /api/panel/rifas/:id/imagenes': {
    ...ofRaffle,
    summary: 'Subir una imagen',
    form: true,
    answers: { 201: panelImages },
  },
  'POST /api/panel/rifas/:id/imagenes/orden': { ...ofRaffle, summary: 'Ordenarlas', body: imageOrder },
  'POST /api/panel/rifas/:id/imagenes/:imagen': {
    ...ofImage,
    summary: 'Decir qué muestra',
    body: imageChange,
  },
  'DELETE /api/panel/rifas/:id/imagenes/:imagen': { ...ofImage, summary: 'Quitarla' },
} satisfies Calls
