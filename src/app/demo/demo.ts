import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SYSTEM } from '#journal/actor.ts'
import { createOperator, operatorCount } from '#operators/server/create-operator.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'
import { fail, say, sayNotices, stopOnSignal } from '../server/say.ts'
import { serve } from '../server/serve.ts'
import { seedDemo } from './seed.ts'

const FILE = 'operador-de-muestra.json'
const CORREO = 'marisela@ejemplo.test'

const FOLDER = '.demo'

/** `npm run demo`: the product with sample data in a folder of its own. Starting it again finds what it left. */
try {
  const config = readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] || resolve(FOLDER) })
  // Invented people have invented addresses: nothing may leave, whatever this machine is set up for.
  config.mail.smtpUrl = null
  let operator = { correo: '', clave: '' }
  const running = await serve(config, async (ctx) => {
    operator = await ensureDemoOperator(ctx)
    await seedDemo(ctx)
  })
  stopOnSignal(running)
  say(`Tómbola de muestra: ${running.address}`)
  say(`Panel: ${running.address}/panel · correo ${operator.correo} · clave ${operator.clave}`)
  sayNotices(running)
} catch (error) {
  fail(error)
}

/** The demo's owner. The password is made once and kept beside the data, so that every start can print it. */
async function ensureDemoOperator(ctx: Ctx): Promise<{ correo: string; clave: string }> {
  const path = join(ctx.config.dataDir, FILE)
  if ((await operatorCount(ctx)) > 0) {
    const kept = await readFile(path, 'utf8').catch(() => null)
    if (kept !== null) return JSON.parse(kept) as { correo: string; clave: string }
    return { correo: CORREO, clave: '(la que elegiste)' }
  }
  const operator = { correo: CORREO, clave: randomId(ctx.random) }
  await createOperator(ctx, { nombre: 'Marisela Ortiz', rol: 'dueno', ...operator }, SYSTEM)
  await writeFile(path, JSON.stringify(operator), { mode: 0o600 })
  return operator
}
