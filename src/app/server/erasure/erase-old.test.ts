import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql as raw } from 'kysely'
import { expect, test } from 'vitest'
import type { Operator } from '#access/contract.ts'
import { takeRound } from '#draw/server/steps/take-round.ts'
import { sampleLeague } from '#draw/server/testing/sample-draw.ts'
import { changeDetails, claimPrize, deliverPrize } from '#draw/server/winners/move-winner.ts'
import { SYSTEM } from '#journal/actor.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { enqueue } from '#mail/server/testing/new-mail.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { SURE } from '#platform/server/time-guard.ts'
import { foldAddress } from '#purchases/search-text.ts'
import { KEEP_ASIDE, sweepProofs } from '#purchases/server/sweep-proofs.ts'
import { writeDossier } from '#reports/server/dossier/write-dossier.ts'
import { unzip } from '#reports/server/testing/unzip.ts'
import { createProofMarker } from '#review/server/proof/mark-proofs.ts'
import { patientDrawer } from '#review/server/testing/patient-drawer.ts'
import { changeSite } from '#site/server/change-site.ts'
import { audit } from '../../cli/audit.ts'
import { tables } from '../schema.ts'
import { capture, post } from '../testing/desk.ts'
import { publishedOf, putChain } from '../testing/led-draw.ts'
import { comeIn } from '../testing/money/money-shop.ts'
import { atClose, buy, HOUR, openRuled, pay, tick } from '../testing/ruled-shop.ts'
import { permitOf, report, type Shop, signInAgain, signInOwner } from '../testing/shop.ts'
import { watchTime } from '../watch-time.ts'
import { eraseOld } from './old-data.ts'

const OWNER = { id: 1, nombre: 'Marisela', correo: 'duena@ejemplo.test', rol: 'dueno' } as Operator
const NEVER = new AbortController().signal
const DRAWN = '2026-11-22T09:00:00-04:00'
/** Five years after the draw: the last day on which everything is kept, and the first on which it is not. */
const KEPT = '2031-11-22T23:00:00-04:00'
const OVER = '2031-11-23T01:00:00-04:00'
const ROUND = 34_183_012

/** Data that identifies the test's buyers, and the house's notes about them: nothing of it stays. */
const PERSON = {
  nombre: 'Xochilt Zambrano',
  cedula: 'V27271828',
  telefono: '0414-1592653',
  correo: 'Xochilt.Marca@ejemplo.test',
}
const MARKS = [
  ...['zambrano', '7271828', '1592653', 'marca@', '3141592', 'captura de xochilt', 'anotamos que', 'porque mintio'],
  ...['pedro p', '7777777', 'concepto suyo'],
]

/** A raffle that was drawn, with people in every table that may have them. */
async function open(setup: Setup) {
  const shop = await openRuled(setup)
  const { ctx, id } = shop
  const headers = await signInOwner(shop)
  const league = sampleLeague()
  await putChain(shop, league)
  const told = await report(
    shop,
    { ...PERSON, referencia: '314159265358' },
    {
      proof: {
        bytes: await capture('6.714,24', 'captura de Xochilt'),
        name: 'captura de Xochilt.png',
        type: 'image/png',
      },
    },
  )
  const own = told.json() as { id: number; secreto: string }
  await createProofMarker(ctx, patientDrawer)()
  await post(shop, headers, `/compras/${own.id}/notas`, { texto: 'Anotamos que llamó la señora Zambrano' })
  const payer = { nombre_origen: 'PEDRO PAGADOR', telefono_origen: '584247777777', documento_origen: 'V7777777' }
  const [joined, free] = await comeIn(shop, [
    { ...payer, id_banco: '314159265358', referencia: '314159265358', concepto: 'concepto suyo' },
    { ...payer, id_banco: '31415929', referencia: '31415929', centimos: 77, concepto: 'concepto suyo' },
  ])
  const version = async () =>
    (await ctx.db.read.selectFrom('purchases').select('version').where('id', '=', own.id).executeTakeFirstOrThrow())
      .version
  const money = { compra_id: own.id, movimientos: [{ id: joined }] }
  const joins = await post(shop, headers, '/conciliacion/unir', money)
  expect(joins.statusCode, joins.body).toBe(200)
  expect((await post(shop, headers, `/compras/${own.id}/aprobar`, { version: await version() })).statusCode).toBe(200)
  const fake = await pay(shop, { ...PERSON, cedula: 'V17271828', referencia: '31415927' })
  const refused = await post(shop, headers, `/compras/${fake.id}/rechazar`, {
    version: 1,
    motivo: 'El pago no aparece en la cuenta.',
  })
  expect(refused.statusCode, refused.body).toBe(200)
  await buy(shop, { ...PERSON, cedula: 'V37271828', referencia: '31415928', correo: 'Otra.Marca@ejemplo.test' })
  const { nombre: _, ...him } = PERSON
  const block = await post(shop, headers, '/bloqueados', {
    ...him,
    motivo: 'Porque mintio la otra vez',
    compra: own.id,
  })
  expect(block.statusCode, block.body).toBe(201)
  const folded = foldAddress('vieja.marca@ejemplo.test')
  const now = ctx.clock.now()
  await ctx.db.write('prueba', async (tx) => {
    await tx.insertInto('letter_optouts').values({ persona: folded, carta_id: 1, en: now }).execute()
    await tx.insertInto('mail_suppressions').values({ correo: folded, motivo: folded, correo_id: 1, en: now }).execute()
  })
  await enqueue(ctx, 'a la casa', { compra_id: null, texto: 'Ganó la señora Zambrano' })
  atClose(shop, 12 * HOUR)
  await tick(shop)
  ctx.clock.set(DRAWN)
  await takeRound(ctx, id, { premio: 0, ronda: ROUND, firma: league.sign(ROUND) }, SYSTEM)
  const winner = await ctx.db.read.selectFrom('draw_winners').selectAll().executeTakeFirstOrThrow()
  return { shop, ctx, headers, own, fake, winner, free: free as number }
}

