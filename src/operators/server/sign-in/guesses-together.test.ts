import { expect, test } from 'vitest'
import type { Operator } from '#access/contract.ts'
import type { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { onBothEngines, type TestCtx } from '#platform/server/testing/engines.ts'
import { requireFreshFactor } from '../factor/require-fresh-factor.ts'
import { openPanel } from '../testing/panel.ts'
import { signIn } from './sign-in.ts'
import { takeTry } from './spend-guess.ts'

const TRIES = 60

/** Every second request goes to the other process. @returns how many were checked, and not refused before. */
async function spread(over: readonly Ctx[], guess: (ctx: Ctx, n: number) => Promise<unknown>): Promise<number> {
  const codes = await Promise.all(
    Array.from({ length: TRIES }, (_, n) =>
      guess(over[n % over.length] as Ctx, n).then(
        () => 'right',
        ({ code }: AppError) => code,
      ),
    ),
  )
  return codes.filter((code) => code !== 'DEMASIADOS_INTENTOS').length
}

onBothEngines('guesses at two processes together', (setup) => {
  /** SQLite has one process at a time. */
  async function openBoth() {
    const { ctx, owner } = await openPanel(setup)
    const { id, correo } = await owner('Marisela')
    const operator: Operator = { id, nombre: 'Marisela', correo, rol: 'dueno', segundo_factor: true }
    return { ctx, both: [ctx, setup.engine === 'postgres' ? await setup.twin(ctx) : ctx], operator, correo }
  }

  const password = (correo: string) => (ctx: Ctx, n: number) =>
    signIn(
      ctx,
      { correo, clave: `intento número ${n}` },
      { ip: `10.0.${n}.1`, equipo: 'Chrome', sessionHash: null, deviceHash: null },
    )
  const code = (operator: Operator) => (ctx: Ctx, n: number) =>
    requireFreshFactor(ctx, operator, String(100_000 + n), 'prueba')

  test('at a password are as many as at one, from however many addresses', async () => {
    const { ctx, both, correo } = await openBoth()
    // She has entered once.
    expect(await spread(both, password(correo))).toBe(19)
    expect(await spread([await setup.twin(ctx)], password(correo))).toBe(0)
  })

  test('at the code of a signed-in operator too', async () => {
    const { ctx, both, operator } = await openBoth()
    expect(await spread(both, code(operator))).toBe(10)
    expect(await spread([await setup.twin(ctx)], code(operator))).toBe(0)
  })

  test('a permit is taken as often as it says', async () => {
    const { ctx, both } = await openBoth()
    const take = (from: Ctx) => from.db.write('operadores', (tx) => takeTry(tx, 'permiso', ctx.clock.now(), 5))
    const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => take(both[n % 2] as TestCtx)))
    expect(taken.filter(Boolean)).toHaveLength(5)
  })
})
