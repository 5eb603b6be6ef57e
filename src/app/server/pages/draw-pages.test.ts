import { expect, test } from 'vitest'
import { sampleLeague } from '#draw/server/testing/sample-draw.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { updateRaffle } from '#raffles/server/store.ts'
import { UNRULED } from '#raffles/unruled.ts'
import { changeSite } from '#site/server/change-site.ts'
import { putChain } from '../testing/led-draw.ts'
import { openPages } from '../testing/open-pages.ts'
import { atClose, buy, HOUR, openRuled, pay, tick } from '../testing/ruled-shop.ts'
import { addDraft, openShop, type Shop } from '../testing/shop.ts'

async function pagesOf({ ctx, id }: Shop, apiHost = '') {
  await changeSite(ctx, { rifa_a: id, rifa_b: id }, TESTER)
  const app = await openPages(ctx, apiHost)
  return async (url: string) => {
    const page = await app.inject(url)
    return {
      ...page,
      statusCode: page.statusCode,
      body: page.body.replace(/<script type="application.*?<\/script>|<!-- -->/gs, ''),
    }
  }
}

const documentOf = async ({ app, id }: Shop) => (await app.inject(`/api/rifas/${id}/sorteo`)).json()

onSqlite('the draw on the pages of its raffle', (setup) => {
  test('the rule is there in plain words with its hash, and how far the draw is, without a script', async () => {
    const shop = await openRuled(setup)
    const page = await pagesOf(shop)
    const { regla_sha256 } = await documentOf(shop)
    const selling = (await page('/rifa')).body
    expect(selling).toContain('Cómo se decide quién gana')
    expect(selling).toContain('sábado 21 de noviembre de 2026, 8:00\u00a0p.\u00a0m.')
    expect(selling).toContain(regla_sha256)
    // No other end of its sale than the rule's, on the page and in its previews.
    for (const shown of [selling, (await page('/')).body]) {
      expect(shown).toContain('Sorteo: 22 de Noviembre')
      expect(shown).not.toContain('Al vender 80%')
    }
    expect(selling).toContain(`href="/rifa/${shop.id}/verificar"`)
    await buy(shop)
    await pay(shop)
    atClose(shop)
    await tick(shop)
    const reviewing = (await page('/rifa')).body
    expect(reviewing).toContain('Se están revisando los últimos pagos, hasta el 22 de noviembre, 8:00\u00a0a.\u00a0m.')
    atClose(shop, 12 * HOUR)
    await tick(shop)
    const { lista_sha256 } = await documentOf(shop)
    const frozen = (await page('/rifa')).body
    expect(frozen).toContain('Participan 2 números')
    expect(frozen).toContain(lista_sha256)
    expect(frozen).toMatch(/Falta la ronda \d+ del azar público, que sale el 22 de noviembre, 9:00\u00a0a\.\u00a0m\./)
  })

  test.each([
    [{ tipo: 'porcentaje', porcentaje: 60, limite: '2026-11-21T20:00:00-04:00' }, 'Al vender 60%'],
    [{ tipo: 'agotarse', limite: null }, 'Al agotarse'],
  ] as const)('a sale that ends by sold tickets says so: %o', async (cierre, said) => {
    const page = await pagesOf(await openRuled(setup, { cierre }))
    expect((await page('/rifa')).body).toContain(`Sorteo: ${said}`)
  })

  test('a chain of somebody is no public beacon, on the page either', async () => {
    const shop = await openRuled(setup)
    const page = await pagesOf(shop)
    const real = (await page('/rifa')).body
    expect(real).toContain('un azar público (drand)')
    expect(real).not.toContain('ensayo')
    await putChain(shop, sampleLeague())
    const sample = (await page('/rifa')).body
    expect(sample).toContain('Azar de muestra: este sorteo es un ensayo y no vale.')
    expect(sample).not.toContain('drand')
  })

  test('a raffle without a rule says nothing of it, and has nothing to verify', async () => {
    const shop = await openShop(setup)
    const page = await pagesOf(shop)
    const { body } = await page('/rifa')
    expect(['Cómo se decide', '/verificar'].filter((text) => body.includes(text))).toEqual([])
    for (const id of [shop.id, 99, 0, 'x', '1x'])
      expect((await page(`/rifa/${id}/verificar`)).statusCode, `${id}`).toBe(404)
  })

  test('a draw that ended with a typed number is marked everywhere as one that nobody can check', async () => {
    const shop = await openShop(setup)
    const page = await pagesOf(shop)
    await shop.ctx.db.write(`rifa:${shop.id}`, (tx) =>
      updateRaffle(tx, shop.id, { estado: 'sorteada', numero_ganador: '07' }),
    )
    for (const url of ['/rifa', `/rifa/${shop.id}`, `/rifa/${shop.id}/verificar`, '/rifas-anteriores']) {
      const { statusCode, body } = await page(url)
      expect([statusCode, body.includes('07'), body.includes(UNRULED)], url).toEqual([200, true, true])
      expect(body.includes('Al vender 80%'), url).toBe(false)
    }
  })

  test('its verification can be linked, and its policy lets nothing but its own worker compute', async () => {
    const shop = await openRuled(setup)
    const page = await pagesOf(shop)
    const { statusCode, body, headers } = await page(`/rifa/${shop.id}/verificar`)
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Verificar el sorteo de Moto 200 cc · Tómbola</title>')
    expect(body).toContain(`/rifa/${shop.id}/verificar">`)
    expect(headers['content-security-policy']).toContain("worker-src 'self';")
    // Another host knows its own raffles: keeping pages for every made-up address would fill this one's memory.
    const elsewhere = await pagesOf(shop, 'https://api.example')
    const other = await elsewhere('/rifa/4711/verificar')
    expect([other.statusCode, other.body.includes('Moto 200 cc')]).toEqual([200, false])
  })

  test('finished raffles are listed page by page, with a list that search engines read', async () => {
    const shop = await openShop(setup)
    for (let which = 1; which <= 13; which++) {
      const id = await addDraft(shop.ctx, { titulo: `Nevera ${which}` })
      await shop.ctx.db.write(`rifa:${id}`, (tx) =>
        updateRaffle(tx, id, { estado: 'sorteada', numero_ganador: '07', ganador: which === 13 ? '' : 'José T.' }),
      )
    }
    const page = await pagesOf(shop)
    const [first, second] = [await page('/rifas-anteriores'), await page('/rifas-anteriores?pagina=2')]
    expect(first.body).toContain('Número no vendido')
    expect(first.body).toContain('href="/rifas-anteriores?pagina=2"')
    expect(second.body).toContain('<title>Rifas anteriores, página 2 · Tómbola</title>')
    expect(second.body).toContain('Página 2 de 2')
    expect([first.body, second.body].map((body) => body.includes('Nevera 1<'))).toEqual([false, true])
    for (const none of ['3', '0', 'x', ''])
      expect((await page(`/rifas-anteriores?pagina=${none}`)).statusCode).toBe(404)
    const app = await openPages(shop.ctx)
    const { body } = await app.inject({ url: '/rifas-anteriores', headers: { host: 'rifas.test' } })
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(data).toMatchObject({ '@type': 'ItemList' })
    expect(data.itemListElement[0]).toEqual({
      '@type': 'ListItem',
      position: 1,
      name: 'Nevera 13',
      url: 'http://rifas.test/rifas-anteriores',
    })
  })
})
