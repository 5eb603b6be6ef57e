import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { addReviewer, type Desk, deskOf } from '#app/server/testing/desk.ts'
import { publishedOf } from '#app/server/testing/led-draw.ts'
import { atClose, buy, HOUR, openRuled, pay, ruleFields, tick } from '#app/server/testing/ruled-shop.ts'
import { multipart, said } from '#app/server/testing/shop.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { imageFileId, KEEP, openImages, sweepImages } from '#raffles/server/images/image-files.ts'
import { verify } from '../../../../verify/verify.ts'
import { checkDraw } from '../../check-draw.ts'
import { type NamedPicture, NO_PAPERS, type PanelRule } from '../../contract.ts'
import { readRule } from '../../rule.ts'
import { readFinished } from '../list-finished.ts'
import { sha256 } from '../sha256.ts'
import { sweepNamedPictures } from './named-pictures.ts'

async function send(shop: Desk, colour: string, headers = shop.headers) {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  const form = await multipart({}, { bytes, name: 'premio.jpg', type: 'image/jpeg' })
  const url = `/api/panel${pathOf(shop, 'fotos')}`
  return shop.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...headers, ...form.headers } })
}

const pathOf = ({ id }: Desk, what = 'regla') => `/rifas/${id}/${what}`
const readRuleOf = async (shop: Desk) => (await shop.get(pathOf(shop))).json<PanelRule>()

/** Saves the rule with a picture of its prize, or without one. */
async function fix(shop: Desk, imagen?: string) {
  const premios = [{ titulo: 'Moto 200 cc', por: { tipo: 'faro' as const }, reclamo_horas: 72, imagen }]
  const { version } = await readRuleOf(shop)
  return shop.put(pathOf(shop), { version, regla: ruleFields({ premios }) })
}

async function permit(shop: Desk, permiso_imagen: string | null) {
  const { version } = (await shop.get(pathOf(shop, 'papeles'))).json()
  return shop.put(pathOf(shop, 'papeles'), { version, papeles: { ...NO_PAPERS, permiso_imagen } })
}

const largest = ({ imagen: { id, anchos } }: NamedPicture) => `/imagenes/${id}/${Math.max(...anchos)}.jpg`

onSqlite('a picture of a prize', (setup) => {
  test('is fixed with the rule by its hash: the file that a visitor opens has it, and after the first sale it is no other', async () => {
    const shop = await deskOf(await openRuled(setup))
    const first = (await send(shop, '#804020')).json<NamedPicture>()
    const other = (await send(shop, '#204080')).json<NamedPicture>()
    const file = await (await createApp(shop.ctx, null)).inject(largest(first))
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(first.sha256)
    const without = await readRuleOf(shop)
    expect(without.texto).not.toContain('imagen')
    const fixed = (await fix(shop, first.sha256)).json<PanelRule>()
    expect(fixed.sha256).not.toBe(without.sha256)
    expect(readRule(fixed.texto ?? '')?.premios[0]?.imagen).toBe(first.sha256)
    expect(fixed.fotos.map(({ sha256 }) => sha256).sort()).toEqual([first.sha256, other.sha256].sort())
    await pay(shop)
    const late = await fix(shop, other.sha256)
    expect(said(late)).toEqual([409, 'REGLA_FIJA'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is shown with its winner', async () => {
    const shop = await deskOf(await openRuled(setup))
    const picture = (await send(shop, '#804020')).json<NamedPicture>()
    await fix(shop, picture.sha256)
    await buy(shop)
    atClose(shop, 12 * HOUR)
    await tick(shop)
    await setColumns(shop.ctx, 'raffles', { estado: 'sorteada', numero_ganador: '00' }, { id: shop.id })
    const { document, list } = await publishedOf(shop)
    expect(document.regla).toContain(`"imagen":"${picture.sha256}"`)
    const load = async (name: string) => (name === 'lista.csv' ? list : JSON.stringify(document))
    expect(await verify(load)).toContain('premio 1: todavía nadie')
    expect((await checkDraw(document, list, sha256)).hallazgos.filter(({ estado }) => estado === 'mal')).toEqual([])
    const [finished] = (await readFinished(shop.ctx, 1))?.rifas ?? []
    expect(finished?.premios[0]?.imagen).toEqual(picture.imagen)
  })

  test('that is not here is refused, also one of another raffle, and nothing is saved', async () => {
    const shop = await deskOf(await openRuled(setup))
    const before = await readRuleOf(shop)
    for (const answer of [await fix(shop, 'ab'.repeat(32)), await permit(shop, 'ab'.repeat(32))]) {
      expect(said(answer)).toEqual([422, 'DATOS_INVALIDOS'])
    }
    expect((await fix(shop, '../../x')).statusCode).toBe(422)
    expect(await readRuleOf(shop)).toEqual(before)
    expect((await send(shop, '#804020', await addReviewer(shop))).statusCode).toBe(404)
    const none = await shop.post(pathOf(shop, 'fotos'))
    expect(said(none)).toEqual([422, 'IMAGEN_INVALIDA'])
  })

  test('is swept a week after nothing names it, with its files; one named by a rule or a permit stays', async () => {
    const shop = await deskOf(await openRuled(setup))
    const { ctx } = shop
    const files = await openImages(ctx.config)
    const sent = async (colour: string) => (await send(shop, colour)).json<NamedPicture>()
    const [used, allowed] = [await sent('#804020'), await sent('#204080')]
    const [dropped, never] = [await sent('#208040'), await sent('#802080')]
    // The same one again is kept once, under the address that it has.
    expect((await send(shop, '#804020')).json()).toEqual(used)
    await fix(shop, dropped.sha256)
    await fix(shop, used.sha256)
    expect((await permit(shop, allowed.sha256)).statusCode).toBe(200)
    const sweep = async () => {
      await sweepNamedPictures(ctx)
      await sweepImages(ctx)
    }
    const there = () =>
      Promise.all([used, allowed, dropped, never].map(({ imagen }) => files.has(imageFileId(imagen.id, 60, 'jpg'))))
    ctx.clock.advance(KEEP - 1)
    await sweep()
    expect(await there()).toEqual([true, true, true, true])
    ctx.clock.advance(HOUR)
    // A stranger marks the used one as unused, to no effect.
    await setColumns({ db: await setup.stranger(ctx) }, 'draw_images', { sin_uso_desde: 0 }, { sha256: used.sha256 })
    await sweep()
    expect(await there()).toEqual([true, true, false, false])
    expect(await ctx.db.read.selectFrom('image_leftovers').select('id').execute()).toEqual([])
    expect(await audit(ctx)).toEqual([])
  })

  test('with another file, or without its row, is found by the audit', async () => {
    const shop = await deskOf(await openRuled(setup))
    const picture = (await send(shop, '#804020')).json<NamedPicture>()
    await fix(shop, picture.sha256)
    const files = await openImages(shop.ctx.config)
    const id = imageFileId(picture.imagen.id, Math.max(...picture.imagen.anchos), 'jpg')
    const bytes = await files.read(id)
    await files.remove(id)
    await files.put(id, Buffer.from('another'))
    const found = () => audit(shop.ctx).then((all) => all.filter((text) => text.includes('falta o es otra')))
    expect(await found()).toHaveLength(1)
    await files.remove(id)
    expect(await found()).toHaveLength(1)
    await files.put(id, bytes ?? Buffer.of())
    expect(await found()).toEqual([])
    await (await setup.stranger(shop.ctx)).write('prueba', (tx) => tx.deleteFrom('draw_images').execute())
    expect(await audit(shop.ctx)).toHaveLength(1)
  })
})
