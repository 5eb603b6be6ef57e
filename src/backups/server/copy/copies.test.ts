import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  buy,
  copiesIn,
  copy,
  filesIn,
  newFolder,
  openCopiedShop,
  PASSPHRASE,
  sharedIn,
  verify,
} from '#app/server/testing/copied-shop.ts'
import { noSpace } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { folderPlace } from '../place/folder-place.ts'
import { recordCopy } from '../record-copy.ts'
import type { KnownProof } from './facts.ts'
import { makeCopy } from './make-copy.ts'

/** What the copy takes for the proofs of its database, in place of those that it names. */
const listed = vi.hoisted(() => ({ proofs: null as KnownProof[] | null }))
vi.mock('./facts.ts', async (load) => {
  const real = await load<typeof import('./facts.ts')>()
  return { ...real, listProofs: async (read: Sql) => listed.proofs ?? real.listProofs(read) }
})
afterEach(() => {
  listed.proofs = null
})

onBothEngines('several copies in one place', (setup) => {
  test('share what did not change, and drop what none of them needs any more', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    const [first, second] = [await buy(shop, 1), await buy(shop, 2)]
    expect(await copy(shop, place, 2)).toMatchObject({ faltan: [], nuevos: 4 })
    const before = sharedIn(place)
    const times = before.map((file) => statSync(file).mtimeMs)
    await buy(shop, 3)
    // Its own database and identity, and the one proof.
    expect(await copy(shop, place, 2)).toMatchObject({ faltan: [], nuevos: 3 })
    expect(before.map((file) => statSync(file).mtimeMs)).toEqual(times)
    expect(sharedIn(place)).toHaveLength(3)
    for (const name of copiesIn(place)) expect(await verify(shop, join(place, name))).toMatchObject({ problemas: [] })

    // What the shop does not have any more stays as long as a copy names it.
    await shop.ctx.db.write('prueba', (tx) => tx.deleteFrom('proofs').where('id', '=', first).execute())
    await shop.ctx.files.remove(first)
    await copy(shop, place, 2)
    expect(sharedIn(place)).toHaveLength(3)
    await copy(shop, place, 2)
    expect(sharedIn(place)).toHaveLength(2)
    expect(copiesIn(place).map((name) => name.slice(0, 15))).toEqual(['respaldo-000003', 'respaldo-000004'])
    expect(await shop.ctx.files.has(second)).toBe(true)
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', join(copiesIn(place)[1] ?? '', 'SHA256SUMS')], {
      cwd: place,
    })
  })

  test('one of which a proof was taken away names its purchase; the shop, which has it, mends the next', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    const proof = await buy(shop, 1)
    await copy(shop, place)
    const { codigo } = await shop.ctx.db.read.selectFrom('purchases').select('codigo').executeTakeFirstOrThrow()
    rmSync(sharedIn(place)[0] ?? '')
    expect(await verify(shop, place)).toMatchObject({
      problemas: [`compra ${codigo}: comprobantes/${proof} falta en el respaldo, o no es el que se guardó`],
      sin_abrir: null,
    })
    await copy(shop, place)
    expect(await verify(shop, place)).toMatchObject({ problemas: [] })
  })

  test('a data disk that is full: the copy is made on another disk, staged there; sealed or in no folder it is refused with a sentence', async () => {
    const shop = await openCopiedShop(setup)
    await buy(shop, 1)
    const { ctx } = shop
    ctx.space = async () => ({ free: 256 * 2 ** 20 + 1_000, total: 20 * 2 ** 30, level: 'grave' })
    const { write } = ctx.db
    ctx.db.write = () => Promise.reject(noSpace())
    const folder = newFolder()
    const place = folderPlace(folder)
    const make = (more: object) => recordCopy(ctx, { place, passphrase: null, keep: null, product: '0', ...more }, null)
    expect(await make({})).toMatchObject({ faltan: [], anotado: false })
    const refused = { code: 'SIN_ESPACIO', details: expect.stringContaining('quedan 257 MB') }
    await expect(make({ passphrase: PASSPHRASE })).rejects.toMatchObject(refused)
    await expect(make({ place: { ...place, local: false } })).rejects.toMatchObject(refused)
    ctx.db.write = write
    expect(copiesIn(folder)).toHaveLength(1)
    expect(await verify(shop, folder)).toMatchObject({ problemas: [] })
    for (const left of [folder, ctx.config.dataDir]) expect(readdirSync(left)).not.toContain('respaldo.tmp')
  })
})

