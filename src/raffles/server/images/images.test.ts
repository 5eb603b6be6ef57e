import sharp from 'sharp'
import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { imageAddress } from '../../image-set.ts'
import { imageRoutes } from './image-routes.ts'
import { storeImage, widthsFor } from './store-image.ts'

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c4512f' } })
}

onBothEngines('pictures of raffles', (setup) => {
  test('a picture is stored in each width and format, and served as unchanging', async () => {
    const ctx = await setup.context({ schema })
    const stored = await storeImage(ctx, await picture(800, 400).png().toBuffer(), { alt: 'Una moto' })
    expect(stored).toMatchObject({ alt: 'Una moto', ancho: 800, alto: 400, anchos: [360, 720, 800] })
    const app = await createServer(ctx)
    imageRoutes(app, ctx)
    for (const format of ['avif', 'webp', 'jpg'] as const) {
      const answer = await app.inject(imageAddress(stored, 360, format))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toContain('immutable')
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(360)
    }
    expect((await app.inject(`/imagenes/${stored.id}/361.jpg`)).statusCode).toBe(404)
    expect((await app.inject('/imagenes/..%2F..%2Fetc/360.jpg')).statusCode).toBe(404)
  })

  test('a photo on its side is stored upright and without its metadata', async () => {
    const ctx = await setup.context({ schema })
    const lying = await picture(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const stored = await storeImage(ctx, lying, { alt: '' })
    expect([stored.ancho, stored.alto]).toEqual([300, 400])
    const app = await createServer(ctx)
    imageRoutes(app, ctx)
    const { rawPayload } = await app.inject(imageAddress(stored, 300, 'jpg'))
    const found = await sharp(rawPayload).metadata()
    expect([found.width, found.height, found.exif, found.orientation]).toEqual([300, 400, undefined, undefined])
  })

  test('a file that is no photo, or is too large to decode, is refused', async () => {
    const ctx = await setup.context({ schema })
    const refused = async (bytes: Uint8Array) => storeImage(ctx, bytes, { alt: '' }).catch((error) => error.code)
    expect(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toBe(
      'IMAGEN_INVALIDA',
    )
    expect(await refused(Buffer.from('%PDF-1.7'))).toBe('IMAGEN_INVALIDA')
    expect(await refused((await picture(400, 300).jpeg().toBuffer()).subarray(0, 200))).toBe('IMAGEN_INVALIDA')
    expect(await refused(await picture(8000, 5001).png().toBuffer())).toBe('IMAGEN_INVALIDA')
  })
})

test('no picture is enlarged', () => {
  expect(widthsFor(200)).toEqual([200])
  expect(widthsFor(720)).toEqual([360, 720])
  expect(widthsFor(4000)).toEqual([360, 720, 1080, 1440])
})
