import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { judgeOriginal, judgeView, missingGuards } from '#app/server/testing/judge-proof.ts'
import { openShop, report, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { Drawer } from '../drawing/drawer.ts'
import { writeUndrawable } from '../store.ts'
import { resized } from '../testing/hostile-pictures.ts'
import { patientDrawer } from '../testing/patient-drawer.ts'
import { twentyPictureBombs } from '../testing/picture-bombs.ts'
import { nestedFormsPdf } from '../testing/write-pdf.ts'
import { createProofMarker } from './mark-proofs.ts'

const MEGABYTE = 1024 * 1024
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4512f' } })

async function reportWith(shop: Shop, bytes: Uint8Array, name: string, type: string): Promise<number> {
  const answer = await report(shop, {}, { proof: { bytes, name, type } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

async function openDesk(shop: Shop, id: number) {
  const headers = await signInOwner(shop)
  return {
    headers,
    proof: async () => (await shop.app.inject({ url: `/api/panel/compras/${id}`, headers })).json().comprobante,
    get: (url: string) => shop.app.inject({ url, headers }),
    failures: () => shop.ctx.db.read.selectFrom('undrawable_proofs').select(['motivo', 'intentos']).execute(),
  }
}

onSqlite('proofs that cannot be drawn', (setup) => {
  test('a proof that took too long is drawn once more when a person asks for it, and only then', async () => {
    const shop = await openShop(setup)
    const picture = await photo(300, 300).png().toBuffer()
    const id = await reportWith(shop, picture, 'pago.png', 'image/png')
    const desk = await openDesk(shop, id)
    const { vista } = await desk.proof()
    const comprobante = new URLSearchParams(vista.split('?')[1]).get('v') ?? ''
    const fail = () =>
      shop.ctx.db.write('prueba', (tx) => writeUndrawable(tx, { comprobante, motivo: 'tiempo', en: 0 as Instant }))
    await fail()
    expect((await desk.get(vista)).statusCode).toBe(415)
    const { otra_vez } = await desk.proof()
    expect((await desk.get(otra_vez)).headers['content-type']).toBe('image/webp')
    expect(await desk.proof()).toMatchObject({ vista, otra_vez: null })
    await fail()
    await fail()
    expect(await desk.proof()).toMatchObject({ vista: null, otra_vez: null })
    expect((await desk.get(otra_vez)).statusCode).toBe(415)
  })

  test('a PDF of 2.4 kB that wants gigabytes: the server lives, remembers it, and never tries again by itself', async () => {
    const shop = await openShop(setup)
    const bomb = nestedFormsPdf()
    expect(bomb.length).toBeLessThan(2_500)
    const id = await reportWith(shop, bomb, 'pago.pdf', 'application/pdf')
    const desk = await openDesk(shop, id)
    const address = (await desk.proof()).vista
    const before = process.memoryUsage.rss()
    const refused = await desk.get(address)
    expect([refused.statusCode, refused.json().code]).toEqual([415, 'COMPROBANTE_ILEGIBLE'])
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * MEGABYTE)
    expect(await desk.failures()).toEqual([{ motivo: 'ilegible', intentos: 1 }])
    const shown = await desk.proof()
    expect(shown).toMatchObject({ vista: null, otra_vez: null })
    expect((await desk.get(shown.original)).rawPayload.equals(bomb)).toBe(true)
    // Another process, as after a restart, with the address that an open desk still has.
    const restarted = await createApp(await setup.twin(shop.ctx), null)
    const again = await restarted.inject({ url: `${address}&otra_vez=1`, headers: desk.headers })
    expect(again.json().code).toBe('COMPROBANTE_ILEGIBLE')
    expect(await desk.failures()).toEqual([{ motivo: 'ilegible', intentos: 1 }])
  })

  test('a photo that broke off is found out by the look at new proofs, and the desk does not try it', async () => {
    const shop = await openShop(setup)
    const whole = await photo(300, 300).jpeg().toBuffer()
    const id = await reportWith(shop, whole.subarray(0, 300), 'pago.jpg', 'image/jpeg')
    const mark = createProofMarker(shop.ctx, patientDrawer)
    expect(await mark()).toBe(1)
    expect(await mark()).toBe(0)
    const desk = await openDesk(shop, id)
    expect((await desk.proof()).vista).toBeNull()
    expect((await desk.get(`/api/panel/compras/${id}/comprobante`)).statusCode).toBe(415)
    expect(await desk.failures()).toEqual([{ motivo: 'ilegible', intentos: 1 }])
  })

  test('stopping the server waits for no drawing, and the next start goes on with it', async () => {
    const shop = await openShop(setup)
    const whole = await photo(300, 300).jpeg().toBuffer()
    const proof = { bytes: whole, name: 'pago.jpg', type: 'image/jpeg' }
    for (const referencia of ['009912345671', '009923456782', '009934567893'])
      await report(shop, { referencia }, { proof })
    const stopping = new AbortController()
    const drawing = Promise.withResolvers<void>()
    const slow: Drawer = {
      pid: undefined,
      draw: () => {
        drawing.resolve()
        return new Promise(() => {})
      },
    }
    const round = createProofMarker(shop.ctx, slow)(stopping.signal)
    await drawing.promise
    stopping.abort()
    expect(await round).toBe(0)
    expect(await createProofMarker(shop.ctx, patientDrawer)()).toBe(3)
  })
})

onSqlite('headers of a proof for browsers', (setup) => {
  test('view and original are kept by nobody, sniffed by nobody and run nowhere; the original is a download of a harmless name', async () => {
    const shop = await openShop(setup)
    const name = 'pago"\r\nSet-Cookie: robado=1\r\n\r\n<script>.png'
    const picture = await photo(9, 9).png().toBuffer()
    const id = await reportWith(shop, picture, name, 'image/png')
    const desk = await openDesk(shop, id)
    const proof = await desk.proof()
    const [view, original] = await Promise.all([desk.get(proof.vista), desk.get(proof.original)])
    const answered = (answer: typeof view) => ({
      status: answer.statusCode,
      headers: { ...answer.headers },
      body: answer.rawPayload,
    })
    expect(judgeView(answered(view))).toEqual([])
    expect(judgeOriginal(answered(original), picture)).toEqual([])
    expect(original.cookies.map((cookie) => cookie.name)).not.toContain('robado')
    expect(view.rawPayload.equals(picture)).toBe(false)
    // The control: each of them that is left out is noticed.
    const guards = missingGuards({})
    expect(guards).toHaveLength(5)
    for (const left of [...guards, 'content-disposition']) {
      const without = { ...answered(original), headers: { ...original.headers, [left]: undefined } }
      expect(judgeOriginal(without, picture)).toContain(left)
    }
  })

  test('a photo of more than 40 megapixels is refused by its header, one of 40 is taken, and nothing is left behind', async () => {
    const shop = await openShop(setup)
    const send = async (bytes: Buffer, type: string) => {
      const answer = await report(shop, {}, { proof: { bytes, name: 'pago', type } })
      return [answer.statusCode, answer.json().code]
    }
    const jpeg = resized(await photo(9, 9).jpeg().toBuffer(), 8_000, 5_001)
    expect(await send(jpeg, 'image/jpeg')).toEqual([413, 'FOTO_MUY_GRANDE'])
    const png = await photo(9, 9).png().toBuffer()
    const sized = (height: number) => {
      png.writeUInt32BE(8_000, 16)
      png.writeUInt32BE(height, 20)
      return send(png, 'image/png')
    }
    expect(await sized(5_001)).toEqual([413, 'FOTO_MUY_GRANDE'])
    const left: string[] = []
    for await (const file of shop.ctx.files.olderThan(Number.MAX_SAFE_INTEGER)) left.push(file)
    expect(left).toEqual([])
    expect((await sized(5_000))[0]).toBe(201)
  })
})

onSqlite('pictures that unpack to gigabytes', (setup) => {
  test('twenty together, PNG, JPEG and WebP: each refused, nothing kept, and the server holds no more memory', async () => {
    const seed = 20_261_122
    const shop = await openShop(setup)
    const bombs = await twentyPictureBombs(seed)
    expect(bombs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['png', 'jpeg', 'webp']))
    const send = () =>
      Promise.all(
        bombs.map(async (proof, turn) => {
          const answer = await report(shop, { referencia: String(800_000_000 + turn) }, { proof })
          return `${proof.kind} ${answer.statusCode}`
        }),
      )
    await send()
    const before = process.memoryUsage.rss()
    let most = before
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 1)
    const answers = new Set(await send())
    clearInterval(look)
    expect([...answers].sort(), `seed ${seed}`).toEqual(['jpeg 413', 'png 413', 'webp 415'])
    expect(Math.max(most, process.memoryUsage.rss()) - before).toBeLessThan(150 * MEGABYTE)
    expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toEqual([])
    const left: string[] = []
    for await (const file of shop.ctx.files.olderThan(Number.MAX_SAFE_INTEGER)) left.push(file)
    expect(left).toEqual([])
  })
})
