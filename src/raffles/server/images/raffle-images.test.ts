import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { openDesk } from '#app/server/testing/desk.ts'
import { multipart, said } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import type { RaffleImage } from '../../contract.ts'
import type { PanelImage } from '../../image-contract.ts'
import { imageAddress } from '../../image-set.ts'
import { updateRaffle } from '../store.ts'
import { addImage } from './add-image.ts'
import { KEEP, sweepImages } from './image-files.ts'
import { removeImage } from './image-routes.ts'
import { inTurn, MOST_AT_ONCE, widthsFor } from './store-image.ts'

const DAY = 86_400_000
/** Of a small picture: one width in three formats. */
const FILES = 3
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Red on the left, blue on the right. */
async function twoHalves(width = 40, height = 20, as: { format?: 'png' | 'webp' | 'avif'; side?: true } = {}) {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#0000ff' }
  const right = await sharp({ create: half }).png().toBuffer()
  const whole = sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: width - half.width, top: 0 }])
    .toFormat(as.format ?? 'jpeg')
  return (as.side ? whole.withMetadata({ orientation: 6 }) : whole).toBuffer()
}

async function colourOf(bytes: Buffer): Promise<'red' | 'blue' | 'both'> {
  const { channels } = await sharp(bytes).stats()
  const [red, , blue] = channels.map(({ mean }) => mean)
  if ((red ?? 0) > 200 && (blue ?? 0) < 50) return 'red'
  return (blue ?? 0) > 200 && (red ?? 0) < 50 ? 'blue' : 'both'
}

async function open(setup: Setup) {
  const shop = await openDesk(setup)
  const { headers } = shop
  // The files themselves are no calls of the API's document.
  const pages = await createApp(shop.ctx, null)
  const base = `/api/panel/rifas/${shop.id}/imagenes`
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    shop.app.inject({ method, url: `${base}${path}`, headers, ...(payload ? { payload } : {}) })
  async function upload(bytes: Uint8Array, fields: Record<string, string> = {}, name = 'foto.jpg') {
    const whole = { clave: randomUUID(), alt: 'Una moto', ...fields }
    const form = await multipart(whole, { bytes, name, type: 'image/jpeg' })
    return shop.app.inject({ method: 'POST', url: base, ...form, headers: { ...headers, ...form.headers } })
  }
  const images = async (): Promise<PanelImage[]> => (await call('GET', '')).json().imagenes
  const shown = async (): Promise<RaffleImage | null> =>
    (await shop.app.inject(`/api/rifas/rifas/${shop.id}`)).json().imagen
  const served = async (image: RaffleImage) => pages.inject(imageAddress(image, image.ancho, 'jpg'))
  const stored = () => readdir(join(shop.ctx.config.dataDir, 'imagenes'))
  const left = () => shop.ctx.db.read.selectFrom('image_leftovers').selectAll().execute()
  return { ...shop, call, upload, images, shown, served, stored, left, pages }
}

onBothEngines('pictures of a raffle in the panel', (setup) => {
  test('the same form twice adds one picture', async () => {
    const { upload, images, stored, left } = await open(setup)
    const clave = randomUUID()
    const bytes = await twoHalves()
    const both = await Promise.all([upload(bytes, { clave }), upload(bytes, { clave })])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect((await upload(bytes, { clave })).statusCode).toBe(201)
    expect(await images()).toHaveLength(1)
    expect([await left(), (await stored()).length]).toEqual([[], FILES])
  })

  test('a raffle has seven pictures at most, and one that is put away keeps its own', async () => {
    const { ctx, upload, images, call, id } = await open(setup)
    const bytes = await twoHalves()
    const answers = await Promise.all(Array.from({ length: 9 }, () => upload(bytes)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 201, 201, 201, 201, 409, 409])
    const [first] = await images()
    await ctx.db.write('rifa:1', (tx) => updateRaffle(tx, id, { archivada_en: ctx.clock.now() }))
    expect((await call('DELETE', `/${first?.id}`)).json().code).toBe('ESTADO_NO_PERMITE')
    expect((await call('POST', `/${first?.id}`, { alt: 'Otra' })).json().code).toBe('ESTADO_NO_PERMITE')
    expect((await upload(bytes)).json().code).toBe('ESTADO_NO_PERMITE')
  })
})

