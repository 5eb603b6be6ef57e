import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { changeSite } from '#site/server/change-site.ts'
import { schema } from '../schema.ts'
import { openPages } from '../testing/open-pages.ts'
import { addDraft, addRaffle } from '../testing/shop.ts'

async function open(ctx: Ctx) {
  const app = await openPages(ctx)
  return async (url: string) => {
    const { statusCode, body } = await app.inject(url)
    return { statusCode, body, shown: /name="id_rifa"[^>]*value="(\d+)"/.exec(body)?.[1] }
  }
}

onSqlite('the address of a raffle', (setup) => {
  test('each is bought at its own, whatever both pages show, by the rules of the page that shows it', async () => {
    const ctx = await setup.context({ schema })
    const get = await open(ctx)
    const [first, second, third] = [await addRaffle(ctx), await addRaffle(ctx), await addRaffle(ctx)]
    const draft = await addDraft(ctx, { titulo: 'Casa' })
    await changeSite(ctx, { rifa_a: first, rifa_b: second }, TESTER)
    for (const id of [first, second, third]) expect((await get(`/rifa/${id}`)).shown).toBe(String(id))
    // The second page's rules go with its raffle: no words, a bar.
    expect((await get(`/rifa/${second}`)).body).toContain('Al agotarse')
    expect((await get(`/rifa/${third}`)).body).toContain('Al vender 80%')
    // A raffle that another page stops showing keeps its address.
    await changeSite(ctx, { rifa_a: third, rifa_b: third }, TESTER)
    expect((await get('/rifa')).shown).toBe(String(third))
    expect((await get(`/rifa/${first}`)).shown).toBe(String(first))
    expect((await get(`/rifa/${second}`)).body).toContain('Al vender 80%')
    const home = (await get('/')).body
    expect([...home.matchAll(/href="(\/rifa[^"]*)"/g)].map(([, href]) => href)).toEqual(
      expect.arrayContaining(['/rifa', `/rifa/${first}`, `/rifa/${second}`]),
    )
    expect(home).not.toContain('Casa')
    const map = (await get('/sitemap.xml')).body
    for (const path of [`/rifa/${first}`, `/rifa/${second}`, '/rifa']) expect(map).toContain(`${path}</loc>`)
    for (const none of [draft, 99, 0, -1, '1e3', '01x', '%31%30', '999999999999999999'])
      expect((await get(`/rifa/${none}`)).statusCode, String(none)).toBe(404)
  })

  test('one that waits for its draw is apart from those on sale, and one that was put away is nowhere', async () => {
    const ctx = await setup.context({ schema })
    const get = await open(ctx)
    const [sold = 0, closed = 0, away = 0] = await Promise.all(
      ['Moto', 'Nevera', 'Teléfono'].map((titulo) => addRaffle(ctx, { titulo })),
    )
    await changeSite(ctx, { rifa_a: sold, rifa_b: sold }, TESTER)
    const move = (id: number, changes: object) =>
      ctx.db.write(`rifa:${id}`, (tx) => tx.updateTable('raffles').set(changes).where('id', '=', id).execute())
    await move(closed, { estado: 'cerrada' })
    await move(away, { estado: 'cerrada', archivada_en: ctx.clock.now() })
    await expect.poll(async () => (await get('/')).body.includes('Teléfono')).toBe(false)
    const { body } = await get('/')
    const [before = '', after = ''] = body.slice(body.indexOf('<main')).split('Por sortear')
    expect(before).toContain('Rifa en venta')
    expect([before.includes('Moto'), before.includes('Nevera')]).toEqual([true, false])
    expect([after.includes('Nevera'), after.includes(`/rifa/${closed}"`)]).toEqual([true, true])
    expect((await get(`/rifa/${closed}`)).body).toContain('Las ventas cerraron')
  })
})
