import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { newTotpSecret } from '../secrets.ts'
import { openPanel, PASSWORD, type Panel, type Person } from '../testing/panel.ts'

onSqlite('the secrets of applications in the database', (setup) => {
  const open = () => openPanel(setup)
  const rows = (panel: Panel) => panel.ctx.db.read.selectFrom('operators').selectAll().orderBy('id').execute()
  const change = (person: Person, codigo: string) => person.ask('POST', '/cuenta/codigos', { codigo })

  function codeOf(panel: Panel, secret: string): string {
    panel.ctx.clock.advance(30_000)
    return generateSync({ secret, epoch: Math.floor(panel.ctx.clock.now() / 1000) })
  }

  test('none is there in clear, while it waits or when it is on', async () => {
    const panel = await open()
    const marisela = await panel.join('Marisela')
    const { secreto } = (await marisela.ask('POST', '/segundo-factor')).json()
    expect(JSON.stringify(await rows(panel))).not.toContain(secreto)
    const given = { clave: PASSWORD, codigo: codeOf(panel, secreto) }
    expect((await marisela.ask('POST', '/segundo-factor/confirmar', given)).statusCode).toBe(200)
    expect(JSON.stringify(await rows(panel))).not.toContain(secreto)
    expect((await change(marisela, codeOf(panel, secreto))).statusCode).toBe(200)
  })

  test('one that was put there by hand, or comes from another row or another key, makes no code that counts', async () => {
    const panel = await open()
    const ana = await panel.owner('Ana')
    const marisela = await panel.owner('Marisela')
    const mine = newTotpSecret(panel.ctx.random)
    const theirs = (await rows(panel)).find((row) => row.id === ana.id)?.totp_secreto ?? ''
    const put = (totp_secreto: string) =>
      panel.ctx.db.write('x', (tx) =>
        tx.updateTable('operators').set({ totp_secreto }).where('id', '=', marisela.id).execute(),
      )
    await put(mine)
    expect((await change(marisela, codeOf(panel, mine))).json().code).toBe('CODIGO_INVALIDO')
    await put(theirs)
    expect((await change(marisela, ana.code())).json().code).toBe('CODIGO_INVALIDO')
    // A recovery code does not need the secret.
    expect((await change(ana, ana.code())).statusCode).toBe(200)
  })
})