onSqlite('pictures of a raffle that one person changes', (setup) => {
  test('an upload is answered when it is drawn, and visitors see it, cut', async () => {
    const { pages, upload, images, shown, left } = await open(setup)
    const recorte = JSON.stringify({ x: 0.5, y: 0, ancho: 0.5, alto: 1 })
    const answer = await upload(await twoHalves(1600, 400), { recorte })
    expect(answer.statusCode, answer.body).toBe(201)
    const [image] = await images()
    expect(answer.json().imagenes).toEqual([image])
    expect(image?.alt).toBe('Una moto')
    expect(await left()).toEqual([])
    const seen = (await shown()) ?? expect.unreachable()
    expect(seen).toEqual(image?.imagen)
    expect(seen).toMatchObject({ alt: 'Una moto', ancho: 800, alto: 400, anchos: [360, 720, 800] })
    for (const format of ['avif', 'webp', 'jpg'] as const) {
      const { headers: kept, rawPayload } = await pages.inject(imageAddress(seen, 360, format))
      expect([kept['cache-control'], (await sharp(rawPayload).metadata()).width]).toEqual([IMMUTABLE, 360])
      expect(await colourOf(rawPayload)).toBe('blue')
    }
    for (const wrong of [`/imagenes/${seen.id}/361.jpg`, '/imagenes/..%2F..%2Fetc/360.jpg'])
      expect((await pages.inject(wrong)).statusCode).toBe(404)
  })

  test('two are drawn together and eight wait; the next one is told to come again, and has lost nothing', async () => {
    const { upload, images } = await open(setup)
    const bytes = await twoHalves()
    const clave = randomUUID()
    const free = Promise.withResolvers<void>()
    let drawn = 0
    const others = Array.from({ length: MOST_AT_ONCE }, () =>
      inTurn(() => {
        drawn++
        return free.promise
      }),
    )
    const answer = await upload(bytes, { clave })
    expect([...said(answer), answer.headers['retry-after']]).toEqual([503, 'IMAGENES_EN_COLA', '5'])
    expect([drawn, await images()]).toEqual([2, []])
    free.resolve()
    await Promise.all(others)
    expect((await upload(bytes, { clave })).statusCode).toBe(201)
    expect(await images()).toHaveLength(1)
  })

  test('a picture drawn by a server that was killed is swept', async () => {
    const { ctx, id, images, stored, left } = await open(setup)
    const { db } = ctx
    const killed = {
      ...ctx,
      db: {
        ...db,
        write: <T>(lane: string, job: Parameters<typeof db.write<T>>[1]): Promise<T> =>
          lane === 'imagenes' ? db.write(lane, job) : Promise.reject(new Error('killed')),
      },
    }
    const received = { fields: { clave: randomUUID(), alt: 'Una moto' }, bytes: await twoHalves() }
    await expect(addImage(killed, id, received, TESTER)).rejects.toThrow('killed')
    expect([await images(), (await stored()).length]).toEqual([[], FILES])
    ctx.clock.advance(KEEP + DAY)
    await sweepImages(ctx)
    expect([await stored(), await left()]).toEqual([[], []])
  })

  test('a removed picture is served for a week, then its files go', async () => {
    const { ctx, id, upload, images, shown, served, stored, left } = await open(setup)
    await upload(await twoHalves(400, 100))
    const before = (await shown()) ?? expect.unreachable()
    const [image] = await images()
    await removeImage(ctx, id, image?.id ?? 0, TESTER)
    expect(await shown()).toBeNull()
    ctx.clock.advance(DAY)
    await sweepImages(ctx)
    expect((await served(before)).statusCode).toBe(200)
    ctx.clock.advance(KEEP)
    await sweepImages(ctx)
    expect((await served(before)).statusCode).toBe(404)
    expect([await stored(), await left()]).toEqual([[], []])
  })

  test('a copy of the raffle keeps the files that both show', async () => {
    const { ctx, post, upload, images, call, served, id } = await open(setup)
    await upload(await twoHalves())
    const copied = await post(`/rifas/${id}/duplicar`, { clave: randomUUID() })
    expect(copied.statusCode, copied.body).toBe(201)
    const copy = copied.json()
    const [image] = await images()
    expect(copy.imagen).toEqual(image?.imagen)
    await call('DELETE', `/${image?.id}`)
    ctx.clock.advance(KEEP + DAY)
    await sweepImages(ctx)
    expect((await served(copy.imagen)).statusCode).toBe(200)
  })

  test('order, text and removal are told in the journal, and the first is the main one', async () => {
    const { ctx, upload, images, call, shown } = await open(setup)
    for (const alt of ['Frente', 'Lado', 'Detrás']) {
      await upload(await twoHalves(), { alt })
    }
    const [front, side, back] = (await images()).map(({ id }) => id) as [number, number, number]
    expect((await call('POST', '/orden', { orden: [back, front, side] })).statusCode).toBe(200)
    expect((await shown())?.alt).toBe('Detrás')
    for (const orden of [[back, front], [back, front, side, 999], [back, back, front], []]) {
      expect((await call('POST', '/orden', { orden })).json().code).toBe('IMAGENES_CAMBIARON')
    }
    expect((await call('POST', `/${back}`, { alt: 'La parte de atrás' })).statusCode).toBe(200)
    expect((await shown())?.alt).toBe('La parte de atrás')
    expect((await call('POST', `/${back}`, { alt: '' })).statusCode).toBe(422)
    await call('DELETE', `/${back}`)
    expect((await shown())?.alt).toBe('Frente')
    expect((await call('DELETE', `/${back}`)).statusCode).toBe(404)
    const raffle = await ctx.db.read.selectFrom('raffles').select(['galeria', 'version']).executeTakeFirstOrThrow()
    expect(JSON.parse(raffle.galeria)).toMatchObject([{ alt: 'Lado' }])
    const deeds = (await readDeeds(ctx, '%im_gen%')).map(({ accion }) => accion).slice(-4)
    expect(deeds).toEqual([
      'imagen de la rifa agregada',
      'orden de las imágenes cambiado',
      'imagen de la rifa cambiada',
      'imagen de la rifa quitada',
    ])
  })
})