onSqlite('old copies and what they share', (setup) => {
  test('a file that was changed or cut is named with its purchase and mended when it is read again; control: an untouched one is right', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    const proof = await buy(shop, 1)
    await copy(shop, place)
    const { codigo } = await shop.ctx.db.read.selectFrom('purchases').select('codigo').executeTakeFirstOrThrow()
    expect(await verify(shop, place)).toMatchObject({ problemas: [], sin_abrir: null })
    for (const spoil of [
      (file: string) => writeFileSync(file, Buffer.from(readFileSync(file)).reverse()),
      (file: string) => appendFileSync(file, 'x'),
    ]) {
      const spoiled = newFolder()
      cpSync(place, spoiled, { recursive: true })
      spoil(sharedIn(spoiled)[0] ?? '')
      expect((await verify(shop, spoiled)).problemas).toEqual([
        `compra ${codigo}: comprobantes/${proof} falta en el respaldo, o no es el que se guardó`,
      ])
      // What the shop still has mends it, whenever it is read again.
      for (let copies = 0; copies < 7; copies++) await copy(shop, spoiled)
      expect(await verify(shop, spoiled)).toMatchObject({ problemas: [] })
    }
    const without = newFolder()
    cpSync(place, without, { recursive: true })
    appendFileSync(join(without, copiesIn(without)[0] ?? '', 'tombola.sqlite'), 'x')
    expect(await verify(shop, without)).toMatchObject({ sin_abrir: 'no es la que se guardó' })
    expect((await verify(shop, without)).problemas.join()).toContain('tombola.sqlite')
  })

  test('sealed ones open with their passphrase, here and in age, tell nothing, and share as others do', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    await buy(shop, 1)
    await copy(shop, place, null, PASSPHRASE)
    await buy(shop, 2)
    expect(await copy(shop, place, null, PASSPHRASE)).toMatchObject({ faltan: [], nuevos: 3 })
    for (const name of copiesIn(place)) {
      expect(await verify(shop, join(place, name), PASSPHRASE)).toMatchObject({ problemas: [], sin_abrir: null })
    }
    for (const [other, error] of [
      [null, 'Falta la frase'],
      ['otra frase que no es la suya', 'Otra frase'],
    ] as const) {
      await expect(verify(shop, place, other)).rejects.toMatchObject({ code: 'RESPALDO_INVALIDO', error })
    }
    const { sha256 } = await shop.ctx.db.read.selectFrom('proofs').select('sha256').executeTakeFirstOrThrow()
    expect(sharedIn(place).join()).not.toContain(sha256)
    for (const file of filesIn(place).filter((path) => path.endsWith('.age'))) {
      expect(readFileSync(file, 'latin1').startsWith('age-encryption.org/v1\n'), file).toBe(true)
    }
    // With another passphrase everything is sealed anew; what the earlier copies need stays.
    expect(await copy(shop, place, null, `${PASSPHRASE} y otra`)).toMatchObject({ faltan: [], nuevos: 4 })
    expect(await verify(shop, join(place, copiesIn(place)[0] ?? ''), PASSPHRASE)).toMatchObject({ problemas: [] })
    // One of them turned around.
    const [file = ''] = sharedIn(place)
    writeFileSync(file, Buffer.from(readFileSync(file)).reverse())
    const all = [PASSPHRASE, PASSPHRASE, `${PASSPHRASE} y otra`]
    const said = await Promise.all(copiesIn(place).map((name, index) => verify(shop, join(place, name), all[index])))
    expect(said.flatMap(({ problemas }) => problemas)).not.toEqual([])
  })

  test('whose list nobody can read any more keep all that lies there; with it the rest goes', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    const proof = await buy(shop, 1)
    await copy(shop, place)
    const list = join(place, copiesIn(place)[0] ?? '', 'SHA256SUMS')
    const said = readFileSync(list)
    writeFileSync(list, said.subarray(0, -7))
    const first = join(place, copiesIn(place)[0] ?? '')
    expect((await verify(shop, first)).problemas).toEqual(['SHA256SUMS falta, o no es el de este respaldo'])
    await shop.ctx.db.write('prueba', (tx) => tx.deleteFrom('proofs').where('id', '=', proof).execute())
    await copy(shop, place)
    expect(sharedIn(place)).toHaveLength(1)
    writeFileSync(list, said)
    expect(await verify(shop, first)).toMatchObject({ problemas: [] })
    await copy(shop, place, 1)
    expect(sharedIn(place)).toEqual([])
  })

  test('a clock that went back, or far ahead, drops no copy that is newer, and never the one just made', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    await buy(shop, 1)
    for (const days of [0, 400, -800]) {
      shop.ctx.clock.advance(days * 86_400_000)
      await copy(shop, place, 2)
    }
    expect(copiesIn(place)).toEqual(['respaldo-000002-2027-12-25', 'respaldo-000003-2025-10-16'])
    expect(await verify(shop, place)).toMatchObject({ copia: 'respaldo-000003-2025-10-16', problemas: [] })
  })

  test('have a purchase that is made meanwhile with its file, or not at all', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    await buy(shop, 1)
    const { open } = shop.ctx.files
    shop.ctx.files.open = async (id) => {
      shop.ctx.files.open = open
      await buy(shop, 2)
      return open(id)
    }
    expect((await copy(shop, place)).contiene.rifas).toMatchObject([{ compras: 1 }])
    expect(await verify(shop, place)).toMatchObject({ problemas: [] })
    expect((await copy(shop, place)).contiene.rifas).toMatchObject([{ compras: 2 }])
    expect(await verify(shop, place)).toMatchObject({ problemas: [] })
  })

  test('control: where the files are looked at before the database, its row is there without its file', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    await buy(shop, 1)
    const { listProofs } = await import('./facts.ts')
    listed.proofs = await listProofs(shop.ctx.db.read)
    await buy(shop, 2)
    await copy(shop, place)
    expect((await verify(shop, place)).problemas.join()).toContain('falta el archivo del comprobante')
  })

  test('that are of another installation are neither joined nor dropped', async () => {
    const [shop, other] = [await openCopiedShop(setup), await openCopiedShop(setup)]
    const place = newFolder()
    await copy(shop, place, 1)
    await expect(copy(other, place, 1)).rejects.toMatchObject({ code: 'DESTINO_OCUPADO' })
    expect(await verify(shop, place)).toMatchObject({ problemas: [] })
  })

  test('whose place has lost its own file are known by the newest of them; sealed it says what to put there', async () => {
    const [shop, other] = [await openCopiedShop(setup), await openCopiedShop(setup)]
    const place = newFolder()
    const lose = [() => writeFileSync(join(place, 'instalacion'), ''), () => rmSync(join(place, 'instalacion'))]
    const make = (which: typeof shop, passphrase: string | null = null) => {
      const asked = { place: folderPlace(place), passphrase, keep: 14, product: '0' }
      return recordCopy(which.ctx, asked, null)
    }
    await make(shop)
    for (const each of lose) {
      each()
      const says = { code: 'DESTINO_OCUPADO', details: expect.stringContaining('no dice de qué instalación son') }
      await expect(make(other)).rejects.toMatchObject(says)
      expect(await make(shop)).toMatchObject({ faltan: [] })
    }
    await make(shop, PASSPHRASE)
    lose[1]?.()
    await expect(make(shop, PASSPHRASE)).rejects.toMatchObject({
      details: expect.stringContaining('pon ahí el de la carpeta de datos'),
    })
    // As it lies there, with the end of its line.
    cpSync(join(shop.ctx.config.dataDir, 'instalacion'), join(place, 'instalacion'))
    expect(await make(shop, PASSPHRASE)).toMatchObject({ faltan: [] })
    expect(copiesIn(place)).toHaveLength(5)
  })

  test('sealed files that were cut are laid again by the next, also where nothing is read twice', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    await buy(shop, 1)
    const far = { ...folderPlace(place), local: false }
    const make = () => makeCopy(shop.ctx, { place: far, passphrase: PASSPHRASE, keep: null, product: '0' })
    await make()
    const [file = ''] = sharedIn(place)
    truncateSync(file)
    expect(await make()).toMatchObject({ faltan: [], nuevos: 3 })
    expect(await verify(shop, place, PASSPHRASE)).toMatchObject({ problemas: [] })
    expect(await make()).toMatchObject({ nuevos: 2 })
  })

  test('a proof that is not what arrived is said, and the copy has what is left', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    const [lost, changed] = [await buy(shop, 1), await buy(shop, 2)]
    const { ctx } = shop
    const { open } = ctx.files
    ctx.files.open = async (id) => {
      const found = await open(id)
      if (id === lost || found === null) return null
      const bytes = await ctx.files.read(id)
      return { ...found, stream: (await import('node:stream')).Readable.from([Buffer.from(bytes ?? '').reverse()]) }
    }
    const faltan = [lost, changed].map((id) => `comprobantes/${id} falta, o no es el que llegó`).sort()
    const made = await copy(shop, place)
    expect(made.faltan.toSorted()).toEqual(faltan)
    expect(sharedIn(place)).toEqual([])
    const { problemas } = await verify(shop, place)
    expect(problemas).toEqual(
      expect.arrayContaining([...faltan, expect.stringMatching(/^compra .*: falta el archivo/)]),
    )
    ctx.files.open = open
    await copy(shop, place)
    expect(await verify(shop, place)).toMatchObject({ problemas: [] })
  })
})
