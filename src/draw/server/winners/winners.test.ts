import sharp from 'sharp'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  addHand,
  BEGIN,
  byBeacon,
  openLed,
  publishedOf,
  sellAndFreeze,
  takeSigned,
} from '#app/server/testing/led-draw.ts'
import { atClose, buy, HOUR, openRuled, raffleOf, ruleFields, tick } from '#app/server/testing/ruled-shop.ts'
import { multipart, openShop, type Shop, said } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { imageFileId, openImages } from '#raffles/server/images/image-files.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { hashOf } from '../../bytes.ts'
import { checkDraw } from '../../check-draw.ts'
import { stepsText } from '../../document.ts'
import type { PanelWinner } from '../../draw-contract.ts'
import { setRule } from '../rule/change-rule.ts'
import { sha256 } from '../sha256.ts'

/** A raffle that was just drawn by the beacon, and its leaders. */
async function open(setup: Setup, premios = [byBeacon()]) {
  const led = await openLed(setup, premios)
  const [owner, ana] = [await addHand(led.shop, 'Marisela', 'dueno', true), await addHand(led.shop, 'Ana')]
  led.shop.ctx.clock.set(BEGIN)
  await takeSigned(led)
  return { ...led, owner, ana, winner: async () => winnerOf(await ana.look()) }
}

function winnerOf({ premios }: { premios: { ganador: PanelWinner | null }[] }): PanelWinner {
  const winner = premios[0]?.ganador
  if (!winner) throw new Error('nobody has won')
  return winner
}

/** As if the delivery had handed it over. */
async function send({ ctx }: Shop, enviado_en = ctx.clock.now()): Promise<void> {
  await setColumns(ctx, 'outbox', { estado: 'enviado', enviado_en }, { clave: '%ganador%' })
}

onBothEngines('a winner', (setup) => {
  test('never loses a claimed prize, whatever the clock says', async () => {
    const { shop, owner, ana, winner } = await open(setup)
    await send(shop)
    const { id } = await winner()
    await ana.ask('POST', `/ganadores/${id}/reclamado`, { version: 1 })
    shop.ctx.clock.set('2027-01-10T10:00:00-04:00')
    const late = await owner.ask('POST', `/ganadores/${id}/vencido`, () => ({ version: 2, codigo: owner.code() }))
    expect(said(late)).toEqual([409, 'ESTADO_NO_PERMITE'])
    for (const changes of [
      { estado: 'vencido', vivo: null },
      { estado: 'entregado' },
      { estado: 'por_avisar' },
    ] as const) {
      await expect(setColumns(shop.ctx, 'draw_winners', changes), JSON.stringify(changes)).rejects.toThrow()
    }
  })
})

