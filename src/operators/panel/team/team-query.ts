import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import type { Invitation, Member } from '../../contract-team.ts'

export const teamQuery = queryOptions({ queryKey: ['equipo'], queryFn: () => ask('GET /api/panel/equipo') })

/** Puts the answer of a change into the list at once, and asks for the whole again. */
export function showMember(client: QueryClient, changed: Member): void {
  client.setQueryData(teamQuery.queryKey, (team) =>
    team ? { ...team, personas: team.personas.map((one) => (one.id === changed.id ? changed : one)) } : team,
  )
  void client.invalidateQueries({ queryKey: teamQuery.queryKey })
}

export function showInvitation(client: QueryClient, sent: Invitation): void {
  client.setQueryData(teamQuery.queryKey, (team) =>
    team ? { ...team, invitaciones: [...team.invitaciones.filter((one) => one.id !== sent.id), sent] } : team,
  )
}

export function dropInvitation(client: QueryClient, id: number): void {
  client.setQueryData(teamQuery.queryKey, (team) =>
    team ? { ...team, invitaciones: team.invitaciones.filter((one) => one.id !== id) } : team,
  )
}
