import { z } from 'zod'
import { type Calls, OWNER } from '#access/calls.ts'

/** Urgency: none, a look these days, or an action today. */
export const stateLevel = z.enum(['bien', 'atento', 'grave'])
export type StateLevel = z.infer<typeof stateLevel>

/** Result of a check, in words for a person who keeps no servers. */
export const finding = z.object({
  /** Of the check: programs know it by this, and it never changes. */
  clave: z.string(),
  /** Subject of the check. */
  nombre: z.string(),
  nivel: stateLevel,
  texto: z.string(),
  /** The next step; empty where all is well. */
  que_hacer: z.string(),
  /** For sysadmins: figures, names of variables. */
  detalle: z.string(),
})
export type Finding = z.infer<typeof finding>

/** A process that serves this shop. */
export const processState = z.object({
  nombre: z.string(),
  version: z.string(),
  desde: z.string(),
  /** How far its clock is ahead of the database's, in milliseconds. */
  adelanto: z.number(),
  /** It is the one that answers. */
  este: z.boolean(),
})

/** GET /api/panel/estado/servidor */
export const serverState = z.object({
  nivel: stateLevel,
  visto_en: z.string(),
  comprobaciones: z.array(finding),
  procesos: z.array(processState),
  /** Command with the same output in a terminal. */
  orden: z.string(),
})
export type ServerState = z.infer<typeof serverState>

/** How the server does, for owners. */
export const STATE_CALLS = {
  'GET /api/panel/estado/servidor': {
    who: OWNER,
    kept: false,
    summary: 'Cómo está el servidor, y qué hay que hacer',
    answers: { 200: serverState },
  },
} satisfies Calls
