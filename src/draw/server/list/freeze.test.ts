import { spawn } from 'node:child_process'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { correct, heldToken, ownPage } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { byBeacon, openLed, publishedOf } from '#app/server/testing/led-draw.ts'
import { atClose, buy, HOUR, openRuled, pay, raffleOf, tick } from '#app/server/testing/ruled-shop.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { ownerCode } from '#purchases/server/owner-code.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { hashOf } from '../../bytes.ts'
import { checkDraw } from '../../check-draw.ts'
import { keptTickets } from '../course.ts'
import { sha256 } from '../sha256.ts'
import { linesOf } from '../testing/sample-draw.ts'
import { freezeList } from './freeze-list.ts'

const document = async ({ app, id }: Shop) => (await app.inject(`/api/rifas/${id}/sorteo`)).json()
const list = ({ app, id }: Shop, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/rifas/${id}/sorteo/lista`, headers })
const code = (error: { code: string }) => error.code

/** Runs the strangers' program, at the hour of the shop: it checks whether due steps are there. */
function verify({ ctx }: Shop, ...args: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const clock = ['--import', `data:text/javascript,Date.now=()=>${ctx.clock.now()}`]
    const child = spawn(process.execPath, [...clock, 'verify/verify.ts', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (part) => (said += part))
    child.on('close', (code) => resolve({ code, said }))
  })
}

onBothEngines('the frozen list', (setup) => {
  test('the database keeps one list of a raffle, and nothing frozen is opened again', async () => {
    const shop = await openRuled(setup)
    atClose(shop)
    await tick(shop)
    const frozen = await raffleOf(shop)
    expect(frozen.congelada_en).toBe(shop.ctx.clock.now())
    await expect(setColumns(shop.ctx, 'raffles', { estado: 'publicada' })).rejects.toThrow()
    const first = await shop.ctx.db.read.selectFrom('draw_lists').selectAll().executeTakeFirstOrThrow()
    const other = { ...first, sha256: 'otra' }
    const second = shop.ctx.db.write('prueba', (tx) => tx.insertInto('draw_lists').values(other).execute())
    await expect(second).rejects.toThrow()
  })
})

onSqlite('the frozen list', (setup) => {
  test('names the owner of every confirmed number', async () => {
    const shop = await openRuled(setup)
    const [one, two] = [await buy(shop, { cedula: 'V-12.345.678' }), await buy(shop, { cedula: 'v12345678' })]
    const other = await buy(shop)
    expect((await list(shop)).statusCode).toBe(404)
    atClose(shop)
    await tick(shop)
    const frozen = await document(shop)
    expect(frozen).toMatchObject({ lista_cuenta: 6, premios: [null] })
    const answer = await list(shop)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      etag: `W/"${frozen.lista_sha256}"`,
      'cache-control': 'no-cache',
    })
    expect(await hashOf(answer.body, sha256)).toBe(frozen.lista_sha256)
    const kept = await list(shop, { 'if-none-match': String(answer.headers.etag) })
    expect([kept.statusCode, kept.body]).toEqual([304, ''])
    const same = ownerCode(shop.ctx, shop.id, 'V12345678')
    const whose = new Map(linesOf(answer.body).map((line) => line.split(',') as [string, string]))
    expect([...one.numeros, ...two.numeros].map((numero) => whose.get(numero))).toEqual([same, same, same, same])
    expect(new Set(other.numeros.map((numero) => whose.get(numero))).size).toBe(1)
    expect(other.numeros.map((numero) => whose.get(numero))).not.toContain(same)
    expect(ownerCode(shop.ctx, shop.id + 1, 'V12345678')).not.toBe(same)
    const checked = await checkDraw(frozen, answer.body, sha256)
    expect(checked.hallazgos.filter(({ estado }) => estado !== 'bien')).toEqual([])
    const datos = { sha256: frozen.lista_sha256 }
    expect(await readDeeds(shop.ctx, 'lista congelada')).toMatchObject([{ datos }])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('waits for payers, reviews, possible corrections, and decisions that can be taken back', async () => {
    const shop = await openRuled(setup, {}, { gracia_segundos: 3_600 })
    await buy(shop)
    const undecided = await pay(shop)
    atClose(shop, -1_000)
    const token = await heldToken(shop)
    const steps: [string, () => Promise<unknown>][] = [
      ['a hold', async () => {}],
      ['two in review', () => pay(shop, { apartado: token })],
      ['one', () => judge.approve(shop, undecided.id, 1)],
    ]
    atClose(shop, 1_000)
    for (const [name, step] of steps) {
      await step()
      await tick(shop)
      expect((await raffleOf(shop)).congelada_en, name).toBe(null)
    }
    const { id } = await shop.ctx.db.read
      .selectFrom('purchases')
      .select('id')
      .where('estado', '=', 'en revision')
      .executeTakeFirstOrThrow()
    await judge.reject(shop, id)
    shop.ctx.clock.advance(21_000)
    await tick(shop)
    expect((await raffleOf(shop)).congelada_en, 'a grace').toBe(null)
    shop.ctx.clock.advance(HOUR)
    await sweepHolds(shop.ctx)
    await judge.annul(shop, undecided.id)
    await tick(shop)
    expect((await raffleOf(shop)).congelada_en, 'a decision of now').toBe(null)
    shop.ctx.clock.advance(21_000)
    await tick(shop)
    expect((await raffleOf(shop)).congelada_en).toBe(shop.ctx.clock.now())
    expect((await document(shop)).lista_cuenta).toBe(2)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('at the end of the review it drops undecided payments, and tells each', async () => {
    const shop = await openRuled(setup, {}, { gracia_segundos: 7 * 86_400, total_numeros: 8 })
    const bought = await buy(shop)
    const [undecided, rejected, third] = [await pay(shop), await pay(shop), await pay(shop)]
    const waiting = await pay(shop)
    atClose(shop, -60_000)
    await judge.reject(shop, rejected.id, 1)
    atClose(shop, 12 * HOUR - 1)
    await tick(shop)
    // To the last moment of the review it is decided, and no longer, whether the worker is awake or not.
    await judge.approve(shop, third.id, 1)
    shop.ctx.clock.advance(1)
    const late = judge.approve(shop, undecided.id, 1)
    expect(await late.catch(code)).toBe('RIFA_CONGELADA')
    expect((await correct(shop, { secreto: rejected.secreto, referencia: '888777666' })).json().code).toBe(
      'RIFA_CONGELADA',
    )
    await sweepHolds(shop.ctx)
    await tick(shop)
    expect((await document(shop)).lista_cuenta).toBe(4)
    const states = await shop.ctx.db.read.selectFrom('purchases').select(['id', 'estado']).orderBy('id').execute()
    expect(new Map(states.map(({ id, estado }) => [id, estado]))).toEqual(
      new Map([
        [bought.id, 'confirmado'],
        [undecided.id, 'rechazado'],
        [rejected.id, 'rechazado'],
        [third.id, 'confirmado'],
        [waiting.id, 'rechazado'],
      ]),
    )
    const mails = (await readMails(shop.ctx)).filter(({ asunto }) => asunto.startsWith('Tu pago no alcanzó'))
    expect(new Set(mails.map(({ compra_id }) => compra_id))).toEqual(new Set([undecided.id, waiting.id]))
    const own = async ({ secreto }: { secreto: string }) => (await ownPage(shop, secreto)).json()
    expect(await own(undecided)).toMatchObject({ estado: 'rechazado', corregible: false, en_espera: false })
    expect(await own(waiting)).toMatchObject({ estado: 'rechazado', corregible: false, en_espera: true })
    expect(await own(rejected)).toMatchObject({ corregible: false })
    expect(await readDeeds(shop.ctx, 'boletos encontrados')).toEqual([])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is checked by a stranger with the command, before and after its freeze', async () => {
    const shop = await openRuled(setup)
    await buy(shop)
    const server = await createApp(shop.ctx, null)
    const origin = await server.listen({ port: 0, host: '127.0.0.1' })
    const address = `${origin}/api/rifas/${shop.id}/sorteo`
    try {
      // A buyer copies the address from the browser's bar.
      expect(await verify(shop, `${origin}/rifa/${shop.id}/verificar#c=x`)).toMatchObject({ code: 0 })
      for (const nowhere of [address.replace(/\d+\/sorteo/, '99/sorteo'), '/no/existe']) {
        expect(await verify(shop, nowhere)).toEqual({ code: 1, said: `MAL: no se lee ningún sorteo en ${nowhere}\n` })
      }
      atClose(shop, 1_000)
      shop.ctx.clock.advance(21_000)
      await tick(shop)
      const { regla_sha256 } = await document(shop)
      expect(await verify(shop, address)).toMatchObject({ code: 0 })
      expect(await verify(shop, address, '--lista', regla_sha256)).toMatchObject({ code: 1 })
    } finally {
      await server.close()
    }
  })

  test('a rejection promises no longer than the review lasts', async () => {
    const shop = await openRuled(setup, {}, { gracia_segundos: 7 * 86_400 })
    const { id } = await pay(shop)
    atClose(shop, 11 * HOUR)
    await tick(shop)
    await judge.reject(shop, id, 1)
    const datos = { boletos_hasta: shop.ctx.clock.now() + HOUR }
    expect(await readDeeds(shop.ctx, 'compra rechazada')).toMatchObject([{ datos }])
  })

  test('is sent packed, the same to its last byte, and a change behind the back of the product is not sent as if it were the list', async () => {
    const shop = await openRuled(setup)
    for (let time = 0; time < 5; time++) await buy(shop)
    atClose(shop)
    shop.ctx.clock.advance(21_000)
    await tick(shop)
    const plain = await list(shop)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    const asked = async (accepted: string) => {
      const { headers, rawPayload, statusCode } = await list(shop, { 'accept-encoding': accepted })
      expect([statusCode, headers.etag, headers.vary]).toEqual([200, plain.headers.etag, 'accept-encoding'])
      const coding = headers['content-encoding'] as keyof typeof unpack
      return { coding, text: unpack[coding](rawPayload).toString() }
    }
    expect(await asked('gzip, deflate, br, zstd')).toEqual({ coding: 'br', text: plain.body })
    expect(await asked('gzip, deflate')).toEqual({ coding: 'gzip', text: plain.body })
    const again = await list(shop, { 'accept-encoding': 'br', 'if-none-match': String(plain.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await list(shop)).statusCode).toBe(200)
    const swapped = ownerCode(shop.ctx, shop.id, 'V99999999')
    const stranger = await setup.stranger(shop.ctx)
    await stranger.write('prueba', async (tx) => {
      const [, piece] = await tx.selectFrom('draw_list_pieces').selectAll().orderBy('orden').execute()
      if (!piece) throw new Error('a list without its lines')
      const texto = piece.texto.replace(/,.*/, `,${swapped}`)
      await tx.updateTable('draw_list_pieces').set({ texto }).where('orden', '=', piece.orden).execute()
    })
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      const refused = await list(shop, headers)
      expect([refused.statusCode, refused.json().code]).toEqual([500, 'LISTA_ALTERADA'])
      expect([refused.headers['content-encoding'], refused.headers.etag]).toEqual([undefined, undefined])
    }
    expect((await audit(shop.ctx)).join('\n')).toMatch(/la lista congelada no tiene el código de control/)
  })

  test('many that nobody decided are dropped piece by piece', async () => {
    const shop = await openRuled(setup, {}, { total_numeros: 1_000 })
    await Promise.all(Array.from({ length: 210 }, () => pay(shop)))
    atClose(shop, 12 * HOUR)
    await tick(shop)
    const left = shop.ctx.db.read.selectFrom('purchases').select('id').where('estado', '=', 'en revision')
    expect(await left.execute()).toEqual([])
    expect(await document(shop)).toMatchObject({ lista_cuenta: 0 })
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onBothEngines('a list of many pages', (setup) => {
  test('answers from where it is kept as if it were read whole', async () => {
    const { shop } = await openLed(setup, [byBeacon()], { sold: 8 })
    const { ctx, id: rifa_id } = shop
    const lines = linesOf((await publishedOf(shop)).list)
    // As if a page had three lines.
    await ctx.db.write('prueba', async (tx) => {
      await tx.deleteFrom('draw_list_pieces').where('orden', '>', 0).execute()
      const pages = Array.from({ length: Math.ceil(lines.length / 3) }, (_, at) => lines.slice(at * 3, at * 3 + 3))
      const rows = pages.map((page, at) => ({
        rifa_id,
        orden: at + 1,
        texto: page.map((line) => `${line}\n`).join(''),
      }))
      await tx.insertInto('draw_list_pieces').values(rows).execute()
    })
    const kept = keptTickets(ctx.db.read, rifa_id, lines.length, 3)
    const sold = new Map(lines.map((line, place) => [line.slice(0, 2), place]))
    for (const [place, line] of lines.entries()) {
      const [numero = '', codigo = ''] = line.split(',')
      expect(await kept.at(place)).toEqual({ numero, codigo })
      const own = lines.flatMap((other, at) => (other.endsWith(codigo) ? [at] : []))
      expect(await kept.placesOf(codigo)).toEqual(own)
    }
    for (let number = 0; number < 100; number++) {
      const numero = String(number).padStart(2, '0')
      expect(await kept.placeOf(numero), numero).toBe(sold.get(numero) ?? null)
    }
    expect(await keptTickets(ctx.db.read, rifa_id, 0, 3).placeOf('00')).toBe(null)
  })
})

const linesNow = async (shop: Shop) => linesOf((await list(shop)).body)

onBothEngines('a freeze', (setup) => {
  test('raced with decisions it has a purchase, or refuses its approval', async () => {
    const shop = await openRuled(setup)
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    await buy(shop)
    const rounds = 6
    const undecided = []
    for (let round = 0; round < rounds; round++) undecided.push(await pay(shop))
    atClose(shop)
    await tick(shop)
    // Only the current decision is open: as at the end of a review, with the clock between both.
    atClose(shop, 12 * HOUR - 1)
    const freezing = async () => {
      for (let look = 0; look < rounds; look++) {
        if (look === 2) shop.ctx.clock.advance(1)
        await freezeList(twin, shop.id)
      }
    }
    const approvals = undecided.map(({ id }) =>
      judge.approve(shop, id, 1).then(
        (numeros) => numeros,
        (error: { code: string }) => {
          expect(['RIFA_CONGELADA', 'VERSION_VIEJA']).toContain(code(error))
          return []
        },
      ),
    )
    const [confirmed] = await Promise.all([Promise.all(approvals), freezing()])
    await tick(shop)
    const listed = (await linesNow(shop)).map((line) => line.slice(0, 2))
    expect(listed).toHaveLength(2 + confirmed.flat().length)
    expect(confirmed.flat().filter((numero) => !listed.includes(numero))).toEqual([])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a change between its reading and the lock is in it, or it is not frozen', async () => {
    const shop = await openRuled(setup)
    const { id } = await pay(shop)
    await buy(shop)
    atClose(shop, HOUR)
    await tick(shop)
    await judge.approve(shop, id, 1)
    shop.ctx.clock.advance(21_000)
    const { consistent } = shop.ctx.db
    let between = async () => {
      between = async () => {}
      await judge.annul(shop, id)
      shop.ctx.clock.advance(21_000)
    }
    shop.ctx.db.consistent = async (reading) => {
      const read = await consistent.call(shop.ctx.db, reading)
      await between()
      return read as never
    }
    expect(await freezeList(shop.ctx, shop.id)).toBe(false)
    expect(await freezeList(shop.ctx, shop.id)).toBe(true)
    expect(await linesNow(shop)).toHaveLength(2)
    expect(await audit(shop.ctx)).toEqual([])
  })
})
