import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { keys, tables } from '#app/server/schema.ts'
import { storeLogo } from '#app/server/store-logo.ts'
import { buy, copiesIn, copy, openCopiedShop, verify } from '#app/server/testing/copied-shop.ts'
import { ruleFields } from '#app/server/testing/ruled-shop.ts'
import { type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { NO_PAPERS } from '#draw/contract.ts'
import { savePapers } from '#draw/server/papers/papers.ts'
import { setRule } from '#draw/server/rule/change-rule.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'
import { changeSite } from '#site/server/change-site.ts'
import { listPictureFiles, NAMED_FILES } from './named-files.ts'

/** Columns whose files another column names, and columns without files, with the reason. */
const PROOF = 'in: proofs.id'
const ELSEWHERE: Record<string, string> = {
  'proofs.id': PROOF,
  'purchases.comprobante': PROOF,
  'proof_marks.comprobante': PROOF,
  'similar_proofs.comprobante': PROOF,
  'undrawable_proofs.comprobante': PROOF,
  'raffles.imagen': 'in: raffle_images.imagen',
  'raffles.galeria': 'in: raffle_images.imagen',
  'image_leftovers.id': 'no: nothing names them any more',
  'draw_proposals.imagen_id': 'in: draw_pictures.imagen',
  'draw_winners.fotos': 'in: draw_pictures.imagen',
  'draw_winners.mostrar_fotos': 'no: says whether they are shown',
  'draw_images.sha256': 'in: draw_images.imagen',
  'draw_rules.texto': 'in: draw_images.imagen',
  'draw_papers.permiso_imagen': 'in: draw_images.imagen',
  'statement_imports.archivo': 'no: what a statement was called, which is not kept',
  'installation.archivos': 'no: says whether files are in a bucket',
  'backups.archivos': 'no: how many files a copy has',
}
const LISTED: Record<string, unknown> = { ...NAMED_FILES, ...ELSEWHERE }

const columns = tables.flatMap(({ name, columns: own }) => Object.keys(own).map((column) => `${name}.${column}`))
/** How a column is called that names a file, or may. */
const TELLING = /(imagen|foto|logo|galeria|original|comprobante|archivos?|adjunto|picture|file)/

test('every column with the name of one that names files is in the list, and no other', () => {
  const named = columns.filter((column) => TELLING.test(column.slice(column.indexOf('.') + 1)))
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((column) => !Object.hasOwn(LISTED, column))).toEqual([])
  expect(Object.keys(LISTED).filter((column) => !columns.includes(column))).toEqual([])
  for (const [column, where] of Object.entries(ELSEWHERE)) {
    const [, other] = /^in: (.*)$/.exec(where) ?? []
    if (other !== undefined) expect(Object.keys(LISTED), column).toContain(other)
  }
})

