import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Account } from '../contract-account.ts'
import { IDLE_LIMIT, type Session } from './session.ts'
import { countRecoveryCodes, listSessions } from './store.ts'

/** What the operator's account has: where he is signed in, and how many recovery codes are left. */
export async function readAccount(ctx: Ctx, { operator, tokenHash }: Session): Promise<Account> {
  const now = ctx.clock.now()
  const [sessions, codigos_restantes] = await Promise.all([
    listSessions(ctx.db.read, operator.id, now, after(now, -IDLE_LIMIT)),
    countRecoveryCodes(ctx.db.read, operator.id),
  ])
  const sesiones = sessions.map((row) => ({
    id: row.id,
    equipo: row.equipo,
    ip: row.ip,
    creado_en: new Date(row.creado_en).toISOString(),
    usado_en: new Date(row.usado_en).toISOString(),
    actual: row.token_hash === tokenHash,
  }))
  return { codigos_restantes, sesiones: sesiones.sort((a, b) => Number(b.actual) - Number(a.actual)) }
}
