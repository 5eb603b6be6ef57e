import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { settingOf } from '#app/server/testing/desk.ts'
import { openShop } from '#app/server/testing/shop.ts'
import { startJobs } from '#platform/server/jobs/start-jobs.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { listening } from '#platform/server/testing/listening.ts'
import { ratesJob } from '#rates/server/fetch-rate.ts'

/** A public source as the server reaches it, on this machine. */
const PUBLIC = 'https://tasa.ejemplo.com'
let broken = false
const source = createServer((request, response) => {
  const moneda = request.url?.includes('euros') ? 'EUR' : 'USD'
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    broken
      ? '{"secreto": 1}'
      : JSON.stringify({ moneda, promedio: 600.5, fechaActualizacion: '2026-11-20T00:00:00-04:00' }),
  )
})

onSqlite('a source of rates, set in the panel', (setup) => {
  test('is tried, kept, and asked immediately without a restart', async () => {
    const { ctx, freshCode, ...opened } = await settingOf(await openShop(setup), 'tasa')
    const port = await listening(source)
    const asked: string[] = []
    ctx.fetch = (url, init) => {
      asked.push(String(url))
      return fetch(String(url).replace(PUBLIC, `http://127.0.0.1:${port}`), init)
    }
    const save = (fuente: string, codigo?: string) => opened.save({ valor: { fuente }, codigo })
    const codigo = freshCode()
    for (const fuente of [
      'http://127.0.0.1/',
      'https://169.254.169.254/',
      'https://caja.local',
      'https://a:b@c.com',
      'file:///etc/passwd',
    ])
      expect(Object.keys((await save(fuente, codigo)).json().campos), fuente).toEqual([
        expect.stringMatching(/^(valor\.)?fuente$/),
      ])
    expect(asked).toEqual([])

    const stop = startJobs(ctx, [ratesJob(ctx)])
    broken = true
    const refused = await save(PUBLIC, codigo)
    expect(refused.json()).toMatchObject({ code: 'FUENTE_NO_SIRVE', permiso: expect.any(String) })
    expect(refused.body).not.toContain('secreto')
    broken = false
    expect((await save(PUBLIC, freshCode())).statusCode).toBe(200)
    await expect
      .poll(() => ctx.db.read.selectFrom('rates').select('fuente').execute())
      .toContainEqual({ fuente: 'tasa.ejemplo.com' })
    await stop()
  })
})
