import { generateSync } from 'otplib'
import { expect, test, vi } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createPasswordLink, setPasswordByLink } from '../account/forgotten-password.ts'
import { openPanel, PASSWORD, type Panel } from '../testing/panel.ts'

/** Another request's work while a password is checked or hashed: both are slow. */
const meanwhile = vi.hoisted(() => ({
  check: null as null | (() => Promise<void>),
  hash: null as null | (() => Promise<void>),
}))
vi.mock('./password.ts', async (load) => {
  const real = await load<typeof import('./password.ts')>()
  const interrupt = async (when: 'check' | 'hash') => {
    const job = meanwhile[when]
    meanwhile[when] = null
    await job?.()
  }
  return {
    ...real,
    async checkPassword(...given: Parameters<typeof real.checkPassword>) {
      const right = await real.checkPassword(...given)
      await interrupt('check')
      return right
    },
    async hashPassword(...given: Parameters<typeof real.hashPassword>) {
      const made = await real.hashPassword(...given)
      await interrupt('hash')
      return made
    },
  }
})

const ANOTHER = 'otra frase muy distinta'

async function resetByLink({ ctx }: Panel, correo: string): Promise<void> {
  const link = await createPasswordLink(ctx, correo, TESTER)
  await setPasswordByLink(ctx, link.split('#')[1]?.split('=').at(-1) ?? '', ANOTHER)
}

onBothEngines('a password that becomes another', (setup) => {
  test('while it is checked opens nothing; neither does that of an operator put out meanwhile', async () => {
    const panel = await openPanel(setup)
    const { id, correo } = await panel.join('Marisela')
    const enter = () => panel.ask('POST', '/sesion', { correo, clave: PASSWORD })
    meanwhile.check = () => resetByLink(panel, correo)
    expect((await enter()).json()).toMatchObject({ code: 'CREDENCIALES_INVALIDAS' })
    await panel.enter(correo, { clave: ANOTHER })
    meanwhile.check = () => setColumns(panel.ctx, 'operators', { baja_en: panel.ctx.clock.now() }, { id })
    const late = await panel.ask('POST', '/sesion', { correo, clave: ANOTHER })
    expect(late.json()).toMatchObject({ code: 'CREDENCIALES_INVALIDAS' })
  })

  test('while somebody who knew it changes it stays what its owner made of it', async () => {
    const panel = await openPanel(setup)
    const thief = await panel.join('Marisela')
    meanwhile.hash = () => resetByLink(panel, thief.correo)
    const change = await thief.ask('POST', '/cuenta/clave', { actual: PASSWORD, nueva: 'la frase del ladrón' })
    expect(change.json()).toMatchObject({ code: 'CREDENCIALES_INVALIDAS' })
    expect(
      (await panel.ask('POST', '/sesion', { correo: thief.correo, clave: 'la frase del ladrón' })).statusCode,
    ).toBe(401)
    await panel.enter(thief.correo, { clave: ANOTHER })
  })

  test('while somebody who knew it turns on a second factor, none is on', async () => {
    const panel = await openPanel(setup)
    const thief = await panel.join('Marisela')
    const { secreto } = (await thief.ask('POST', '/segundo-factor')).json()
    const codigo = generateSync({ secret: secreto, epoch: Math.floor(panel.ctx.clock.now() / 1000) })
    meanwhile.check = () => resetByLink(panel, thief.correo)
    const refused = await thief.ask('POST', '/segundo-factor/confirmar', { codigo, clave: PASSWORD })
    expect(refused.json()).toMatchObject({ code: 'CREDENCIALES_INVALIDAS' })
    // She needs only her own password.
    const owner = await panel.enter(thief.correo, { clave: ANOTHER })
    expect((await owner.ask('GET', '/estado')).json().operador.segundo_factor).toBe(false)
  })
})