/** The winner claims and gets the prize; the name is shown or not, a picture never. */
async function deliver(
  { shop, ctx, winner }: Awaited<ReturnType<typeof open>>,
  mostrar_nombre: boolean,
): Promise<void> {
  const seen = (version: number) => ({ rifa: shop.id, ganador: winner.id, version })
  await claimPrize(ctx, seen(1), OWNER)
  await deliverPrize(ctx, seen(2), '2026-11-22', OWNER)
  const imagen = { id: 'foto-de-la-entrega-000', alt: '', ancho: 400, alto: 300, anchos: [400] }
  const { id: foto } = await ctx.db.write('prueba', (tx) =>
    tx
      .insertInto('draw_pictures')
      .values({
        rifa_id: shop.id,
        imagen: JSON.stringify(imagen),
        subida_por: 'Ana',
        subida_por_id: 2,
        en: ctx.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const details = {
    ...{ version: 3, notas: 'Anotamos que vino con su mamá', mostrar_nombre, mostrar_fotos: false, fotos: [foto] },
  }
  await changeDetails(ctx, shop.id, winner.id, details, OWNER)
}

/** Places of a mark: tables and their rows, and files of the data folder. */
async function traces({ ctx }: Shop, marks = MARKS): Promise<string[]> {
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await raw<object>`select * from ${raw.table(name)}`.execute(ctx.db.read)
    for (const row of rows.rows)
      if (hasMark(JSON.stringify(Object.values(row)), marks)) found.push(`${name}: ${JSON.stringify(row)}`)
  }
  for (const file of readdirSync(ctx.config.dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    if (hasMark(readFileSync(join(file.parentPath, file.name), 'latin1'), marks) || hasMark(file.name, marks))
      found.push(file.name)
  }
  if (hasMark(ctx.lines.join(), marks)) found.push('log')
  return found
}

const hasMark = (text: string, marks: readonly string[]) => {
  const lower = text.toLowerCase()
  return marks.some((mark) => lower.includes(mark) || lower.includes(Buffer.from(mark).toString('latin1')))
}

const deeds = async ({ ctx }: Shop) => {
  const lines = ctx.db.read.selectFrom('journal').select(['ambito', 'datos', 'rifa_id'])
  const told = await lines.where('accion', '=', 'datos personales borrados').orderBy('id').execute()
  return told.map(({ ambito, datos }) => [ambito, JSON.parse(datos)])
}

onBothEngines('personal data', (setup) => {
  test('of a raffle that was drawn five years ago is erased to the last byte; published and paid data stays', async () => {
    const opened = await open(setup)
    const { shop, ctx, own, fake, winner } = opened
    await deliver(opened, true)
    expect((await traces(shop)).length).toBeGreaterThan(20)
    expect(await audit(ctx)).toEqual([])
    const before = { ...(await publishedOf(shop)), pages: (await shop.app.inject('/api/rifas/sorteos')).json() }
    const amounts = () =>
      ctx.db.read
        .selectFrom('purchases')
        .select(['codigo', 'estado', 'total', 'monto', 'cantidad_tickets', 'creado_en'])
        .orderBy('id')
        .execute()
    const paid = await amounts()

    ctx.clock.set(KEPT)
    await eraseOld(ctx, NEVER)
    // Of no raffle, and two days older than the draw.
    expect(await deeds(shop)).toEqual([
      ['sitio', { movimientos: 1 }],
      ['sitio', { correos: expect.any(Number) }],
      ['sitio', { direcciones: 1 }],
      ['sitio', { direcciones: 1 }],
    ])
    ctx.clock.set(OVER)
    await eraseOld(ctx, NEVER)
    expect(await traces(shop)).toEqual([])
    expect(await audit(ctx)).toEqual([])
    const done = await deeds(shop)
    expect(done.slice(4)).toEqual([
      [`rifa:${shop.id}`, { compras: 3, comprobantes: 3, correos: expect.any(Number) }],
      ['sitio', { movimientos: 1 }],
      ['sitio', { bloqueos: 1 }],
      ['sitio', { correos: expect.any(Number) }],
    ])
    await eraseOld(ctx, NEVER)
    expect(await deeds(shop)).toEqual(done)

    // The picture of the delivery was never shown: its files go with those of other pictures.
    expect(await ctx.db.read.selectFrom('draw_pictures').selectAll().execute()).toEqual([])
    expect(await ctx.db.read.selectFrom('image_leftovers').select('id').execute()).toEqual([
      { id: 'foto-de-la-entrega-000' },
    ])
    expect(await amounts()).toEqual(paid)
    expect({ ...(await publishedOf(shop)), pages: (await shop.app.inject('/api/rifas/sorteos')).json() }).toEqual(
      before,
    )
    expect(before.pages.rifas[0].premios[0].ganador).toBe('Xochilt Z.')
    const names = await ctx.db.read.selectFrom('purchases').select(['id', 'nombre']).orderBy('id').execute()
    for (const { id, nombre } of names) expect(nombre).toBe(id === winner.compra_id ? 'Xochilt Z.' : 'Datos borrados')

    await ctx.db.write('prueba', (tx) =>
      tx.updateTable('purchases').set({ version: 77 }).where('id', '=', fake.id).execute(),
    )
    await ctx.db.write('prueba', (tx) =>
      tx.updateTable('purchases').set({ correo: 'x' }).where('id', '=', own.id).execute(),
    )
    const found = (await audit(ctx)).filter((text) => text.startsWith('purchases'))
    expect(found.map((text) => text.split(':')[0])).toEqual([`purchases ${own.id}`, `purchases ${fake.id}`])
  })
})

onSqlite('personal data', (setup) => {
  test('of a winner whose prize was not delivered is kept, and goes after the delivery', async () => {
    const opened = await open(setup)
    const { shop, ctx, winner } = opened
    ctx.clock.set(OVER)
    await eraseOld(ctx, NEVER)
    const known = () => ctx.db.read.selectFrom('purchases').select('id').where('cedula', '!=', '').execute()
    expect(await known()).toEqual([{ id: winner.compra_id }])
    expect(await audit(ctx)).toEqual([])
    await deliver(opened, false)
    await eraseOld(ctx, NEVER)
    expect(await known()).toEqual([])
    expect(await traces(shop)).toEqual([])
    expect(await audit(ctx)).toEqual([])
  })

  test('is erased in steps, each with its line, and a process that was killed goes on where it was', async () => {
    const opened = await open(setup)
    const { shop, ctx } = opened
    await deliver(opened, false)
    const many = Array.from({ length: 1_001 }, (_, at) => ({ centimos: at + 1, nombre_origen: 'PEDRO PAGADOR' }))
    await comeIn(shop, many)
    ctx.clock.set('2032-12-01T09:00:00-04:00')
    const { files, db } = ctx
    // Killed before the rows are gone: their files are out of use.
    ctx.files = {
      ...files,
      setAside: (id, at) => files.setAside(id, at).then(() => Promise.reject(new Error('killed'))),
    }
    await expect(eraseOld(ctx, NEVER)).rejects.toThrow('killed')
    ctx.files = files
    expect(await audit(ctx)).toEqual([expect.stringContaining('falta el archivo del comprobante')])
    await sweepProofs(ctx)
    expect(await audit(ctx)).toEqual([])
    // Killed once they are: nobody looks for the files any more.
    ctx.files = { ...files, removeSetAside: () => Promise.reject(new Error('killed')) }
    await expect(eraseOld(ctx, NEVER)).rejects.toThrow('killed')
    ctx.files = files
    expect(await audit(ctx)).toEqual([])
    // Killed between two steps.
    const ended = new AbortController()
    ctx.db = { ...db, write: (lane, job) => db.write(lane, job).finally(() => ended.abort()) }
    await eraseOld(ctx, ended.signal)
    ctx.db = db
    expect((await deeds(shop)).map(([, datos]) => datos)).toEqual([expect.anything(), { movimientos: 500 }])
    await eraseOld(ctx, NEVER)
    const steps = (await deeds(shop)).map(([, datos]) => datos)
    expect(steps.slice(1, 4)).toEqual([{ movimientos: 500 }, { movimientos: 500 }, { movimientos: 3 }])
    await sweepProofs(ctx)
    ctx.clock.advance(KEEP_ASIDE + 1)
    await sweepProofs(ctx)
    expect(await traces(shop)).toEqual([])
    expect(await audit(ctx)).toEqual([])
  })

  test('that was erased is shown as such everywhere, and found by nothing', async () => {
    const opened = await open(setup)
    const { shop, ctx, own, fake } = opened
    await deliver(opened, false)
    ctx.clock.set(OVER)
    await eraseOld(ctx, NEVER)
    expect(await traces(shop, ['zambrano', 'xochilt'])).toEqual([])
    const again = await signInAgain(shop.app)
    const headers = { ...again, 'x-tombola-permiso': permitOf(ctx, { id: 1 }, again) }
    const get = (url: string) => shop.app.inject({ url, headers })
    const ok = async (url: string) => {
      const answer = await get(url)
      expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200)
      return answer.json()
    }
    const { compras } = await ok('/api/panel/compras')
    expect(compras.map(({ nombre }: { nombre: string }) => nombre)).toEqual(Array(3).fill('Datos borrados'))
    for (const { id } of [own, fake]) {
      const sheet = await ok(`/api/panel/compras/${id}/ficha`)
      expect(sheet).toMatchObject({
        nombre: 'Datos borrados',
        cedula: '',
        correos: [],
        notas: [],
        otras: [],
      })
      expect(await ok(`/api/panel/compras/${id}`)).toMatchObject({ nombre: 'Datos borrados', comprobante: null })
    }
    expect((await ok('/api/panel/compras?buscar=27271828')).compras).toEqual([])
    expect((await ok('/api/panel/compras?buscar=zambrano')).compras).toEqual([])
    expect((await ok('/api/panel/bloqueados')).bloqueados).toEqual([])
    const found = await shop.app.inject({
      method: 'POST',
      url: '/api/rifas/participante/buscar',
      payload: { cedula: 'V27271828' },
    })
    expect(found.body).not.toContain('numeros":["')
    const page = await shop.app.inject({
      method: 'POST',
      url: '/api/rifas/mi-compra',
      payload: { secreto: own.secreto },
    })
    expect(page.json()).toMatchObject({
      nombre: 'Datos borrados',
      correo: '',
      datos_borrados: true,
      codigo: expect.any(String),
    })
    expect((await ok(`/api/panel/rifas/${shop.id}/sorteo`)).premios[0].ganador.persona).toMatchObject({
      nombre: 'Datos borrados',
    })
    const csv = await get('/api/panel/exportar/compras?formato=csv')
    expect([csv.statusCode, csv.body.match(/Datos borrados/g)?.length]).toEqual([200, 3])
    await ok('/api/panel/inicio')
    await ok(`/api/panel/rifas/${shop.id}/libros`)
    const zip = unzip(await ctx.db.consistent(async (sql) => buffer(await writeDossier(ctx, sql, shop.id))))
    expect(zip.get('compras.csv')?.match(/Datos borrados/g)).toHaveLength(3)
    // An earlier buyer buys again, and is no duplicate of anybody.
    const other = await openRuled(setup)
    expect((await report(other, PERSON)).statusCode).toBe(201)
  })

  test('stays while the hour is doubted: a clock six years ahead erases nothing', async () => {
    const { shop, ctx } = await open(setup)
    let passed = 0
    ctx.time = watchTime(ctx, () => passed)
    ctx.clock.set('2032-12-01T09:00:00-04:00')
    const before = await traces(shop)
    for (let round = 0; round < 3; round++) {
      passed += 60_000
      ctx.clock.advance(60_000)
      await eraseOld(ctx, NEVER)
    }
    expect(await deeds(shop)).toEqual([])
    expect((await traces(shop)).length).toBeGreaterThanOrEqual(before.length)
    // Control: an hour that is believed.
    ctx.time = SURE
    await eraseOld(ctx, NEVER)
    expect((await deeds(shop)).length).toBeGreaterThan(0)
  })

  test('stays as long as the notice says: other years, and none where it says none', async () => {
    const { shop, ctx } = await open(setup)
    const say = (conservacion: string) => changeSite(ctx, { conservacion }, TESTER)
    await say('diez años')
    ctx.clock.set('2036-11-20T12:00:00-04:00')
    await eraseOld(ctx, NEVER)
    expect(await deeds(shop)).toEqual([])
    await say('lo que diga la ley')
    ctx.clock.set('2096-11-22T12:00:00-04:00')
    await eraseOld(ctx, NEVER)
    expect(await deeds(shop)).toEqual([])
    await say('9 años')
    await eraseOld(ctx, NEVER)
    expect((await deeds(shop)).length).toBeGreaterThan(0)
  })
})
