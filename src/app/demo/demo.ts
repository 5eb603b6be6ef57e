import { resolve } from 'node:path'
import { readConfig } from '#platform/server/config.ts'
import { fail, say, sayNotices, stopOnSignal } from '../server/say.ts'
import { serve } from '../server/serve.ts'
import { ensureDemoOperator } from './operator.ts'
import { seedDemo } from './seed.ts'

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