const picture = (background: string) =>
  sharp({ create: { width: 800, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()

async function send(shop: Shop, headers: Record<string, string>, what: 'imagenes' | 'fotos', background: string) {
  const form = new FormData()
  if (what === 'imagenes')
    for (const [field, value] of Object.entries({ clave: randomUUID(), alt: 'Una moto' })) form.append(field, value)
  form.append('imagen', new Blob([new Uint8Array(await picture(background))], { type: 'image/jpeg' }), 'foto.jpg')
  const body = new Response(form)
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/panel/rifas/${shop.id}/${what}`,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { ...headers, 'content-type': body.headers.get('content-type') ?? '' },
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

/** A shop with a file of each kind. */
async function openFull(setup: Setup): Promise<Shop> {
  const shop = await openCopiedShop(setup)
  const { ctx, id } = shop
  const headers = await signInOwner(shop)
  await send(shop, headers, 'imagenes', '#804020')
  await changeSite(ctx, { logo: await storeLogo(ctx, await picture('#208040')) }, TESTER)
  const prize = await send(shop, headers, 'fotos', '#204080')
  const premios = [{ titulo: 'Moto', por: { tipo: 'faro' as const }, reclamo_horas: 72, imagen: prize.sha256 }]
  await setRule(ctx, id, 0, ruleFields({ premios }), TESTER)
  const permit = await send(shop, headers, 'fotos', '#802080')
  await savePapers(ctx, id, 0, { ...NO_PAPERS, permiso_imagen: permit.sha256 }, TESTER)
  const imagen = JSON.stringify(await storeImage(ctx, await picture('#808020'), { alt: '' }))
  const row = { rifa_id: id, imagen, subida_por: 'Ana', subida_por_id: 1, en: ctx.clock.now() }
  await ctx.db.write(`rifa:${id}`, async (tx) => void (await tx.insertInto('draw_pictures').values(row).execute()))
  await buy(shop, 1)
  return shop
}

/** Possible name of a file of the shop, in any text: an id of its own, that of a picture, or the hash of one. */
const NAME = /[A-Za-z0-9_-]{22,64}/g

onSqlite('files that the database names', (setup) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openFull(setup)
  })

  test('are in no column outside the list', async () => {
    const { ctx } = shop
    const ids = new Set<string>()
    for (const kind of ['raffle_images', 'draw_pictures', 'draw_images'] as const) {
      for (const { imagen } of await ctx.db.read.selectFrom(kind).select('imagen').execute())
        ids.add(JSON.parse(imagen ?? '{}').id)
    }
    for (const { sha256 } of await ctx.db.read.selectFrom('draw_images').select('sha256').execute()) ids.add(sha256)
    for (const { valor } of await ctx.db.read.selectFrom('site_settings').select('valor').execute()) {
      const [, id] = /\/imagenes\/([\w-]+)\//.exec(valor) ?? []
      if (id !== undefined) ids.add(id)
    }
    for (const kind of ['imagenes', 'comprobantes'])
      for (const id of readdirSync(join(ctx.config.dataDir, kind))) ids.add(id)
    for (const { id } of await ctx.db.read.selectFrom('proofs').select('id').execute()) ids.add(id)
    const found = new Set<string>()
    for (const table of keys.keys()) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(ctx.db.read)
      for (const row of rows) {
        for (const [column, value] of Object.entries(row)) {
          if (
            String(value)
              .match(NAME)
              ?.some((name) => ids.has(name))
          )
            found.add(`${table}.${column}`)
        }
      }
    }
    expect(found.size).toBeGreaterThan(8)
    // They record the past, and nobody opens a file by them.
    const told = ['journal.datos', 'journal.filas', 'idempotency.respuesta']
    expect([...found].filter((column) => !Object.hasOwn(LISTED, column) && !told.includes(column))).toEqual([])
  })

  test('are in a copy, each kind of them; where one is lost with its folder the copy says so, and keeps those of an earlier one', async () => {
    const { ctx } = shop
    const place = newFolder()
    expect(await copy(shop, place)).toMatchObject({ faltan: [] })
    expect(await verify(shop, place)).toMatchObject({ problemas: [], sin_abrir: null })
    const folder = join(ctx.config.dataDir, 'imagenes')
    const named = await listPictureFiles(ctx.db.read)
    for (const file of named) expect(readdirSync(folder)).toContain(file)
    // Of a logo one size is shown, of the nine that it has; of every other picture all of them.
    expect(readdirSync(folder).filter((file) => !named.includes(file))).toHaveLength(8)
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    expect(await copy(shop, place)).toMatchObject({ faltan: [] })
    expect(await verify(shop, place)).toMatchObject({ problemas: [], sin_abrir: null })
    // Even after the last one was cut by its disk.
    truncateSync(join(place, copiesIn(place).at(-1) ?? '', 'manifest.json'))
    expect(await copy(shop, place)).toMatchObject({ faltan: [] })
    const { faltan } = await copy(shop, newFolder())
    expect(faltan).toEqual(named.map((file) => `imagenes/${file} falta, o no es el que llegó`))
  })
})
