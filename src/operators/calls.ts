import { z } from 'zod'
import { type Calls, OWNER, SELF } from '#access/calls.ts'
import { operator } from '#access/contract.ts'
import { pathId } from '#platform/whole-number.ts'
import {
  anyCode,
  credentials,
  firstOperator,
  keyAnswer,
  keyRequest,
  panelStatus,
  proof,
  recoveryCodes,
  secondFactorCode,
  secondFactorSecret,
} from './contract.ts'
import { account, newKey, passwordChange, rename } from './contract-account.ts'
import {
  acceptedInvitation,
  forgottenPassword,
  linkToken,
  member,
  newInvitation,
  openInvitation,
  openPasswordLink,
  passwordByLink,
  roleChange,
  sentInvitation,
  team,
} from './contract-team.ts'

const nothing = { 204: z.null() }

/** The way in, and the targets of links in mails: for people who are not signed in. */
export const ENTRY_CALLS = {
  'GET /api/panel/estado': { who: 'todos', summary: 'Qué pantalla toca', answers: { 200: panelStatus } },
  'POST /api/panel/configuracion': {
    who: 'todos',
    summary: 'Crear el primer operador',
    body: firstOperator,
    answers: { 201: operator },
  },
  'POST /api/panel/sesion': { who: 'todos', summary: 'Entrar', body: credentials, answers: { 200: operator } },
  'POST /api/panel/invitacion': {
    who: 'todos',
    summary: 'Ver una invitación',
    body: linkToken,
    answers: { 200: openInvitation },
  },
  'POST /api/panel/invitacion/aceptar': {
    who: 'todos',
    summary: 'Aceptar una invitación',
    body: acceptedInvitation,
    answers: { 201: operator },
  },
  'POST /api/panel/clave/olvidada': {
    who: 'todos',
    summary: 'Pedir otra clave',
    body: forgottenPassword,
    answers: nothing,
  },
  'POST /api/panel/clave/enlace': {
    who: 'todos',
    summary: 'Ver un enlace',
    body: linkToken,
    answers: { 200: openPasswordLink },
  },
  'POST /api/panel/clave/nueva': { who: 'todos', summary: 'Poner otra clave', body: passwordByLink, answers: nothing },
} satisfies Calls

/** The operator's own account, in every role. */
export const ACCOUNT_CALLS = {
  'DELETE /api/panel/sesion': { who: SELF, summary: 'Salir', answers: nothing },
  'GET /api/panel/cuenta': { who: SELF, summary: 'Tu cuenta', answers: { 200: account } },
  'POST /api/panel/cuenta/nombre': {
    who: SELF,
    summary: 'Cambiar tu nombre',
    body: rename,
    answers: { 200: operator },
  },
  'POST /api/panel/cuenta/clave': { who: SELF, summary: 'Cambiar tu clave', body: passwordChange, answers: nothing },
  'POST /api/panel/cuenta/codigos': {
    who: SELF,
    summary: 'Renovar los códigos de recuperación',
    body: anyCode,
    answers: { 200: recoveryCodes },
  },
  'DELETE /api/panel/cuenta/sesiones/:id': {
    who: SELF,
    summary: 'Cerrar una sesión',
    params: z.object({ id: z.string().regex(/^[\w-]{22}$/) }),
    absent: 'Esa sesión ya terminó',
    answers: nothing,
  },
  'DELETE /api/panel/cuenta/sesiones': { who: SELF, summary: 'Cerrar tus otras sesiones', answers: nothing },
  'POST /api/panel/cuenta/llaves/empezar': {
    who: SELF,
    summary: 'Empezar una llave',
    body: anyCode,
    answers: { 200: keyRequest },
  },
  'POST /api/panel/cuenta/llaves': { who: SELF, summary: 'Guardar una llave', body: newKey, answers: nothing },
  'DELETE /api/panel/cuenta/llaves/:id': {
    who: SELF,
    summary: 'Quitar una llave',
    params: z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) }),
    absent: 'Esa llave no existe',
    answers: nothing,
  },
  'POST /api/panel/segundo-factor': {
    who: SELF,
    summary: 'Empezar el segundo factor',
    answers: { 200: secondFactorSecret },
  },
  'POST /api/panel/segundo-factor/confirmar': {
    who: SELF,
    summary: 'Activar el segundo factor',
    body: secondFactorCode,
    answers: { 200: recoveryCodes },
  },
  'DELETE /api/panel/segundo-factor': {
    who: SELF,
    summary: 'Quitar el segundo factor',
    body: anyCode,
    answers: nothing,
  },
  'POST /api/panel/permiso': {
    who: SELF,
    summary: 'Confirmar quién eres, para cambiar durante diez minutos lo que leen los compradores',
    body: proof,
    answers: { 200: z.object({ permiso: z.string() }) },
  },
  'POST /api/panel/segundo-factor/llave': { who: SELF, summary: 'Pedir una llave', answers: { 200: keyRequest } },
  /** Answers with a code for the calls that want a fresh one. */
  'POST /api/panel/segundo-factor/llave/confirmar': {
    who: SELF,
    summary: 'Código por una llave',
    body: z.strictObject({ llave: keyAnswer }),
    answers: { 200: z.object({ codigo: z.string() }) },
  },
} satisfies Calls

const one = { params: z.object({ id: pathId }), absent: 'Lo que buscas no existe' }
const byCode = { who: OWNER, ...one, body: anyCode, answers: { 200: member } }

/** People with access: for owners. */
export const TEAM_CALLS = {
  'GET /api/panel/equipo': { who: OWNER, summary: 'El equipo', answers: { 200: team } },
  'POST /api/panel/equipo/invitaciones': {
    who: OWNER,
    summary: 'Invitar',
    body: newInvitation,
    answers: { 201: sentInvitation },
  },
  'DELETE /api/panel/equipo/invitaciones/:id': {
    who: OWNER,
    summary: 'Retirar una invitación',
    ...one,
    answers: nothing,
  },
  'POST /api/panel/equipo/:id/rol': { ...byCode, summary: 'Cambiar el papel', body: roleChange },
  'POST /api/panel/equipo/:id/baja': { ...byCode, summary: 'Quitar el acceso' },
  'POST /api/panel/equipo/:id/alta': { ...byCode, summary: 'Devolver el acceso' },
  'POST /api/panel/equipo/:id/quitar-segundo-factor': {
    ...byCode,
    summary: 'Quitar el segundo factor de otra persona',
  },
} satisfies Calls
