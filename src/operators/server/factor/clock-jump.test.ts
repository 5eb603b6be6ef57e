import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { openPanel, PASSWORD, type Person } from '../testing/panel.ts'

const HOUR = 3_600_000
const JUMPS = [
  ['an hour', HOUR],
  ['five years', 5 * 365 * 24 * HOUR],
] as const

const change = (person: Person, codigo: string) => person.ask('POST', '/cuenta/codigos', { codigo })

onSqlite('a second factor after the clock was ahead', (setup) => {
  async function open() {
    const panel = await openPanel(setup)
    const { clock } = panel.ctx
    const marisela = await panel.join('Marisela')
    const { secreto } = (await marisela.ask('POST', '/segundo-factor')).json()
    const code = () => generateSync({ secret: secreto, epoch: Math.floor(clock.now() / 1000) })
    await marisela.ask('POST', '/segundo-factor/confirmar', { clave: PASSWORD, codigo: code() })
    return { panel, clock, marisela, code }
  }

  test.each(JUMPS)('%s: codes of now count again, and each only once, also when that time comes', async (_, jump) => {
    const { panel, clock, marisela, code } = await open()
    const start = clock.now()
    clock.advance(30_000)
    const before = code()
    expect((await change(marisela, before)).statusCode).toBe(200)

    clock.set(start + jump)
    const ahead = await panel.enter(marisela.correo, { codigo: code() })
    const future = code()
    clock.advance(30_000)
    expect((await change(ahead, code())).statusCode).toBe(200)

    clock.set(start + 60_000)
    const back = await panel.enter(marisela.correo, { codigo: code() })
    // A code used before the jump stays used.
    expect((await change(back, before)).json().code).toBe('CODIGO_INVALIDO')
    const now = code()
    expect((await change(back, now)).json().code).toBe('CODIGO_INVALIDO')
    clock.advance(30_000)
    expect((await change(back, code())).statusCode).toBe(200)
    expect((await change(back, code())).json().code).toBe('CODIGO_INVALIDO')

    // The time at which the codes of the jump would count again: somebody who saw one then cannot use it now.
    clock.set(start + jump)
    const [{ totp_paso }] = (await panel.ctx.db.read.selectFrom('operators').select('totp_paso').execute()) as [
      { totp_paso: number },
    ]
    expect(totp_paso * 30_000).toBeLessThan(start + 2 * 60_000)
    const late = await panel.ask('POST', '/sesion', { correo: marisela.correo, clave: PASSWORD, codigo: future })
    expect(late.json().code).toBe('CODIGO_INVALIDO')
  })
})
