import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { codeOf, openPanel, PASSWORD, type Panel, type Person } from '../testing/panel.ts'
import { softKey } from '../testing/soft-key.ts'

const ORIGIN = 'https://rifas.test'

async function register(person: Person & { code(): string }, key = softKey(), origin = ORIGIN) {
  const options = await person.ask('POST', '/cuenta/llaves/empezar', { codigo: person.code() })
  expect(options.statusCode, options.body).toBe(200)
  const llave = key.create(options.json(), origin)
  return { key, llave, answer: await person.ask('POST', '/cuenta/llaves', { nombre: 'Teléfono', llave }) }
}

onSqlite('keys as a second factor', (setup) => {
  // Keys belong to the host that visitors use, whatever host a request names.
  const open = async () => {
    const panel = await openPanel(setup, { publicUrl: 'https://rifas.test' })
    return { panel, marisela: await panel.owner('Marisela') }
  }
  const enter = (panel: Panel, more: Record<string, unknown>) =>
    panel.ask('POST', '/sesion', { correo: 'marisela@ejemplo.test', clave: PASSWORD, ...more })

  test('a key is added with a fresh code, once, told by mail, and its answer signs in once', async () => {
    const { panel, marisela } = await open()
    const { key, llave, answer } = await register(marisela)
    expect(answer.statusCode, answer.body).toBe(204)
    expect(codeOf(await marisela.ask('POST', '/cuenta/llaves', { nombre: 'Otra', llave }))).toBe('LLAVE_NO_SIRVE')
    expect((await marisela.ask('GET', '/cuenta')).json().llaves).toMatchObject([{ id: key.id, nombre: 'Teléfono' }])
    expect(await panel.mails(marisela.correo)).toEqual(['Agregaste una llave de acceso'])

    const asked = await enter(panel, {})
    expect(asked.json()).toMatchObject({ code: 'CODIGO_REQUERIDO', llave: { allowCredentials: [{ id: key.id }] } })
    const given = key.get(asked.json().llave, ORIGIN)
    const guessed = await enter(panel, { clave: 'otra clave cualquiera', llave: given })
    expect([guessed.statusCode, guessed.json().llave]).toEqual([401, undefined])
    const both = await Promise.all([enter(panel, { llave: given }), enter(panel, { llave: given })])
    expect(both.map((one) => one.statusCode).sort()).toEqual([200, 401])
    expect((await panel.lines()).at(-1)?.accion).toMatch(/segundo factor fallido|entrada al panel/)
  })

  test('an answer counts for its host, its key, its person, its purpose and five minutes', async () => {
    const { panel, marisela } = await open()
    const elsewhere = await register(marisela, softKey(), 'https://rifas.test.malo.test')
    expect(codeOf(elsewhere.answer)).toBe('LLAVE_NO_SIRVE')
    const { key } = await register(marisela)
    const ana = await panel.owner('Ana')
    const hers = await register(ana)
    const ask = async () => (await enter(panel, {})).json().llave
    const attempt = async (llave: object) => codeOf(await enter(panel, { llave }))
    expect(await attempt(key.get(await ask(), 'https://malo.test'))).toBe('CODIGO_INVALIDO')
    expect(await attempt(hers.key.get(await ask(), ORIGIN))).toBe('CODIGO_INVALIDO')
    expect(await attempt({ ...hers.key.get(await ask(), ORIGIN), id: key.id, rawId: key.id })).toBe('CODIGO_INVALIDO')
    const { challenge } = (await marisela.ask('POST', '/segundo-factor/llave')).json()
    expect(await attempt(key.get({ challenge, rpId: 'rifas.test' }, ORIGIN))).toBe('CODIGO_INVALIDO')
    const late = await ask()
    panel.ctx.clock.advance(5 * 60_000)
    expect(await attempt(key.get(late, ORIGIN))).toBe('CODIGO_INVALIDO')
    expect(await attempt({ id: key.id, response: { clientDataJSON: 'x' } })).toBe('CODIGO_INVALIDO')
    for (const bad of [{}, { id: 7, response: {} }, { id: key.id }, 'x']) {
      expect((await enter(panel, { llave: bad })).statusCode).toBe(422)
    }
  })

  test('a key gives a fresh code for one dangerous change, for a minute, to its operator alone', async () => {
    const { panel, marisela } = await open()
    const { key } = await register(marisela)
    const rafael = await panel.join('Rafael', 'lector')
    const fresh = async () => {
      const options = (await marisela.ask('POST', '/segundo-factor/llave')).json()
      const llave = key.get(options, ORIGIN)
      return (await marisela.ask('POST', '/segundo-factor/llave/confirmar', { llave })).json().codigo
    }
    const change = (rol: string, codigo: string, who: Person = marisela) =>
      who.ask('POST', `/equipo/${rafael.id}/rol`, { rol, codigo })
    const code = await fresh()
    const ana = await panel.owner('Ana')
    expect(codeOf(await change('revisor', code, ana))).toBe('CODIGO_INVALIDO')
    expect((await change('revisor', code)).json()).toMatchObject({ rol: 'revisor' })
    expect(codeOf(await change('lector', code))).toBe('CODIGO_INVALIDO')
    const late = await fresh()
    panel.ctx.clock.advance(60_000)
    expect(codeOf(await change('lector', late))).toBe('CODIGO_INVALIDO')
    expect((await panel.lines()).find(({ accion }) => accion === 'rol cambiado')?.datos).toMatchObject({ con: 'llave' })
    expect(codeOf(await rafael.ask('POST', '/segundo-factor/llave'))).toBe('NO_EXISTE')
  })

  test('a key is of one operator, and eleven that were begun together end as ten', async () => {
    const { panel, marisela } = await open()
    const { key } = await register(marisela)
    const ana = await panel.owner('Ana')
    // Her browser claims to have made Marisela's key: nothing is overwritten.
    expect(codeOf((await register(ana, key)).answer)).toBe('LLAVE_NO_SIRVE')
    expect(codeOf((await register(marisela, key)).answer)).toBe('LLAVE_NO_SIRVE')
    expect((await ana.ask('GET', '/cuenta')).json().llaves).toEqual([])
    for (let n = 0; n < 8; n++) await register(marisela)
    const begun = []
    for (let n = 0; n < 2; n++) {
      begun.push((await marisela.ask('POST', '/cuenta/llaves/empezar', { codigo: marisela.code() })).json())
    }
    const answers = []
    for (const options of begun) {
      const llave = softKey().create(options, ORIGIN)
      answers.push(await marisela.ask('POST', '/cuenta/llaves', { nombre: 'Otra', llave }))
    }
    expect(answers.map((answer) => answer.statusCode)).toEqual([204, 409])
    expect((await marisela.ask('GET', '/cuenta')).json().llaves).toHaveLength(10)
    const more = await marisela.ask('POST', '/cuenta/llaves/empezar', { codigo: marisela.code() })
    expect(codeOf(more)).toBe('DEMASIADAS_LLAVES')
  })

  test('without a second factor there is no key, one goes when its operator says so, and all go with it', async () => {
    const { panel, marisela } = await open()
    const rafael = await panel.join('Rafael', 'lector')
    expect(codeOf(await rafael.ask('POST', '/cuenta/llaves/empezar', { codigo: '123456' }))).toBe(
      'SEGUNDO_FACTOR_NECESARIO',
    )
    for (let n = 0; n < 2; n++) await register(marisela)
    const [{ id }] = (await marisela.ask('GET', '/cuenta')).json().llaves
    expect((await marisela.ask('DELETE', `/cuenta/llaves/${id}`)).statusCode).toBe(204)
    expect((await marisela.ask('DELETE', `/cuenta/llaves/${id}`)).statusCode).toBe(404)
    expect((await panel.mails(marisela.correo)).filter((subject) => subject.startsWith('Quitaste'))).toEqual([
      'Quitaste una llave de acceso',
    ])
    const begun = await marisela.ask('POST', '/cuenta/llaves/empezar', { codigo: marisela.code() })
    expect((await marisela.ask('DELETE', '/segundo-factor', { codigo: marisela.code() })).statusCode).toBe(204)
    // A key that was begun while it was on does not wait for the next one.
    const llave = softKey().create(begun.json(), ORIGIN)
    expect(codeOf(await marisela.ask('POST', '/cuenta/llaves', { nombre: 'Otra', llave }))).toBe('LLAVE_NO_SIRVE')
    expect((await marisela.ask('GET', '/cuenta')).json().llaves).toEqual([])
  })
})
