import { expect, test } from 'vitest'
import { type Operator, role } from '#access/contract.ts'
import { ROLE_DEEDS, ROLE_NAMES } from '#access/roles.ts'
import { verifyChains } from '#journal/server/verify-chains.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { codeOf, openPanel, PASSWORD, type Person, SMTP } from '../testing/panel.ts'
import { inviteOperator } from './invite-operator.ts'

const HOUR = 3_600_000

async function roleOf(person: Person): Promise<string | null> {
  return (await person.ask('GET', '/estado')).json().operador?.rol ?? null
}

onSqlite('the team', (setup) => {
  const open = (config = {}) => openPanel(setup, config)

  test('an invited person reads in the mail what the role may do', async () => {
    const panel = await open(SMTP)
    const marisela = await panel.owner('Marisela')
    for (const rol of role.options) {
      const correo = `${rol}@ejemplo.test`
      const body = { correo, rol, codigo: marisela.code() }
      expect((await marisela.ask('POST', '/equipo/invitaciones', body)).statusCode).toBe(201)
      const { asunto = '', texto = '' } = (await readMails(panel.ctx)).find(({ para }) => para === correo) ?? {}
      // The site once, in the subject: its own name is all that the title would repeat.
      expect(asunto).toBe('Te invitan al panel · Tómbola')
      const told = role.options.filter((one) => texto.replace(/\s+/g, ' ').includes(ROLE_DEEDS[one]))
      expect([rol, told, texto.includes(`el papel de ${ROLE_NAMES[rol]}`)]).toEqual([rol, [rol], true])
      panel.ctx.clock.advance(60_000)
    }
  })

  test('somebody is invited, accepts once, and is in with the given role', async () => {
    const panel = await open(SMTP)
    const marisela = await panel.owner('Marisela')
    const invite = (body = {}) =>
      marisela.ask('POST', '/equipo/invitaciones', {
        ...{ correo: ' Rafael@Ejemplo.test', rol: 'revisor', codigo: marisela.code() },
        ...body,
      })
    expect(codeOf(await invite({ codigo: '000000' }))).toBe('CODIGO_INVALIDO')
    const sent = await invite()
    expect(sent.statusCode, sent.body).toBe(201)
    expect(sent.json()).toMatchObject({ invitacion: { correo: 'rafael@ejemplo.test', rol: 'revisor' }, enlace: null })
    expect(await panel.mails(marisela.correo)).toContain('Hay una invitación nueva al panel')

    const token = await panel.tokenIn('rafael@ejemplo.test')
    const stored = await panel.ctx.db.read.selectFrom('operator_invitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(JSON.stringify(await panel.lines())).not.toContain('rafael@')
    expect((await panel.ask('POST', '/invitacion', { token })).json()).toEqual({
      ...{ correo: 'rafael@ejemplo.test', rol: 'revisor', invita: 'Marisela', sitio: 'Tómbola' },
    })
    const accept = (nombre: string) => panel.ask('POST', '/invitacion/aceptar', { token, nombre, clave: PASSWORD })
    expect(codeOf(await accept('MARÍSELA '))).toBe('NOMBRE_EN_USO')
    expect(codeOf(await accept('Consola'))).toBe('NOMBRE_EN_USO')
    const both = await Promise.all([accept('Rafael'), accept('Rafael P.')])
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([201, 404])
    expect(codeOf(await panel.ask('POST', '/invitacion', { token }))).toBe('ENLACE_VENCIDO')
    const rafael = await panel.enter('rafael@ejemplo.test')
    expect(await roleOf(rafael)).toBe('revisor')
    expect((await rafael.ask('GET', '/equipo')).statusCode).toBe(404)
    expect(codeOf(await invite())).toBe('CORREO_EN_USO')
    expect(await verifyChains(panel.ctx.db.read, signingKey(panel.ctx.keys))).toEqual([])
  })

  test('an invitation ends after 72 hours, when it is withdrawn, sent again, or its owner is no owner any more', async () => {
    const panel = await open()
    const marisela = await panel.owner('Marisela')
    const ana = await panel.owner('Ana')
    const invite = async (owner: typeof ana, correo: string) => {
      const answer = await owner.ask('POST', '/equipo/invitaciones', { correo, rol: 'dueno', codigo: owner.code() })
      // Without a mail server the owner hands the link over in person.
      return { id: answer.json().invitacion.id as number, token: String(answer.json().enlace).split('#')[1] ?? '' }
    }
    const counts = async (token: string) => (await panel.ask('POST', '/invitacion', { token })).statusCode === 200
    const old = await invite(marisela, 'a@ejemplo.test')
    panel.ctx.clock.advance(72 * HOUR - 1000)
    expect(await counts(old.token)).toBe(true)
    panel.ctx.clock.advance(1000)
    expect(await counts(old.token)).toBe(false)
    const again = await panel.enter(marisela.correo, { codigo: marisela.code() })
    const resent = await invite({ ...marisela, ...again }, 'a@ejemplo.test')
    expect(resent.id).toBe(old.id)
    expect(await counts(resent.token)).toBe(true)
    expect(await counts(old.token)).toBe(false)

    const anaAgain = { ...ana, ...(await panel.enter(ana.correo, { codigo: ana.code() })) }
    const hers = await invite(anaAgain, 'b@ejemplo.test')
    const withdrawn = await invite(anaAgain, 'c@ejemplo.test')
    expect((await again.ask('DELETE', `/equipo/invitaciones/${withdrawn.id}`)).statusCode).toBe(204)
    expect((await again.ask('DELETE', `/equipo/invitaciones/${withdrawn.id}`)).statusCode).toBe(404)
    expect(await counts(withdrawn.token)).toBe(false)
    expect(await counts(hers.token)).toBe(true)
    // Another name does not keep it out of reach.
    expect((await anaAgain.ask('POST', '/cuenta/nombre', { nombre: 'Ana Pérez' })).statusCode).toBe(200)
    expect((await again.ask('POST', `/equipo/${ana.id}/baja`, { codigo: marisela.code() })).statusCode).toBe(200)
    expect(await counts(hers.token)).toBe(false)
  })

  test('an owner that is put out while inviting leaves no invitation behind', async () => {
    const panel = await open()
    const marisela = await panel.owner('Marisela')
    const ana = await panel.owner('Ana')
    const before: Operator = (await ana.ask('GET', '/estado')).json().operador
    expect((await marisela.ask('POST', `/equipo/${ana.id}/baja`, { codigo: marisela.code() })).statusCode).toBe(200)
    // Her session was read before she lost access.
    const asked = { correo: 'b@ejemplo.test', rol: 'dueno' as const, codigo: ana.code() }
    await expect(inviteOperator(panel.ctx, before, asked)).rejects.toMatchObject({ status: 404 })
    expect((await marisela.ask('GET', '/equipo')).json().invitaciones).toEqual([])
  })

  test('a role changes immediately, in the open session, and every owner hears of it', async () => {
    const panel = await open()
    const marisela = await panel.owner('Marisela')
    const ana = await panel.owner('Ana')
    const rafael = await panel.join('Rafael', 'lector')
    const change = (rol: string) => marisela.ask('POST', `/equipo/${rafael.id}/rol`, { rol, codigo: marisela.code() })
    expect((await change('revisor')).json()).toMatchObject({ rol: 'revisor', activo: true })
    expect(await roleOf(rafael)).toBe('revisor')
    expect((await change('revisor')).statusCode).toBe(200)
    for (const correo of [marisela.correo, ana.correo, rafael.correo]) {
      expect(await panel.mails(correo)).toEqual(['Cambió el papel de Rafael'])
    }
    expect((await panel.lines()).filter(({ accion }) => accion === 'rol cambiado')).toEqual([
      {
        actor: 'Marisela',
        accion: 'rol cambiado',
        datos: {
          operador_id: rafael.id,
          nombre: 'Rafael',
          antes: { rol: 'lector' },
          ahora: { rol: 'revisor' },
          con: 'aplicacion',
        },
      },
    ])
    expect((await change('jefe')).statusCode).toBe(422)
    for (const path of ['/equipo/999/rol', '/equipo/x/rol']) {
      expect((await marisela.ask('POST', path, { rol: 'lector', codigo: marisela.code() })).statusCode).toBe(404)
    }
  })

  test('nobody changes their own access, and two owners who demote each other at once leave one', async () => {
    const panel = await open()
    const marisela = await panel.owner('Marisela')
    const ana = await panel.owner('Ana')
    const own = await marisela.ask('POST', `/equipo/${marisela.id}/baja`, { codigo: marisela.code() })
    expect(codeOf(own)).toBe('PROPIO_ACCESO')
    const codes = [marisela.code(), ana.code()]
    const answers = await Promise.all([
      marisela.ask('POST', `/equipo/${ana.id}/rol`, { rol: 'lector', codigo: codes[0] }),
      ana.ask('POST', `/equipo/${marisela.id}/baja`, { codigo: codes[1] }),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404])
    const owners = await panel.ctx.db.read
      .selectFrom('operators')
      .select('id')
      .where('rol', '=', 'dueno')
      .where('baja_en', 'is', null)
      .execute()
    expect(owners).toHaveLength(1)
  })

  test('an operator who is put out is out at once, does not enter, gets no link, and comes back as before', async () => {
    const panel = await open(SMTP)
    const marisela = await panel.owner('Marisela')
    const rafael = await panel.join('Rafael', 'revisor')
    await panel.ask('POST', '/clave/olvidada', { correo: rafael.correo })
    const token = await panel.tokenIn(rafael.correo)
    const out = await marisela.ask('POST', `/equipo/${rafael.id}/baja`, { codigo: marisela.code() })
    expect(out.json()).toMatchObject({ activo: false })
    expect(codeOf(await rafael.ask('GET', '/cuenta'))).toBe('NO_AUTENTICADO')
    await expect(panel.enter(rafael.correo)).rejects.toThrow('CREDENCIALES_INVALIDAS')
    expect(codeOf(await panel.ask('POST', '/clave/nueva', { token, clave: PASSWORD }))).toBe('ENLACE_VENCIDO')
    const before = (await panel.mails(rafael.correo)).length
    expect((await panel.ask('POST', '/clave/olvidada', { correo: rafael.correo })).statusCode).toBe(204)
    expect(await panel.mails(rafael.correo)).toHaveLength(before)
    await marisela.ask('POST', `/equipo/${rafael.id}/alta`, { codigo: marisela.code() })
    expect(await roleOf(await panel.enter(rafael.correo))).toBe('revisor')
  })

  test('an owner takes a lost second factor away, and gets no hold of the account', async () => {
    const panel = await open()
    const marisela = await panel.owner('Marisela')
    const ana = await panel.owner('Ana')
    await expect(panel.enter(ana.correo)).rejects.toThrow('CODIGO_REQUERIDO')
    const path = `/equipo/${ana.id}/quitar-segundo-factor`
    expect((await marisela.ask('POST', path, { codigo: marisela.code() })).json()).toMatchObject({
      segundo_factor: false,
    })
    expect(codeOf(await ana.ask('GET', '/cuenta'))).toBe('NO_AUTENTICADO')
    expect(await panel.mails(ana.correo)).toEqual(['Se quitó el segundo paso de Ana'])
    await expect(panel.enter(ana.correo, { clave: 'la que supone Marisela' })).rejects.toThrow('CREDENCIALES_INVALIDAS')
    await panel.enter(ana.correo)
  })
})
