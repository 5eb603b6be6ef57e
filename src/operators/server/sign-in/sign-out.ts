import { appendEntry } from '#journal/server/append-entry.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Session } from './session.ts'
import { deleteSession } from './session-store.ts'

/** Ends the session for the server too: a copy of its cookie is worth nothing afterwards. */
export async function signOut(ctx: Ctx, session: Session): Promise<void> {
  await ctx.db.write('operadores', async (tx) => {
    await deleteSession(tx, session.tokenHash)
    await appendEntry(tx, {
      ambito: 'sitio',
      en: ctx.clock.now(),
      actor: session.operator.nombre,
      accion: 'salida del panel',
      datos: { operador_id: session.operator.id },
    })
  })
}
