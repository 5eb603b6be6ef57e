import type { Selectable } from 'kysely'
import type { OperatorRow } from '#access/server/schema.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Invitation, Member, Team } from '../../contract-team.ts'
import { listInvitations, listMembers } from './team-store.ts'

/** People who may enter the panel, people who no longer may, and open invitations. */
export async function readTeam(ctx: Ctx): Promise<Team> {
  const [members, invitations] = await Promise.all([listMembers(ctx.db.read), listInvitations(ctx.db.read)])
  return { personas: members.map(describeMember), invitaciones: invitations.map(describeInvitation) }
}

export function describeMember(row: OperatorRow): Member {
  return {
    id: row.id,
    nombre: row.nombre,
    correo: row.correo,
    rol: row.rol,
    segundo_factor: row.totp_secreto !== null,
    activo: row.baja_en === null,
    creado_en: new Date(row.creado_en).toISOString(),
    entrada_en: row.entrada_en === null ? null : new Date(row.entrada_en).toISOString(),
  }
}

export function describeInvitation(row: Selectable<Tables['operator_invitations']>): Invitation {
  return {
    id: row.id,
    correo: row.correo,
    rol: row.rol,
    invita: row.invita,
    creado_en: new Date(row.creado_en).toISOString(),
    caduca_en: new Date(row.caduca_en).toISOString(),
  }
}
