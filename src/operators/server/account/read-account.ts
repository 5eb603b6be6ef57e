import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Account } from '../../contract-account.ts'
import { countRecoveryCodes } from '../factor/factor-store.ts'
import { listPasskeys } from '../factor/passkey-store.ts'
import { IDLE_LIMIT, type Session } from '../sign-in/session.ts'
import { listSessions } from '../sign-in/session-store.ts'

/** What the operator's account has: where he is signed in, and how many recovery codes are left. */
export async function readAccount(ctx: Ctx, { operator, tokenHash }: Session): Promise<Account> {
  const now = ctx.clock.now()
  const [sessions, codigos_restantes, keys] = await Promise.all([
    listSessions(ctx.db.read, operator.id, now, after(now, -IDLE_LIMIT)),
    countRecoveryCodes(ctx.db.read, operator.id),
    listPasskeys(ctx.db.read, operator.id),
  ])
  const sesiones = sessions.map((row) => ({
    id: row.id,
    equipo: row.equipo,
    ip: row.ip,
    creado_en: new Date(row.creado_en).toISOString(),
    usado_en: new Date(row.usado_en).toISOString(),
    actual: row.token_hash === tokenHash,
  }))
  const llaves = keys.map((key) => ({
    id: key.id,
    nombre: key.nombre,
    creado_en: new Date(key.creado_en).toISOString(),
    usado_en: key.usado_en === null ? null : new Date(key.usado_en).toISOString(),
  }))
  return { codigos_restantes, llaves, sesiones: sesiones.sort((a, b) => Number(b.actual) - Number(a.actual)) }
}
