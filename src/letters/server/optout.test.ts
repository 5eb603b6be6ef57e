import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { callsOf } from '#app/server/testing/desk.ts'
import {
  expectOk,
  forgetMails,
  LETTER,
  type LetterShop,
  openLetterShop,
  WORDS,
} from '#app/server/testing/letter-shop.ts'
import { buy } from '#app/server/testing/ruled-shop.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import type { LetterDraft } from '../contract.ts'
import { sendPortions } from './send-portions.ts'

const NEWS: LetterDraft = { ...LETTER, trata: 'novedad', textos: { ...WORDS, cuerpo: 'Gracias, {nombre}.' } }
const titled = (titulo: string): LetterDraft => ({ ...NEWS, textos: { ...NEWS.textos, titulo } })

let opened: LetterShop | undefined
afterEach(() => opened?.close())

/** Two people, of whom the first has had a letter of news. @returns with the link that it carries. */
async function open(setup: Setup) {
  opened = await openLetterShop(setup)
  const { shop, start, deliver, sink } = opened
  await buy(shop, { correo: 'eva@ejemplo.test', nombre: 'Eva Baja' })
  await buy(shop, { correo: 'otro@ejemplo.test' })
  await forgetMails(shop)
  expectOk(await start(NEWS))
  const received = (await deliver()).find(({ recipients }) => recipients[0] === 'eva@ejemplo.test')
  const mail = await PostalMime.parse(received?.raw ?? '')
  const header = (key: string) => mail.headers.find((each) => each.key === key)?.value
  const link = /<(.*)>/.exec(header('list-unsubscribe') ?? '')?.[1] ?? ''
  const path = new URL(link).pathname
  // Of pages, which the document of the API leaves out.
  const pages = await createApp(shop.ctx, null)
  /** As a mail program's button sends it, or a form. */
  const post = (to = path, headers = {}) =>
    pages.inject({
      method: 'POST',
      url: to,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  const look = (to = path) => pages.inject({ method: 'GET', url: to })
  const lately = () => sink.received.splice(0).flatMap(({ recipients }) => recipients)
  lately()
  return { ...opened, pages, mail, header, link, path, post, look, lately }
}

onSqlite('a buyer who wants no more news', (setup) => {
  test('has a link and a button without personal data, and leaves with one post', async () => {
    const { shop, pages, start, deliver, mail, header, link, path, post, look, lately, call } = await open(setup)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(link).toMatch(/^http:\/\/localhost:\d+\/baja\/[\w-]{22}$/)
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(`href="${link}"`)
    const left = await post()
    expect(left.statusCode).toBe(200)
    expect(left.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(left.body).toContain('ya no te enviamos noticias')
    // Nothing of the person, for a finder of the link, in whose random letters anything may appear.
    expect(`${left.body}${(await look()).body}`.replaceAll(path, '')).not.toMatch(/eva|@ejemplo/i)
    // As browsers over plain http send the form of a page without a referrer.
    expectOk(await post(`${path}/volver`, { origin: 'null' }))
    expectOk(await post(path, { origin: 'null' }))
    const opaque = await pages.inject({ method: 'POST', url: '/api/rifas', headers: { origin: 'null' } })
    expect(opaque.statusCode).toBe(403)
    expectOk(await post())
    expect((await call('GET', `/rifas/${shop.id}/cartas`)).json().alcance.confirmados).toMatchObject({
      personas: 2,
      de_baja: 1,
    })
    expect((await start(titled('Otra rifa'))).json().personas).toBe(1)
    await deliver()
    expect(lately()).toEqual(['otro@ejemplo.test'])
    // Letters about the purchase come all the same.
    expectOk(await start(LETTER))
    await deliver()
    expect(lately().sort()).toEqual(['eva@ejemplo.test', 'otro@ejemplo.test'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is not removed by a program that opens links, and may come back', async () => {
    const { post, look, path, start, deliver, lately, pages } = await open(setup)
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) await pages.inject({ method, url: path })
    const page = await look()
    expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([200, 'noindex'])
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(page.body).toContain(`<form method="post" action="${path}">`)
    // Its back way is a post too.
    await post()
    expect((await look(`${path}/volver`)).statusCode).toBe(404)
    expect((await look()).body).toContain(`action="${path}/volver"`)
    expectOk(await post(`${path}/volver`))
    expectOk(await start(titled('Otra rifa')))
    await deliver()
    expect(lately()).toHaveLength(2)
  })

  test('gets it no more after leaving between its writing and its leaving', async () => {
    const { start, deliver, post, lately, call, shop } = await open(setup)
    expect((await start(titled('Otra rifa'))).json().personas).toBe(2)
    await sendPortions(shop.ctx)
    await post()
    await deliver()
    expect(lately()).toEqual(['otro@ejemplo.test'])
    expect((await call('GET', `/rifas/${shop.id}/cartas`)).json().cartas[0]).toMatchObject({
      estado: 'terminada',
      omitidas: 1,
    })
  })

  test('gets a waiting copy at a corrected address, once, with a link of that address', async () => {
    const { shop, headers, start, deliver, sink, look, post, lately } = await open(setup)
    const bought: number[] = []
    for (const name of ['omar', 'rosa', 'roza', 'uno', 'dos']) {
      bought.push((await buy(shop, { correo: `${name}@ejemplo.test` })).id)
    }
    await forgetMails(shop)
    expectOk(await start(titled('Otra rifa')))
    await sendPortions(shop.ctx)
    const desk = callsOf(shop, headers)
    const correct = async (id: number | undefined, correo: string) => {
      const { nombre, cedula, telefono, correo: before } = (await desk.get(`/compras/${id}/ficha`)).json()
      const antes = { nombre, cedula, telefono, correo: before }
      expectOk(await desk.put(`/compras/${id}/comprador`, { antes, ahora: { ...antes, correo } }))
    }
    await correct(bought[0], 'omar.nuevo@ejemplo.test')
    // She has a copy at that address already, and two who never had one meet at a third.
    await correct(bought[2], 'rosa@ejemplo.test')
    await correct(bought[3], 'juntos@ejemplo.test')
    await correct(bought[4], 'juntos@ejemplo.test')
    await deliver()
    const mails = await Promise.all(sink.received.map(({ raw }) => PostalMime.parse(raw)))
    lately()
    // The old address gets a mail about the change, which is no letter.
    const letters = mails.filter(({ subject }) => subject === 'Mañana se sortea «Moto 200 cc»')
    const reached = ['eva', 'juntos', 'omar.nuevo', 'otro', 'rosa'].map((name) => `${name}@ejemplo.test`)
    expect(letters.map(({ to }) => to?.[0]?.address).sort()).toEqual(reached)
    const his = letters.find(({ to }) => to?.[0]?.address === 'omar.nuevo@ejemplo.test')
    const path = new URL(/\S+\/baja\/\S+/.exec(his?.text ?? '')?.[0] ?? '').pathname
    const page = await look(path)
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('¿No quieres más de estos correos?')])
    expectOk(await post(path))
    expectOk(await start(titled('Otra más')))
    await deliver()
    expect(lately()).not.toContain('omar.nuevo@ejemplo.test')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is not removed by a link that nobody of ours has signed', async () => {
    const { post, look, path, shop, pages } = await open(setup)
    const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`
    const wrong = ['/baja/1', '/baja/eva@ejemplo.test', '/baja/..%2f..', '/baja/%00', `/baja/${'A'.repeat(22)}`, forged]
    for (const each of wrong) {
      expect([400, 404], each).toContain((await post(each)).statusCode)
      expect([400, 404], each).toContain((await look(each)).statusCode)
    }
    expect((await look('/baja/<script>')).body).not.toContain('<script>')
    expect((await look('/baja/prueba')).body).toContain('Llegaste desde una prueba')
    expect((await post('/baja/prueba')).statusCode).toBe(200)
    expect(await shop.ctx.db.read.selectFrom('letter_optouts').selectAll().execute()).toEqual([])
    // The page of another site cannot make its visitor's browser do it.
    const strange = { 'sec-fetch-site': 'cross-site', origin: 'https://otra.test' }
    expect((await pages.inject({ method: 'POST', url: path, headers: strange })).statusCode).toBe(403)
  })
})
