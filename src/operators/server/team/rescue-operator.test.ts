import { expect, test } from 'vitest'
import { CONSOLE } from '#journal/actor.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createPasswordLink } from '../account/forgotten-password.ts'
import { openPanel, PASSWORD } from '../testing/panel.ts'
import { removeSecondFactorOf } from './change-member.ts'

onSqlite('the way back in from the console', (setup) => {
  test('an owner who lost phone and password enters again', async () => {
    const panel = await openPanel(setup)
    const marisela = await panel.owner('Marisela')
    const enlace = await createPasswordLink(panel.ctx, marisela.correo, CONSOLE)
    expect(enlace).toMatch(/^http:\/\/localhost:\d+\/panel\/clave#[\w-]{43}$/)
    const clave = 'otra frase larga y propia'
    await panel.ask('POST', '/clave/nueva', { token: enlace.split('#')[1] ?? '', clave })
    await expect(panel.enter(marisela.correo, { clave })).rejects.toThrow('CODIGO_REQUERIDO')
    await removeSecondFactorOf(panel.ctx, marisela.correo, CONSOLE)
    await panel.enter(marisela.correo, { clave })
    expect((await panel.lines()).map(({ actor, accion }) => `${actor}: ${accion}`)).toEqual([
      'consola: operador creado',
      'Marisela: entrada al panel',
      'consola: enlace de clave creado',
      'Marisela: clave restablecida',
      'consola: segundo factor quitado',
      'Marisela: entrada al panel',
    ])
    await expect(panel.enter(marisela.correo, { clave: PASSWORD })).rejects.toThrow('CREDENCIALES_INVALIDAS')
  })

  test('nobody is rescued under a mail that nobody enters with', async () => {
    const panel = await openPanel(setup)
    for (const rescue of [createPasswordLink, removeSecondFactorOf]) {
      await expect(rescue(panel.ctx, 'nadie@ejemplo.test', CONSOLE)).rejects.toMatchObject({ code: 'NO_EXISTE' })
    }
  })
})
