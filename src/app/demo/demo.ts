import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SYSTEM } from '#journal/actor.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import { countOperators } from '#operators/server/store.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'
import { fail, say, sayNotices, stopOnSignal } from '../server/say.ts'
import { serve } from '../server/serve.ts'
import { seedDemo } from './seed.ts'

const FILE = 'operador-de-muestra.json'
const OWNER = { nombre: 'Marisela Ortiz', correo: 'marisela@ejemplo.test', rol: 'dueno' } as const
/** The person who confirms the owner's entries of a draw. */
const SECOND = { nombre: 'Yohana Chirinos', correo: 'yohana@ejemplo.test', rol: 'revisor' } as const

const FOLDER = '.demo'

/** `npm run demo`: the product with sample data in a folder of its own. A second start finds the old data. */
try {
  const config = readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] || resolve(FOLDER) })
  // Invented people have invented addresses: nothing may leave, whatever this machine is set up for.
  config.mail.smtpUrl = null
  let keys: Keys[] = []
  const running = await serve(config, async (ctx) => {
    keys = await ensureTeam(ctx)
    await seedDemo(ctx, () => say('Llenando la tienda de muestra. Tarda un poco, solo la primera vez…'))
  })
  stopOnSignal(running)
  say(`Tómbola de muestra: ${running.address}`)
  for (const [place, { correo, clave }] of keys.entries())
    say(`${place === 0 ? `Panel: ${running.address}/panel` : 'Segunda persona'} · correo ${correo} · clave ${clave}`)
  sayNotices(running)
} catch (error) {
  fail(error)
}

interface Keys {
  correo: string
  clave: string
}

/** The demo's owner, and the other people who lead its draws. Passwords are made once and kept with the data, so that every start can print them. */
async function ensureTeam(ctx: Ctx): Promise<Keys[]> {
  const path = join(ctx.config.dataDir, FILE)
  if ((await countOperators(ctx.db.read)) > 0) {
    const kept = await readFile(path, 'utf8').catch(() => null)
    if (kept === null) return [{ correo: OWNER.correo, clave: '(la que elegiste)' }]
    const { segunda, ...owner } = JSON.parse(kept) as Keys & { segunda?: Keys }
    return segunda ? [owner, segunda] : [owner]
  }
  const [owner, segunda] = [OWNER, SECOND].map(({ correo }) => ({ correo, clave: randomId(ctx.random) })) as [
    Keys,
    Keys,
  ]
  await createOperator(ctx, { ...OWNER, clave: owner.clave }, SYSTEM)
  await createOperator(ctx, { ...SECOND, clave: segunda.clave }, SYSTEM)
  await writeFile(path, JSON.stringify({ ...owner, segunda }), { mode: 0o600 })
  return [owner, segunda]
}
