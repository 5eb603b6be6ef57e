import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { ensureBuilt } from '../build.ts'
import { createApp } from '../create-app.ts'
import { addDraft, openShop, signInAgain } from '../testing/shop.ts'
import { rafflePreview } from './raffle-preview.ts'

const WHO = { correo: 'lee@ejemplo.test', clave: 'una frase larga y propia' }

async function open(setup: Setup) {
  await ensureBuilt()
  const { ctx, app: api } = await openShop(setup)
  const app = await createApp(ctx, null)
  await rafflePreview(app, ctx)
  await quickOperator(ctx, { nombre: 'Lee', rol: 'lector', ...WHO }, TESTER)
  const headers = await signInAgain(api, WHO)
  return { app, id: await addDraft(ctx, { titulo: 'Todavía no' }), headers }
}

onSqlite('the preview of a raffle', (setup) => {
  test('a draft looks as if it were sold, for operators only, and nothing of it runs', async () => {
    const { app, id, headers } = await open(setup)
    const url = `/api/panel/rifas/${id}/vista`
    expect((await app.inject(url)).statusCode).toBe(401)
    const page = await app.inject({ url: `${url}?pagina=B`, headers })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<h1>Todavía no</h1>')
    expect(page.body).toContain('Adquiere tus Boletos')
    expect(page.body).toContain('Al agotarse')
    expect(page.body).not.toContain('<script')
    expect(page.headers['content-security-policy']).toContain("script-src 'none'")
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(page.headers['cache-control']).toBe('no-store')
    expect((await app.inject({ url: '/api/panel/rifas/999/vista', headers })).statusCode).toBe(404)
  })

  test('typed text is drawn and not kept', async () => {
    const { app, id, headers } = await open(setup)
    const draw = (campos: object, more: object = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/panel/rifas/${id}/vista`,
        headers: { ...headers, ...more },
        payload: { pagina: 'A', campos },
      })
    const drawn = await draw({ titulo: 'Otro <b>título</b>', minimo: 7, descripcion: 'x<img src=y onerror=z()>' })
    const { html } = drawn.json<{ html: string }>()
    expect(html).toContain('Otro &lt;b&gt;título&lt;/b&gt;')
    expect(html).toContain('min="7"')
    for (const part of ['<html', '<script', '<style', 'onerror']) expect(html).not.toContain(part)
    expect((await app.inject({ url: `/api/panel/rifas/${id}/vista`, headers })).body).toContain('<h1>Todavía no</h1>')
    expect((await draw({ precio: 'gratis' })).statusCode).toBe(422)
    expect((await draw({}, { origin: 'https://malo.test' })).statusCode).toBe(403)
  })
})