onSqlite('a winner', (setup) => {
  test('claims the prize, gets it, and allows what is shown; a mistake goes one step back', async () => {
    const { shop, winner, owner, ana } = await open(setup)
    const move = async (what: string, body: object = {}, hand = ana) => {
      const { id, version } = await winner()
      return hand.ask('POST', `/ganadores/${id}/${what}`, { version, ...body })
    }
    const stale = await ana.ask('POST', `/ganadores/${(await winner()).id}/reclamado`, { version: 7 })
    expect(said(stale)).toEqual([409, 'VERSION_VIEJA'])
    expect(said(await move('entregado', { dia: '2026-11-22' }))).toEqual([409, 'ESTADO_NO_PERMITE'])
    expect((await move('reclamado')).statusCode).toBe(200)
    expect(said(await move('reclamado'))).toEqual([409, 'ESTADO_NO_PERMITE'])
    expect(said(await move('deshacer', { motivo: 'No era él.' }))).toEqual([404, 'NO_EXISTE'])
    expect((await move('deshacer', { motivo: 'No era él.' }, owner)).statusCode).toBe(200)
    expect(await winner()).toMatchObject({ estado: 'avisado', deshacer: null })
    await move('reclamado')
    for (const dia of ['2026-11-21', '2026-11-23', '2026-02-30']) {
      expect(said(await move('entregado', { dia }))).toEqual([422, 'DATOS_INVALIDOS'])
    }
    expect((await move('entregado', { dia: '2026-11-22' })).statusCode).toBe(200)
    expect(await winner()).toMatchObject({ estado: 'entregado', entrega_dia: '2026-11-22', deshacer: 'reclamado' })
    const foto = await upload(ana)
    expect(foto.statusCode, foto.body).toBe(200)
    const { id, version } = await winner()
    const details = { notas: 'Vino con su mamá.', mostrar_nombre: true, mostrar_fotos: false, fotos: [foto.json().id] }
    const kept = await ana.ask('PUT', `/ganadores/${id}`, { version, ...details })
    expect(winnerOf(kept.json())).toMatchObject({ ...details, fotos: [foto.json()] })
    const strange = await ana.ask('PUT', `/ganadores/${id}`, { version: version + 1, ...details, fotos: [99] })
    expect(said(strange)).toEqual([422, 'DATOS_INVALIDOS'])
    const files = await openImages(shop.ctx.config)
    expect(await files.has(imageFileId(foto.json().imagen.id, 400, 'webp'))).toBe(true)
    expect(JSON.stringify(await readDeeds(shop.ctx))).not.toContain('mamá')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('loses the prize only after the time, told for sure, unclaimed, by an owner; then the beacon draws again', async () => {
    const led = await open(setup)
    const { shop, owner, ana, winner } = led
    const first = await winner()
    const expire = async (hand = owner, codigo = owner.code) =>
      hand.ask('POST', `/ganadores/${first.id}/vencido`, () => ({ version: first.version, codigo: codigo() }))
    expect((await expire(ana)).statusCode).toBe(404)
    shop.ctx.clock.set('2026-11-25T10:00:00-04:00')
    // The winner's mail has not left: nobody has told them.
    expect(said(await expire())).toEqual([409, 'PLAZO_SIN_VENCER'])
    await send(shop)
    expect(said(await expire())).toEqual([409, 'PLAZO_SIN_VENCER'])
    shop.ctx.clock.set('2026-11-28T11:00:00-04:00')
    expect(await winner()).toMatchObject({ puede_vencer: true })
    expect(said(await expire(owner, () => '000000'))).toEqual([401, 'CODIGO_INVALIDO'])
    const done = await expire()
    expect(done.statusCode, done.body).toBe(200)
    expect(done.json()).toMatchObject({
      etapa: 'sorteando',
      premios: [
        {
          espera: { tipo: 'faro', en: '2026-11-29T20:00:00-04:00' },
          ganador: null,
          anteriores: [{ id: first.id, estado: 'vencido', deshacer: null }],
        },
      ],
    })
    expect(await raffleOf(shop)).toMatchObject({ estado: 'cerrada', numero_ganador: '' })
    const undo = await owner.ask('POST', `/ganadores/${first.id}/deshacer`, { version: 2, motivo: 'Apareció.' })
    expect(said(undo)).toEqual([409, 'ESTADO_NO_PERMITE'])
    shop.ctx.clock.set('2026-11-29T20:00:00-04:00')
    const due = (await ana.look()).premios[0]?.espera
    await takeSigned(led, 0, due?.tipo === 'faro' ? due.ronda : 0)
    const second = await winner()
    expect(second.numero).not.toBe(first.numero)
    const { document, list } = await publishedOf(shop)
    expect(document.premios[0]?.numero).toBe(second.numero)
    const { rifas } = (await shop.app.inject('/api/rifas/sorteos')).json()
    expect(rifas[0].premios).toMatchObject([{ numero: second.numero }])
    expect((await checkDraw(document, list, sha256)).hallazgos.filter(({ estado }) => estado === 'mal')).toEqual([])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is the buyer of that number of that raffle, and not of another one', async () => {
    const other = await openShop(setup, { total_numeros: 2 })
    await buy(other)
    const { ctx } = other
    const id = await createRaffle(ctx, newRaffle.parse({ titulo: 'Nevera', precio: '5.00', total_numeros: 2 }), TESTER)
    await setRule(ctx, id, 0, ruleFields(), TESTER)
    await publishRaffle(ctx, id, TESTER)
    const led = await sellAndFreeze({ ...other, id }, 1)
    ctx.clock.set(BEGIN)
    await takeSigned(led)
    const ana = await addHand(led.shop, 'Ana')
    expect(winnerOf(await ana.look()).persona.compra_id).toBe(led.bought[0]?.id)
    expect(await audit(ctx)).toEqual([])
  })

  test('is told by mail how to check the draw, and by a text for a chat', async () => {
    const { shop, winner, owner } = await open(setup)
    const won = await winner()
    const { document } = await publishedOf(shop)
    expect(won).toMatchObject({
      numero: document.premios[0]?.numero,
      estado: 'avisado',
      aviso: 'pendiente',
      reclama_hasta: null,
      puede_vencer: false,
      nombre_publico: 'Carla M.',
      mostrar_nombre: false,
    })
    const mail = (await readMails(shop.ctx, '%ganador%')).find(({ para }) => para === won.persona.correo)
    const pasos = await hashOf(stepsText(document.pasos), sha256)
    const until = '25 de noviembre, 9:00\u00a0a.\u00a0m.'
    const parts = [won.numero, document.premios[0]?.codigo, document.lista_sha256, pasos, until]
    for (const part of parts) expect(mail?.texto).toContain(part)
    expect(won.whatsapp).toContain(won.numero)
    await send(shop)
    const told = winnerOf(await owner.look())
    expect(told).toMatchObject({ aviso: 'enviado', reclama_hasta: '2026-11-25T09:00:00-04:00' })
    expect(told.whatsapp).toContain(until)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('the same person wins once where the rule says so', async () => {
    const rule = { uno_por_persona: true }
    const led = await openLed(setup, [byBeacon(), byBeacon('Bono')], { sold: 2, rule })
    led.shop.ctx.clock.set(BEGIN)
    await takeSigned(led)
    await takeSigned(led, 1)
    const { premios } = (await publishedOf(led.shop)).document
    expect(new Set(premios.map((won) => won?.codigo)).size).toBe(2)
    await expect(takeSigned(led, 1)).resolves.toBe(undefined)
    expect(await audit(led.shop.ctx)).toEqual([])
  })

  test('where no number is left for a prize, nobody wins it', async () => {
    const rule = { uno_por_persona: true }
    const led = await openLed(setup, [byBeacon(), byBeacon('Bono')], { sold: 1, rule })
    led.shop.ctx.clock.set(BEGIN)
    await takeSigned(led)
    const ana = await addHand(led.shop, 'Ana')
    const seen = await ana.look()
    expect(seen).toMatchObject({
      etapa: 'terminado',
      premios: [{ no_vendido: false }, { no_vendido: true, ganador: null }],
    })
    expect(await raffleOf(led.shop)).toMatchObject({ estado: 'sorteada' })
    expect(await audit(led.shop.ctx)).toEqual([])
  })
})

async function upload(hand: Awaited<ReturnType<typeof addHand>>, bytes?: Buffer) {
  const picture =
    bytes ??
    (await sharp({ create: { width: 400, height: 300, channels: 3, background: '#aa3300' } })
      .jpeg()
      .toBuffer())
  const { payload, headers } = await multipart({}, { bytes: picture, name: 'entrega.jpg', type: 'image/jpeg' })
  return hand.ask('POST', '/imagenes', payload, headers)
}

onSqlite('a picture of a draw', (setup) => {
  test('is of a draw whose list is frozen, and is looked at before it is kept', async () => {
    const shop = await openRuled(setup)
    await buy(shop)
    const ana = await addHand(shop, 'Ana')
    expect(said(await upload(ana))).toEqual([409, 'LISTA_SIN_CONGELAR'])
    atClose(shop, 12 * HOUR)
    await tick(shop)
    expect((await upload(ana)).statusCode).toBe(200)
    const svg = await upload(ana, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    for (const refused of [svg, await ana.ask('POST', '/imagenes', {})]) {
      expect(said(refused)).toEqual([422, 'IMAGEN_INVALIDA'])
    }
    expect(await audit(shop.ctx)).toEqual([])
  })
})
