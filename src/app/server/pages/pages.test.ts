import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { atServer } from '#mail/server/testing/at-server.ts'
import { putSetting } from '#platform/server/settings/settings.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { changeSite } from '#site/server/change-site.ts'
import { CLIENT } from '../build-stamp.ts'
import { schema } from '../schema.ts'
import { openPages } from '../testing/open-pages.ts'
import { addRaffle } from '../testing/shop.ts'
import { mendAddress, originFor } from './pages.ts'

interface Asset {
  file: string
  css?: string[]
}

onSqlite('pages', (setup) => {
  test('without a mail server no page says that mail leaves, and with one it does immediately', async () => {
    const ctx = await setup.context({ schema })
    await addRaffle(ctx)
    const app = await openPages(ctx)
    for (const url of ['/', '/rifa', '/mi-compra', '/rifas-anteriores'])
      expect((await app.inject({ url })).body, url).not.toMatch(/(tu|por) correo/)
    expect((await app.inject('/')).body).toContain('"mail":false')
    const { url: _, ...server } = atServer('smtp://127.0.0.1:9', 'rifas@ejemplo.test')
    await ctx.db.write('sitio', (tx) =>
      putSetting(ctx, tx, 'correo', server, { version: 0, en: ctx.clock.now(), por: TESTER.nombre }),
    )
    expect((await app.inject('/')).body).toContain('Te llegan por correo')
  })

  test('the raffle page says everything without a script, and a link preview shows title and price', async () => {
    const ctx = await setup.context({ schema })
    await setFixedRate(ctx, '671.4235', { actor: TESTER })
    await addRaffle(ctx, { fecha: '2026-12-19', descripcion: 'Primera línea\nSegunda' })
    const app = await openPages(ctx)
    const page = await app.inject({ url: '/rifa', headers: { host: 'rifas.example:8080' } })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<h1>Otra</h1>')
    expect(page.body).toContain('19 de Diciembre')
    expect(page.body).toContain('$5,00')
    expect(page.body).toContain('Bs.\u00a03.357,12')
    expect(page.body).toContain('Primera línea<br')
    expect(page.body).toContain('100 % disponible')
    expect(page.body).toContain('<meta property="og:title" content="Otra · Tómbola">')
    expect(page.body).toContain('<meta property="og:url" content="http://rifas.example:8080/rifa">')
    expect(page.body).toMatch(/<meta property="og:description" content="Boletos a \$5,00/)
  })

  test('the head of a page or a file says what the whole says of itself, without its content', async () => {
    const app = await openPages(await setup.context({ schema }))
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const [file] = await readdir(join(CLIENT, 'assets'))
    for (const path of ['/', '/api/rifas', '/favicon.ico', `/assets/${file}`, '/nowhere']) {
      const [head, whole] = [await fetch(address + path, { method: 'HEAD' }), await fetch(address + path)]
      const said = ({ status, headers }: Response) => [status, headers.get('content-type')]
      expect([said(head), await head.text()]).toEqual([said(whole), ''])
      expect(await whole.text()).not.toBe('')
    }
  })

  test('the policy names every inline style and script by its hash and allows no other', async () => {
    const ctx = await setup.context({ schema })
    await addRaffle(ctx)
    const app = await openPages(ctx)
    for (const url of ['/', '/rifa', '/rifa1', '/rifas-anteriores', '/mi-compra', '/nada']) {
      const page = await app.inject(url)
      const policy = String(page.headers['content-security-policy'])
      expect(policy).not.toContain('unsafe')
      expect(page.body).not.toMatch(/ style="| on[a-z]+="/)
      for (const [, kind, attributes, content] of page.body.matchAll(/<(style|script)([^>]*)>([\s\S]*?)<\/\1>/g)) {
        if (attributes?.includes('src=') || attributes?.includes('application/json')) continue
        const hash = createHash('sha256')
          .update(content ?? '')
          .digest('base64')
        expect(policy, `${url} ${kind}`).toContain(`'sha256-${hash}'`)
      }
    }
  })

  test('text of an operator cannot leave its place in the page', async () => {
    const ctx = await setup.context({ schema })
    await addRaffle(ctx, { titulo: '</script><img src=x onerror=alert(1)>"' })
    const app = await openPages(ctx)
    for (const url of ['/', '/rifa']) {
      const { body } = await app.inject(url)
      expect(body).not.toContain('<img src=x')
      expect(body).toContain('&lt;/script&gt;')
    }
  })

  test('a page is sent from memory until something that it shows changes', async () => {
    const ctx = await setup.context({ schema })
    await addRaffle(ctx)
    const app = await openPages(ctx)
    const first = await app.inject({ url: '/rifa', headers: { 'accept-encoding': 'gzip, br' } })
    expect(first.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(first.rawPayload).toString()).toContain('Otra')
    const etag = String(first.headers['etag'])
    const again = await app.inject({ url: '/rifa', headers: { 'if-none-match': etag } })
    expect(again.statusCode).toBe(304)
    await changeSite(ctx, { nombre: 'Rifas del Sur' }, TESTER)
    const changed = await app.inject({ url: '/rifa', headers: { 'if-none-match': etag } })
    expect(changed.statusCode).toBe(200)
    expect(changed.body).toContain('Rifas del Sur')
  })

  test('a page whose raffle is not published says so, an unknown address is a 404 page, an unknown call is JSON', async () => {
    const ctx = await setup.context({ schema })
    const app = await openPages(ctx)
    expect((await app.inject('/rifa')).body).toContain('Todavía no hay una rifa aquí')
    expect((await app.inject('/')).body).toContain('Pronto habrá una rifa aquí')
    expect((await app.inject('/rifas-anteriores')).body).toContain('Aún no hay sorteos terminados')
    const unknown = await app.inject('/no-existe')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.body).toContain('Esta página no existe')
    const call = await app.inject('/api/no-existe')
    expect([call.statusCode, call.json().code]).toEqual([404, 'NO_EXISTE'])
  })

  test('with the API on another host the page loads the raffle there and shows 150 until then', async () => {
    const ctx = await setup.context({ schema })
    await addRaffle(ctx)
    const app = await openPages(ctx, 'https://api.example')
    const page = await app.inject('/rifa')
    expect(page.body).toContain('data-api="https://api.example"')
    expect(page.body).toContain('$150,00')
    expect(page.body).not.toContain('Otra')
    const policy = page.headers['content-security-policy']
    expect(policy).toContain("connect-src 'self' https://api.example;")
    expect(policy).toContain("img-src 'self' data: blob: https://api.example;")
  })

  test("search engines are told which pages there are, and which are nobody else's", async () => {
    const ctx = await setup.context({ schema })
    const app = await openPages(ctx)
    const robots = (await app.inject({ url: '/robots.txt', headers: { host: 'rifas.test' } })).body
    expect(robots).not.toMatch(/panel|mi-compra/)
    for (const url of ['/', '/rifa', '/rifa1', '/rifas-anteriores'])
      expect((await app.inject(url)).body, url).not.toContain('/panel')
    expect((await app.inject('/mi-compra')).body).toContain('<meta name="robots" content="noindex">')
    expect(robots).toContain('Sitemap: http://rifas.test/sitemap.xml')
    const map = (await app.inject({ url: '/sitemap.xml', headers: { host: 'rifas.test' } })).body
    expect(map).toContain('<loc>http://rifas.test/rifa1</loc>')
    expect(map).not.toContain('mi-compra')
  })

  test('browsers and phones find an icon in the colour of the site, and its name', async () => {
    const ctx = await setup.context({ schema })
    await changeSite(ctx, { nombre: 'Rifas del Sur', color: '#2288cc' }, TESTER)
    const app = await openPages(ctx)
    const manifest = (await app.inject('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ name: 'Rifas del Sur', start_url: '/' })
    for (const { src, sizes } of [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
      const icon = await app.inject(src)
      const { width, height } = await sharp(icon.rawPayload).metadata()
      expect(`${width}x${height}`).toBe(sizes)
      const inTheTicket = { left: Math.round(width / 6), top: Math.round(width / 4), width: 1, height: 1 }
      const [red = 0, , blue = 0] = await sharp(icon.rawPayload).extract(inTheTicket).raw().toBuffer()
      expect(blue).toBeGreaterThan(red + 100)
    }
    const favicon = await app.inject('/favicon.ico')
    expect([favicon.statusCode, favicon.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await sharp(favicon.rawPayload).metadata()).width).toBe(48)
  })

  test('every script and style is sent in the encoding that is asked for, and is never asked for again', async () => {
    const ctx = await setup.context({ schema })
    await addRaffle(ctx)
    const app = await openPages(ctx)
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    const manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, Asset>
    const files = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])
    expect(files.length).toBeGreaterThan(5)
    for (const url of files.map((file) => `/${file}`)) {
      const plain = await app.inject(url)
      expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
      for (const [name, decode] of Object.entries(decoders)) {
        const small = await app.inject({ url, headers: { 'accept-encoding': name } })
        expect(small.headers).toMatchObject({
          'content-encoding': name,
          'content-type': plain.headers['content-type'],
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
        })
        expect(decode(small.rawPayload).equals(plain.rawPayload), `${url} ${name}`).toBe(true)
      }
    }
  })
})

onSqlite('pages without PUBLIC_URL', (setup) => {
  test('name the address that their visitor used, however many others were made up before and between', async () => {
    const app = await openPages(await setup.context({ schema, config: { publicUrl: null } }))
    const ask = async (host: string) => (await app.inject({ url: '/', headers: { host } })).body
    const first = await ask('rifas.example')
    for (let made = 0; made < 40; made++) {
      const body = await ask(`inventado-${made}.example`)
      expect(body).toContain(`<meta property="og:url" content="http://inventado-${made}.example/">`)
      expect(await ask('rifas.example')).toBe(first)
      expect(first).toContain('<meta property="og:url" content="http://rifas.example/">')
    }
    expect(first).not.toContain('.invalid')
    expect(await ask('nueva.example:8080')).toContain('content="http://nueva.example:8080/"')
    // An invalid host is never written into a page.
    expect(await ask('"><script>')).toContain('<meta property="og:url" content="/">')
  })
})

test('with PUBLIC_URL a Host header has no effect', () => {
  expect(originFor({ host: 'otra.example', protocol: 'http' }, 'https://rifas.example')).toBe('https://rifas.example')
})

test.each([
  ['/mi-compra%23aB-9_x', '/mi-compra#aB-9_x'],
  ['/mi-compra%23aB-9_x).', '/mi-compra#aB-9_x'],
  ['/MI-COMPRA%23aB', '/mi-compra#aB'],
  ['/RIFA', '/rifa'],
  ['/rifa).', '/rifa'],
  ['/rifa/7/verificar%23n=01&c=XX', '/rifa/7/verificar#n=01&c=XX'],
  ['/panel/clave%23aB', '/panel/clave#aB'],
  ['/rifa%29.', '/rifa'],
  ['/nada', null],
  ['//otra.example%23', null],
  ['/\\\\otra.example).', null],
])('%s is %s', (damaged, meant) => expect(mendAddress(damaged)).toBe(meant))