onSqlite('a file for a picture of a raffle', (setup) => {
  test('a photo on its side is cut as it is seen', async () => {
    const { upload, shown, served } = await open(setup)
    // Upright it is 200 × 800, blue below.
    const lying = await twoHalves(800, 200, { side: true })
    await upload(lying, { recorte: JSON.stringify({ x: 0, y: 0.875, ancho: 1, alto: 0.125 }) })
    const seen = (await shown()) ?? expect.unreachable()
    expect([seen.ancho, seen.alto]).toEqual([200, 100])
    const file = (await served(seen)).rawPayload
    expect(await colourOf(file)).toBe('blue')
    const { orientation, exif } = await sharp(file).metadata()
    expect([orientation, exif]).toEqual([undefined, undefined])
  })

  test('PNG, WebP and AVIF are taken too, whatever the name says', async () => {
    const { upload, images } = await open(setup)
    for (const format of ['png', 'webp', 'avif'] as const) {
      expect((await upload(await twoHalves(200, 100, { format }), {}, 'x.exe')).statusCode, format).toBe(201)
    }
    const taken = { imagen: { ancho: 200, alto: 100, anchos: [200] } }
    expect(await images()).toMatchObject([taken, taken, taken])
  })

  test('a file that is no picture, or may not be sent, is refused and leaves nothing', async () => {
    const { upload, images, stored, call } = await open(setup)
    const good = await twoHalves()
    const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    for (const text of [SVG, '<!doctype html><script>alert(1)</script>', '%PDF-1.7', 'GIF89a', '']) {
      expect(said(await upload(Buffer.from(text))), text).toEqual([422, 'IMAGEN_INVALIDA'])
    }
    expect(said(await upload(good.subarray(0, 20)))).toEqual([422, 'IMAGEN_INVALIDA'])
    const large = Buffer.concat([good, Buffer.alloc(15 * 1024 * 1024)])
    expect(said(await upload(large))).toEqual([413, 'ARCHIVO_MUY_GRANDE'])
    const cuts = ['{', 'null', '{"x":0,"y":0,"ancho":2,"alto":1}', '{"x":-1,"y":0,"ancho":1,"alto":1}', '[]']
    for (const fields of [
      { alt: '  ' },
      { alt: 'x'.repeat(201) },
      { clave: 'x' },
      ...cuts.map((recorte) => ({ recorte })),
    ]) {
      expect(said(await upload(good, fields)), JSON.stringify(fields)).toEqual([422, 'DATOS_INVALIDOS'])
    }
    expect((await call('POST', '', {})).json().code).toBe('IMAGEN_INVALIDA')
    expect(await images()).toEqual([])
    expect((await upload(good)).statusCode).toBe(201)
    expect(await stored()).toHaveLength(FILES)
  })

  test('a file that breaks off is refused, and the page keeps its picture', async () => {
    const { upload, images, shown, stored, left } = await open(setup)
    await upload(await twoHalves())
    const before = await shown()
    const noise = { type: 'gaussian', mean: 100, sigma: 50 } as const
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123', noise } })
      .jpeg()
      .toBuffer()
    const answer = await upload(whole.subarray(0, whole.length / 3))
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { code: 'IMAGEN_INVALIDA', error: 'La imagen no sirve', details: 'No pudimos leer la imagen. Prueba con otra.' },
    ])
    expect([await shown(), (await images()).length, await left()]).toEqual([before, 1, []])
    expect(await stored()).toHaveLength(FILES)
  })
})

test('no picture is enlarged', () => {
  expect([200, 720, 4000].map(widthsFor)).toEqual([[200], [360, 720], [360, 720, 1080, 1440]])
})
