import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOperator, operatorCount } from '#operators/server/create-operator.ts'
import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'

const FILE = 'operador-de-muestra.json'
const CORREO = 'marisela@ejemplo.test'

/** The demo's owner. The password is made once and kept beside the data, so that every start can print it. */
export async function ensureDemoOperator(ctx: Ctx): Promise<{ correo: string; clave: string }> {
  const path = join(ctx.config.dataDir, FILE)
  if ((await operatorCount(ctx)) > 0) {
    const kept = await readFile(path, 'utf8').catch(() => null)
    if (kept !== null) return JSON.parse(kept) as { correo: string; clave: string }
    return { correo: CORREO, clave: '(la que elegiste)' }
  }
  const operator = { correo: CORREO, clave: randomId(ctx.random) }
  await createOperator(ctx, { nombre: 'Marisela Ortiz', rol: 'dueno', ...operator }, 'sistema')
  await writeFile(path, JSON.stringify(operator), { mode: 0o600 })
  return operator
}
