import { expect, test } from 'vitest'
import { createFirstOwner } from '#operators/server/create-operator.ts'
import { ConfigError } from '#platform/server/config.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { schema } from '../schema.ts'

onSqlite('an owner by OWNER_EMAIL and OWNER_PASSWORD', (setup) => {
  test('is refused a password that the panel refuses, and is created once', async () => {
    const ctx = await setup.context({ schema })
    const start = (password: string) =>
      createFirstOwner({ ...ctx, config: { ...ctx.config, owner: { email: 'Duena@ejemplo.test', password } } })
    for (const password of ['aaaaaaaaaaaaaaa', 'duena@ejemplo.test', 'tombola12345678']) {
      await expect(start(password), password).rejects.toThrow(ConfigError)
      await expect(start(password), password).rejects.toThrow(/^OWNER_EMAIL y OWNER_PASSWORD: Es fácil de adivinar/)
    }
    const owners = () => ctx.db.read.selectFrom('operators').select(['nombre', 'correo', 'rol']).execute()
    expect(await owners()).toEqual([])
    for (let time = 0; time < 2; time++) await start('una frase larga y propia')
    expect(await owners()).toEqual([{ nombre: 'Dueño', correo: 'duena@ejemplo.test', rol: 'dueno' }])
    // Later starts look at nothing: the panel has the account now.
    await start('aaaaaaaaaaaaaaa')
  })
})
