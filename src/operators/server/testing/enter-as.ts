import type { Role } from '#access/contract.ts'
import { newSessionTokens, openSession } from '#access/server/session.ts'
import type { TestCtx } from '#platform/server/testing/engines.ts'

/** Lets Marisela in without a sign-in. @returns the cookies of her browser. */
export async function enterAs(ctx: TestCtx, rol: Role): Promise<Record<string, string>> {
  const now = ctx.clock.now()
  const opened = newSessionTokens(ctx)
  await ctx.db.write('operadores', async (tx) => {
    const { id } = await tx
      .insertInto('operators')
      .values({
        nombre: 'Marisela',
        correo: 'marisela@ejemplo.test',
        clave_hash: 'ninguna',
        rol,
        totp_secreto: null,
        totp_pendiente: null,
        totp_paso: 0,
        totp_usados: '',
        creado_en: now,
        entrada_en: null,
        baja_en: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const nowhere = { sessionHash: null, deviceHash: null, ip: '127.0.0.1', equipo: 'Chrome en Android' }
    await openSession(tx, id, now, opened, nowhere)
  })
  return { tombola: opened.token }
}
