import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { newTotpSecret } from '../secrets.ts'
import { codeOf, openPanel, PASSWORD, type Panel, type Person } from '../testing/panel.ts'

/** Begins a second factor; the answer makes the code of the moment. */
async function begin(panel: Panel, person: Person): Promise<() => string> {
  const { secreto } = (await person.ask('POST', '/segundo-factor')).json()
  return () => codeAt(panel, secreto)
}

const codeAt = ({ ctx }: Panel, secret: string) => generateSync({ secret, epoch: Math.floor(ctx.clock.now() / 1000) })
/** A change that takes a fresh code. */
const change = (person: Person, codigo: string) => person.ask('POST', '/cuenta/codigos', { codigo })

function confirm(person: Person, codigo: string, more: Record<string, unknown> = { clave: PASSWORD }) {
  return person.ask('POST', '/segundo-factor/confirmar', { codigo, ...more })
}

onSqlite('a session alone against the second factor', (setup) => {
  test('a session without the password turns none on, and so changes nothing dangerous', async () => {
    const panel = await openPanel(setup)
    const stolen = await panel.join('Marisela')
    const ana = await panel.join('Ana', 'lector')
    const code = await begin(panel, stolen)
    expect((await confirm(stolen, code(), {})).statusCode).toBe(422)
    for (const clave of ['', 7, null, 'x'.repeat(201)]) {
      expect((await confirm(stolen, code(), { clave })).statusCode).toBe(422)
    }
    expect(codeOf(await confirm(stolen, code(), { clave: 'no es esta' }))).toBe('CREDENCIALES_INVALIDAS')
    const role = { rol: 'dueno', codigo: code() }
    expect(codeOf(await stolen.ask('POST', `/equipo/${ana.id}/rol`, role))).toBe('SEGUNDO_FACTOR_NECESARIO')
    expect((await stolen.ask('GET', '/estado')).json().operador.segundo_factor).toBe(false)
    expect(await panel.mails(stolen.correo)).toEqual([])
    // A refused password spends no code.
    expect((await confirm(stolen, code())).statusCode).toBe(200)
  })

  test('guesses at the password run out, for every session and every call that asks for it together', async () => {
    const panel = await openPanel(setup)
    const first = await panel.join('Marisela')
    const second = await panel.enter(first.correo)
    const code = await begin(panel, first)
    const told: (string | undefined)[] = []
    for (let guess = 0; guess < 6; guess++) {
      told.push(codeOf(await confirm(first, code(), { clave: `intento ${guess}` })))
      const change = { actual: `intento ${guess}`, nueva: 'otra frase larga y propia' }
      told.push(codeOf(await second.ask('POST', '/cuenta/clave', change)))
    }
    expect(told).toEqual([...Array(10).fill('CREDENCIALES_INVALIDAS'), ...Array(2).fill('DEMASIADOS_INTENTOS')])
    // Nor does the right one pass, so that nobody learns which it was.
    expect(codeOf(await confirm(second, code()))).toBe('DEMASIADOS_INTENTOS')
    panel.ctx.clock.advance(3 * 60_000)
    expect((await confirm(second, code())).statusCode).toBe(200)
  })

  test('with the right password a wrong code still turns nothing on', async () => {
    const panel = await openPanel(setup)
    const marisela = await panel.join('Marisela')
    const code = await begin(panel, marisela)
    expect(codeOf(await confirm(marisela, '000000'))).toBe('CODIGO_INVALIDO')
    const both = await Promise.all([confirm(marisela, code()), confirm(marisela, code())])
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    expect(await panel.mails(marisela.correo)).toEqual(['Activaste tu segundo paso'])
  })

  test('on, renewed and off: each is told by mail and written down, and the other sessions and codes end', async () => {
    const panel = await openPanel(setup)
    const marisela = await panel.join('Marisela')
    const code = await begin(panel, marisela)
    const before = await panel.enter(marisela.correo)
    const [old] = (await confirm(marisela, code())).json().codigos
    expect(codeOf(await before.ask('GET', '/cuenta'))).toBe('NO_AUTENTICADO')

    const next = () => {
      panel.ctx.clock.advance(30_000)
      return code()
    }
    const renewed = await change(marisela, next())
    const [first, second] = renewed.json().codigos
    expect(new Set(renewed.json().codigos).size).toBe(10)
    const left = async () => (await marisela.ask('GET', '/cuenta')).json().codigos_restantes
    expect(await left()).toBe(10)
    expect(codeOf(await marisela.ask('DELETE', '/segundo-factor', { codigo: old }))).toBe('CODIGO_INVALIDO')
    const codes = panel.ctx.db.read.selectFrom('operator_recovery_codes').selectAll()
    for (const kept of renewed.json().codigos) expect(JSON.stringify(await codes.execute())).not.toContain(kept)
    const typed = first.toLowerCase().replaceAll('-', ' ')
    const other = await panel.enter(marisela.correo, { codigo: typed })
    expect(await left()).toBe(9)
    expect(codeOf(await marisela.ask('DELETE', '/segundo-factor', { codigo: typed }))).toBe('CODIGO_INVALIDO')
    expect((await other.ask('GET', '/cuenta')).statusCode).toBe(200)
    expect((await marisela.ask('DELETE', '/segundo-factor', { codigo: second })).statusCode).toBe(204)
    expect(codeOf(await other.ask('GET', '/cuenta'))).toBe('NO_AUTENTICADO')
    expect((await marisela.ask('GET', '/cuenta')).statusCode).toBe(200)
    expect(await codes.execute()).toEqual([])

    const entered = 'Entraste desde un dispositivo nuevo'
    expect((await panel.mails(marisela.correo)).filter((subject) => subject !== entered)).toEqual([
      'Activaste tu segundo paso',
      'Renovaste tus códigos de recuperación',
      'Quitaste tu segundo paso',
    ])
    const { id } = marisela
    const removal = { operador_id: id, para: 'quitar tu segundo paso' }
    expect((await panel.lines()).filter(({ accion }) => !/entrada|creado/.test(accion))).toEqual([
      { actor: 'Marisela', accion: 'segundo factor activado', datos: { operador_id: id } },
      { actor: 'Marisela', accion: 'códigos de recuperación renovados', datos: { operador_id: id, con: 'aplicacion' } },
      { actor: 'Marisela', accion: 'segundo factor fallido', datos: removal },
      { actor: 'Marisela', accion: 'segundo factor fallido', datos: removal },
      { actor: 'Marisela', accion: 'código de recuperación usado', datos: removal },
      { actor: 'Marisela', accion: 'segundo factor quitado', datos: { operador_id: id, con: 'recuperacion' } },
    ])
  })
})

