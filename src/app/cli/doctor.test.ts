import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { sql as rawSql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { appliedSteps } from '#platform/server/db/migrate.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { listening } from '#platform/server/testing/listening.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { beat } from '../server/state/processes.ts'
import { KEY } from '../server/testing/copied-shop.ts'
import { openWellShop } from '../server/testing/well-shop.ts'
import type { Finding } from '../state-contract.ts'
import { doctorCommand } from './doctor.ts'

interface Said {
  nivel: string
  comprobaciones: Finding[]
}

onBothEngines('tombola doctor', (setup) => {
  /** A running shop, and the doctor in another process. */
  async function open() {
    const ctx = await openWellShop(setup)
    const config = { ...ctx.config, key: KEY }
    const look = async () => {
      const { data, text, failed } = await doctorCommand.look(config, [], {})
      return { ...(data as Said), text, failed }
    }
    return { ctx, look }
  }
  test('reports that nothing is to be done, and ends with 0', async () => {
    const { ctx, look } = await open()
    await beat(ctx)
    const found = await look()
    expect(found.comprobaciones.filter(({ nivel }) => nivel !== 'bien')).toEqual([])
    expect(found).toMatchObject({
      nivel: 'bien',
      failed: false,
      text: expect.stringMatching(/No hay nada que hacer\.$/),
    })
  })

  // What follows is read from rows; state.test.ts tells it on both.
  if (setup.engine === 'postgres') return

  test('where no server is alive it reports that, and the next step', async () => {
    const { look } = await open()
    const found = await look()
    expect(found).toMatchObject({ nivel: 'grave', failed: true })
    expect(found.text).toMatch(/^✗ Los servidores: Ningún servidor está encendido.*\n {4}Pide a quien cuida/m)
  })

  test('an older schema is reported, and left as it is; a database without a shop too', async () => {
    const { ctx, look } = await open()
    const stranger = await setup.stranger(ctx)
    const steps = (await appliedSteps(stranger.read)).sort()
    await stranger.write('x', (tx) => rawSql`delete from schema_steps where name = ${steps.at(-1)}`.execute(tx))
    const older = await look()
    expect(older).toMatchObject({ nivel: 'grave', failed: true, comprobaciones: [{ clave: 'base' }] })
    expect(older.text).toContain('versión anterior')
    expect((await appliedSteps(stranger.read)).sort()).toEqual(steps.slice(0, -1))
    await stranger.write('x', (tx) => rawSql`delete from schema_steps`.execute(tx))
    const texto = expect.stringMatching(/no hay una tienda|No hay base de datos/)
    expect(await look()).toMatchObject({ failed: true, comprobaciones: [{ clave: 'base', texto }] })
  })
})

onSqlite('tombola doctor where there is nothing', () => {
  test('it reports that there is no database, and makes none', async () => {
    const folder = newFolder()
    const { data, failed } = await doctorCommand.look(readConfig({ DATA_DIR: folder }), [], {})
    expect(failed).toBe(true)
    expect(data).toMatchObject({
      nivel: 'grave',
      comprobaciones: [{ clave: 'base', que_hacer: expect.stringContaining('DATA_DIR') }],
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('a database server that lets nobody in is reported, not thrown', async () => {
    // start-failure.test.ts waits for one that is not there.
    const DENIED = 'SFATAL\0C28P01\0Mpassword authentication failed\0\0'
    const server = createServer((socket) =>
      socket.once('data', () => socket.end(`E\0\0\0${String.fromCharCode(DENIED.length + 4)}${DENIED}`)),
    )
    const url = `postgresql://x@127.0.0.1:${await listening(server)}/x`
    const config = readConfig({ DATA_DIR: '/nowhere', DATABASE_URL: url })
    const { data, failed } = await doctorCommand.look(config, [], {})
    expect(failed).toBe(true)
    const que_hacer = expect.stringContaining('PostgreSQL no deja entrar con DATABASE_URL')
    expect(data).toMatchObject({ nivel: 'grave', comprobaciones: [{ clave: 'base', que_hacer }] })
  })
})
