import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import type { Instant } from '#platform/clock.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const STEP = '2026-11-23-16-people'

onBothEngines('a database of before somebody could be a vendedor', (setup) => {
  test('keeps its operators, their sessions, keys and notices, and its invitations', async () => {
    const ctx = await setup.context({ schema: schema.filter(({ name }) => name < STEP) })
    const now = 1_000 as Instant
    const own = { operador_id: 0 as number }
    await ctx.db.write('operadores', async (tx) => {
      const person = (correo: string) => ({
        ...{ nombre: 'Marisela', correo, clave_hash: 'ninguna', rol: 'revisor' as const, totp_secreto: 'sellado' },
        ...{ totp_pendiente: null, totp_paso: 7, totp_usados: '6,7', creado_en: now, entrada_en: now, baja_en: null },
      })
      const made = await tx
        .insertInto('operators')
        .values([person('a@ejemplo.test'), person('b@ejemplo.test'), person('c@ejemplo.test')])
        .returning('id')
        .execute()
      own.operador_id = made[1]?.id ?? 0
      await tx.deleteFrom('operators').where('correo', '=', 'c@ejemplo.test').execute()
      const session = {
        creado_en: now,
        usado_en: now,
        caduca_en: 9_000 as Instant,
        id: 's',
        ip: '127.0.0.1',
        equipo: 'Firefox',
      }
      await tx
        .insertInto('operator_sessions')
        .values({ token_hash: 't', ...own, ...session })
        .execute()
      await tx
        .insertInto('operator_devices')
        .values({ token_hash: 'd', ...own, usado_en: now })
        .execute()
      await tx
        .insertInto('operator_recovery_codes')
        .values({ ...own, codigo_hash: 'c' })
        .execute()
      await tx
        .insertInto('operator_password_links')
        .values({ ...own, token_hash: 'p', caduca_en: now })
        .execute()
      const key = {
        clave_publica: 'k',
        contador: 2,
        transportes: 'usb',
        nombre: 'Llave',
        creado_en: now,
        usado_en: null,
      }
      await tx
        .insertInto('operator_passkeys')
        .values({ id: 'llave', ...own, ...key })
        .execute()
      await tx
        .insertInto('operator_challenges')
        .values({ reto_hash: 'r', ...own, para: 'entrar', caduca_en: now })
        .execute()
      const notices = { cada_minutos: 30, avisado_en: now, visto_hasta: now }
      await tx
        .insertInto('report_notices')
        .values({ ...own, ...notices })
        .execute()
      const asked = { correo: 'd@ejemplo.test', token_hash: 'i', invita: 'Marisela', creado_en: now, caduca_en: now }
      await tx
        .insertInto('operator_invitations')
        .values({ ...asked, rol: 'lector' })
        .execute()
    })
    const TABLES = [
      ...(['operators', 'operator_sessions', 'operator_devices', 'operator_recovery_codes'] as const),
      ...(['operator_password_links', 'operator_passkeys', 'operator_challenges', 'operator_invitations'] as const),
      'report_notices' as const,
    ]
    const everything = async () => {
      const all: Record<string, unknown[]> = {}
      for (const name of TABLES) all[name] = await ctx.db.read.selectFrom(name).selectAll().execute()
      return all
    }
    const before = await everything()
    expect(Object.values(before).map((rows) => rows.length)).toEqual([2, 1, 1, 1, 1, 1, 1, 1, 1])

    expect(await migrate(ctx.db, schema)).toContain(STEP)
    expect(await everything()).toEqual(before)
    const write = (rol: string) =>
      ctx.db.write('operadores', (tx) => sql`update operators set rol = ${rol}`.execute(tx).then(() => rol))
    expect(await write('vendedor')).toBe('vendedor')
    await expect(write('jefe')).rejects.toThrow()
    const invited = sql`update operator_invitations set rol = 'vendedor'`
    await ctx.db.write('operadores', (tx) => invited.execute(tx))
    // Foreign keys hold as before, and no id is given twice.
    const orphan = sql`insert into operator_recovery_codes (operador_id, codigo_hash) values (999, 'x')`
    await expect(ctx.db.write('operadores', (tx) => orphan.execute(tx))).rejects.toThrow()
    const next = await ctx.db.write('operadores', (tx) =>
      tx
        .insertInto('operators')
        .values({
          ...{ nombre: 'Ana', correo: 'ana@ejemplo.test', clave_hash: '', rol: 'vendedor', totp_secreto: null },
          ...{ totp_pendiente: null, totp_paso: 0, totp_usados: '', creado_en: now, entrada_en: null, baja_en: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    expect(next.id).toBe(4)
    await ctx.db.write('operadores', (tx) => tx.deleteFrom('operators').where('id', '=', own.operador_id).execute())
    const after = await everything()
    expect(after['operator_sessions']).toEqual([])
    expect(after['operator_passkeys']).toEqual([])
  })
})
