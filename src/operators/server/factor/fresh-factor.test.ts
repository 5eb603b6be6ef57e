import { expect, test } from 'vitest'
import type { Operator } from '#access/contract.ts'
import { describeBrowser } from '#access/server/session.ts'
import { schema } from '#app/server/schema.ts'
import { CONSOLE } from '#journal/actor.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onSqlite, type TestCtx } from '#platform/server/testing/engines.ts'
import { alertOwners } from '../account/alert-owners.ts'
import { listOwners } from '../store.ts'
import { PASSWORD } from '../testing/panel.ts'
import { quickOperator } from '../testing/quick-operator.ts'
import { giveSecondFactor } from '../testing/second-factor.ts'
import { requireFreshFactor } from './require-fresh-factor.ts'

async function person(ctx: TestCtx, nombre: string, rol: Operator['rol'] = 'dueno'): Promise<Operator> {
  const correo = `${nombre.toLowerCase()}@ejemplo.test`
  return quickOperator(ctx, { nombre, correo, clave: PASSWORD, rol }, CONSOLE)
}

onSqlite('a fresh second factor', (setup) => {
  test('is asked of an owner who has one, once for each code, also at the same instant', async () => {
    const ctx = await setup.context({ schema })
    const owner = await person(ctx, 'Marisela')
    const attempt = (code: string, operator = { ...owner, segundo_factor: true }) =>
      requireFreshFactor(ctx, operator, code, 'cambiar dónde pagan').catch((error) => error.code)
    expect(await attempt('000000', owner)).toBe('SEGUNDO_FACTOR_NECESARIO')
    const freshCode = await giveSecondFactor(ctx, owner.correo)
    const code = freshCode()
    expect((await Promise.all([attempt(code), attempt(code)])).sort()).toEqual(['CODIGO_INVALIDO', 'aplicacion'])
    expect(await attempt(code)).toBe('CODIGO_INVALIDO')
    expect(await attempt(freshCode())).toBe('aplicacion')
    const failed = { actor: 'Marisela', datos: { operador_id: owner.id, para: 'cambiar dónde pagan' } }
    expect(await readDeeds(ctx, 'segundo factor fallido')).toMatchObject([failed, failed])
  })

  // abuse.md, A8.
  test('a used code is accepted in none of 100 replays, immediately and later', async () => {
    const ctx = await setup.context({ schema, config: { abuseLimits: false } })
    const owner = { ...(await person(ctx, 'Marisela')), segundo_factor: true }
    const code = (await giveSecondFactor(ctx, owner.correo))()
    const attempt = () => requireFreshFactor(ctx, owner, code, 'prueba').catch((error) => error.code)
    expect(await attempt()).toBe('aplicacion')
    const replays = await Promise.all(Array.from({ length: 50 }, attempt))
    ctx.clock.advance(29_000)
    replays.push(...(await Promise.all(Array.from({ length: 50 }, attempt))))
    expect(new Set(replays)).toEqual(new Set(['CODIGO_INVALIDO']))
    expect(replays).toHaveLength(100)
  })

  test('guesses run out, and right codes do not use them up', async () => {
    const ctx = await setup.context({ schema })
    const owner = { ...(await person(ctx, 'Marisela')), segundo_factor: true }
    const freshCode = await giveSecondFactor(ctx, owner.correo)
    for (let change = 0; change < 25; change++) {
      expect(await requireFreshFactor(ctx, owner, freshCode(), 'prueba')).toBe('aplicacion')
    }
    const codes = new Set<string>()
    for (let guess = 0; guess < 12; guess++) {
      codes.add(await requireFreshFactor(ctx, owner, '000000', 'prueba').catch((error) => error.code))
    }
    expect(codes).toEqual(new Set(['CODIGO_INVALIDO', 'DEMASIADOS_INTENTOS']))
  })

  test('an alert reaches every owner who may enter, once, and nobody else', async () => {
    const ctx = await setup.context({ schema })
    const owner = await person(ctx, 'Marisela')
    await person(ctx, 'Ana')
    await person(ctx, 'Rafael', 'revisor')
    const gone = await person(ctx, 'Pedro')
    await setColumns(ctx, 'operators', { baja_en: ctx.clock.now() }, { id: gone.id })
    expect((await listOwners(ctx.db.read)).map(({ nombre }) => nombre)).toEqual(['Marisela', 'Ana'])
    const alert = {
      clave: 'cobro:1:version:2',
      titulo: 'Cambió dónde te pagan por Pago Móvil',
      parrafos: [`${owner.nombre} lo cambió.`],
      datos: [['Teléfono', '0412-0000000 → 0414-0000000']] as const,
    }
    const site = { nombre: 'Rifas La Ceiba', color: '#ffa53d' }
    for (let time = 0; time < 2; time++) await ctx.db.write('sitio', (tx) => alertOwners(ctx, tx, site, alert))
    const mails = await readMails(ctx)
    expect(mails.map(({ para }) => para)).toEqual(['marisela@ejemplo.test', 'ana@ejemplo.test'])
    expect(mails[0]?.asunto).toBe('Cambió dónde te pagan por Pago Móvil · Rifas La Ceiba')
    expect(mails[0]?.texto).toContain('Teléfono: 0412-0000000 → 0414-0000000')
  })
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A135M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Chrome en Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  ['<script>alert(1)</script>\r\nBcc: x@y.test', 'Navegador desconocido'],
  ['', 'Navegador desconocido'],
])('%s is told as %s', (agent, told) => {
  expect(describeBrowser(agent)).toBe(told)
})