onSqlite('a second factor after the clock was ahead', (setup) => {
  test('by years: codes of now count again, and each only once, also when that time comes', async () => {
    const panel = await openPanel(setup)
    const { clock } = panel.ctx
    const marisela = await panel.join('Marisela')
    const code = await begin(panel, marisela)
    await confirm(marisela, code())
    const jump = 5 * 365 * 86_400_000
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
    const { totp_paso } = await panel.ctx.db.read.selectFrom('operators').select('totp_paso').executeTakeFirstOrThrow()
    expect(totp_paso * 30_000).toBeLessThan(start + 2 * 60_000)
    const late = await panel.ask('POST', '/sesion', { correo: marisela.correo, clave: PASSWORD, codigo: future })
    expect(late.json().code).toBe('CODIGO_INVALIDO')
  })
})

onSqlite('the secrets of applications in the database', (setup) => {
  const rows = (panel: Panel) => panel.ctx.db.read.selectFrom('operators').selectAll().orderBy('id').execute()
  function nextCode(panel: Panel, secret: string): string {
    panel.ctx.clock.advance(30_000)
    return codeAt(panel, secret)
  }

  test('none is there in clear, while it waits or when it is on', async () => {
    const panel = await openPanel(setup)
    const marisela = await panel.join('Marisela')
    const { secreto } = (await marisela.ask('POST', '/segundo-factor')).json()
    expect(JSON.stringify(await rows(panel))).not.toContain(secreto)
    expect((await confirm(marisela, nextCode(panel, secreto))).statusCode).toBe(200)
    expect(JSON.stringify(await rows(panel))).not.toContain(secreto)
    expect((await change(marisela, nextCode(panel, secreto))).statusCode).toBe(200)
  })

  test('one that was put there by hand, or comes from another row or another key, makes no code that counts', async () => {
    const panel = await openPanel(setup)
    const ana = await panel.owner('Ana')
    const marisela = await panel.owner('Marisela')
    const mine = newTotpSecret(panel.ctx.random)
    const theirs = (await rows(panel)).find((row) => row.id === ana.id)?.totp_secreto ?? ''
    const put = (totp_secreto: string) => setColumns(panel.ctx, 'operators', { totp_secreto }, { id: marisela.id })
    await put(mine)
    expect((await change(marisela, nextCode(panel, mine))).json().code).toBe('CODIGO_INVALIDO')
    await put(theirs)
    expect((await change(marisela, ana.code())).json().code).toBe('CODIGO_INVALIDO')
    // A recovery code does not need the secret.
    expect((await change(ana, ana.code())).statusCode).toBe(200)
  })
})
