import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { buy, copy, openCopiedShop, PASSPHRASE, record, sealCheaply, verify } from '#app/server/testing/copied-shop.ts'
import {
  bytesAt,
  copyAt,
  duplicate,
  inFolder,
  keysIn,
  lay,
  onEveryPlace,
  sharedIn,
  spoil,
} from '#app/server/testing/every-place.ts'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { folderPlace } from '../place/folder-place.ts'
import { type Place, putBytes } from '../place/place.ts'
import type { KnownProof } from './facts.ts'
import { isOurs, listCopies } from './manifest.ts'

/** The proofs that the copy takes for its database's, in place of the real ones. */
const listed = vi.hoisted(() => ({ proofs: null as KnownProof[] | null }))
vi.mock('./facts.ts', async (load) => {
  const real = await load<typeof import('./facts.ts')>()
  return { ...real, listProofs: async (read: Sql) => listed.proofs ?? real.listProofs(read) }
})
afterEach(() => {
  listed.proofs = null
})

sealCheaply()

const reversed = (bytes: Buffer) => Buffer.from(bytes).reverse()
const cut = (bytes: Buffer) => bytes.subarray(0, -7)
const longer = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])
const nothing = () => Buffer.alloc(0)

// A dump goes where any file goes: restore-kinds.faults.test.ts puts one back.
onSqlite('several copies in one place', (setup) => {
  onEveryPlace((newPlace) => {
    test('share unchanged files, and drop those that none of them needs any more', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      const put: string[] = []
      const watched: Place = { ...place, put: (key, ...rest) => place.put(key, ...rest).finally(() => put.push(key)) }
      const [first, second] = [await buy(shop, 1), await buy(shop, 2)]
      expect(await copy(shop, watched, 2)).toMatchObject({ faltan: [], nuevos: 4 })
      const before = await sharedIn(place)
      put.splice(0)
      await buy(shop, 3)
      // Its own database and identity, and the one proof.
      expect(await copy(shop, watched, 2)).toMatchObject({ faltan: [], nuevos: 3 })
      expect(put.filter((key) => before.includes(key))).toEqual([])
      expect(await sharedIn(place)).toHaveLength(3)
      for (const name of await listCopies(place)) {
        expect(await verify(shop, place, null, name)).toMatchObject({ copia: name, problemas: [], sin_abrir: null })
      }

      // A file that the shop does not have any more stays as long as a copy names it.
      await shop.ctx.db.write('prueba', (tx) => tx.deleteFrom('proofs').where('id', '=', first).execute())
      await shop.ctx.files.remove(first)
      await copy(shop, place, 2)
      expect(await sharedIn(place)).toHaveLength(3)
      await copy(shop, place, 2)
      expect(await sharedIn(place)).toHaveLength(2)
      const names = await listCopies(place)
      expect(names.map((name) => name.slice(0, 15))).toEqual(['respaldo-000003', 'respaldo-000004'])
      expect(await shop.ctx.files.has(second)).toBe(true)
      const cwd = newFolder()
      await duplicate(place, folderPlace(cwd))
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', join(names[1] ?? '', 'SHA256SUMS')], { cwd })
    })

    test('a data disk that is full: the copy is made on another disk, staged there; sealed or in no folder it is refused with a sentence', async () => {
      const shop = await openCopiedShop(setup)
      await buy(shop, 1)
      const { ctx } = shop
      ctx.space = async () => ({ free: 256 * 2 ** 20 + 1_000, total: 20 * 2 ** 30, level: 'grave' })
      const { write } = ctx.db
      ctx.db.write = () => Promise.reject(refusal('SIN_ESPACIO'))
      const place = await newPlace()
      const make = (passphrase: string | null) => record(shop, place, { passphrase })
      const refused = { code: 'SIN_ESPACIO', details: expect.stringContaining('quedan 257 MB') }
      if (place.folder === null) await expect(make(null)).rejects.toMatchObject(refused)
      else expect(await make(null)).toMatchObject({ faltan: [], anotado: false })
      await expect(make(PASSPHRASE)).rejects.toMatchObject(refused)
      ctx.db.write = write
      expect(await listCopies(place)).toHaveLength(place.folder === null ? 0 : 1)
      if (place.folder !== null) expect(await verify(shop, place)).toMatchObject({ problemas: [] })
      for (const left of [place.folder, ctx.config.dataDir])
        if (left !== null) expect(readdirSync(left)).not.toContain('respaldo.tmp')
    })
  })
})

onSqlite('old copies and their shared files', (setup) => {
  onEveryPlace((newPlace) => {
    test('a file that was changed, cut or taken away is named with its purchase, and repaired once it is missed; control: an untouched one is right', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      const proof = await buy(shop, 1)
      await copy(shop, place)
      const { codigo } = await shop.ctx.db.read.selectFrom('purchases').select('codigo').executeTakeFirstOrThrow()
      expect(await verify(shop, place)).toMatchObject({ problemas: [], sin_abrir: null })
      for (const change of place.folder === null ? [reversed, null] : [reversed, cut, null]) {
        const spoiled = await duplicate(place, await newPlace())
        const [shared = ''] = await sharedIn(spoiled)
        const before = await bytesAt(spoiled, shared)
        await (change === null ? spoiled.remove(shared) : spoil(spoiled, shared, change))
        expect(await verify(shop, spoiled), change?.name).toMatchObject({
          problemas: [`compra ${codigo}: comprobantes/${proof} falta en el respaldo, o no es el que se guardó`],
          sin_abrir: null,
        })
        // The shop's own file repairs it: the next copy sees another size. A like one must be read: on a disk one of seven does, none in a bucket.
        for (let copies = change === reversed ? 7 : 1; copies > 0; copies--) await copy(shop, spoiled)
        const mended = place.folder !== null || change !== reversed
        expect((await bytesAt(spoiled, shared)).equals(before), change?.name).toBe(mended)
      }
      const base = `${await copyAt(place, 0)}/tombola.sqlite`
      for (const change of [longer, cut]) {
        const without = await duplicate(place, await newPlace())
        await spoil(without, base, change)
        const { sin_abrir, problemas } = await verify(shop, without)
        expect([sin_abrir, problemas.join()]).toEqual([
          'tombola.sqlite no es lo que se guardó',
          expect.stringContaining('tombola.sqlite'),
        ])
      }
    })
  })

  // What follows depends on no place: both are lists of files to it.
  inFolder((newPlace) => {
    test('sealed ones open with their passphrase, here and in age, tell nothing, and share as others do', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      await copy(shop, place, null, PASSPHRASE)
      await buy(shop, 2)
      expect(await copy(shop, place, null, PASSPHRASE)).toMatchObject({ faltan: [], nuevos: 3 })
      for (const name of await listCopies(place)) {
        expect(await verify(shop, place, PASSPHRASE, name)).toMatchObject({ problemas: [], sin_abrir: null })
      }
      for (const [other, error] of [
        [null, 'Falta la frase'],
        ['otra frase que no es la suya', 'Otra frase'],
      ] as const) {
        await expect(verify(shop, place, other)).rejects.toMatchObject({ code: 'RESPALDO_INVALIDO', error })
      }
      const { sha256 } = await shop.ctx.db.read.selectFrom('proofs').select('sha256').executeTakeFirstOrThrow()
      expect((await sharedIn(place)).join()).not.toContain(sha256)
      for (const key of (await keysIn(place)).filter((name) => name.endsWith('.age'))) {
        expect((await bytesAt(place, key)).toString('latin1').startsWith('age-encryption.org/v1\n'), key).toBe(true)
      }
      // With another passphrase everything is sealed again; the earlier copies' files stay.
      expect(await copy(shop, place, null, `${PASSPHRASE} y otra`)).toMatchObject({ faltan: [], nuevos: 4 })
      expect(await verify(shop, place, PASSPHRASE, await copyAt(place, 0))).toMatchObject({ problemas: [] })
      // One of them turned around.
      await spoil(place, (await sharedIn(place))[0], reversed)
      const all = [PASSPHRASE, PASSPHRASE, `${PASSPHRASE} y otra`]
      const names = await listCopies(place)
      const said = await Promise.all(names.map((name, index) => verify(shop, place, all[index], name)))
      expect(said.flatMap(({ problemas }) => problemas)).not.toEqual([])
    })

    test('sealed files that were cut are written again by the next, also where nothing is read twice', async () => {
      const shop = await openCopiedShop(setup)
      const far = { ...(await newPlace()), folder: null }
      await buy(shop, 1)
      const make = () => copy(shop, far, null, PASSPHRASE)
      await make()
      await spoil(far, (await sharedIn(far))[0], nothing)
      expect(await make()).toMatchObject({ faltan: [], nuevos: 3 })
      expect(await verify(shop, far, PASSPHRASE)).toMatchObject({ problemas: [] })
      expect(await make()).toMatchObject({ nuevos: 2 })
    })

    test('with an unreadable list keep all that lies there; with it the rest goes', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      const proof = await buy(shop, 1)
      await copy(shop, place)
      const first = await copyAt(place, 0)
      const list = `${first}/SHA256SUMS`
      const said = await bytesAt(place, list)
      await spoil(place, list, cut)
      expect((await verify(shop, place)).problemas).toEqual(['SHA256SUMS falta, o no es el de este respaldo'])
      await shop.ctx.db.write('prueba', (tx) => tx.deleteFrom('proofs').where('id', '=', proof).execute())
      await copy(shop, place)
      expect(await sharedIn(place)).toHaveLength(1)
      await putBytes(place, list, said)
      expect(await verify(shop, place, null, first)).toMatchObject({ problemas: [] })
      await copy(shop, place, 1)
      expect(await sharedIn(place)).toEqual([])
    })

    test('a clock that went back, or far ahead, drops no copy that is newer, and never the one just made', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      for (const days of [0, 400, -800]) {
        shop.ctx.clock.advance(days * 86_400_000)
        await copy(shop, place, 2)
      }
      expect(await listCopies(place)).toEqual(['respaldo-000002-2027-12-25', 'respaldo-000003-2025-10-16'])
      expect(await verify(shop, place)).toMatchObject({ copia: 'respaldo-000003-2025-10-16', problemas: [] })
    })

    test('have a purchase that is made meanwhile with its file, or not at all', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      const { read } = shop.ctx.files
      shop.ctx.files.read = async (id) => {
        shop.ctx.files.read = read
        await buy(shop, 2)
        return read(id)
      }
      const { archivos } = await copy(shop, place)
      expect(await verify(shop, place)).toMatchObject({ problemas: [] })
      expect((await copy(shop, place)).archivos).toBe(archivos + 1)
      expect(await verify(shop, place)).toMatchObject({ problemas: [] })
    })

    test('control: where the files are looked at before the database, its row is there without its file', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      const { listProofs } = await import('./facts.ts')
      listed.proofs = await listProofs(shop.ctx.db.read)
      await buy(shop, 2)
      await copy(shop, place)
      expect((await verify(shop, place)).problemas.join()).toContain('falta el archivo del comprobante')
    })

    test('a proof that differs from the one that arrived is named, and the copy has the rest', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      const [lost, changed] = [await buy(shop, 1), await buy(shop, 2)]
      const { ctx } = shop
      const { read } = ctx.files
      ctx.files.read = async (id) => {
        const bytes = await read(id)
        return id === lost || bytes === null ? null : reversed(bytes)
      }
      const faltan = [lost, changed].map((id) => `comprobantes/${id} falta, o no es el que llegó`).sort()
      const made = await copy(shop, place)
      expect(made.faltan.toSorted()).toEqual(faltan)
      expect(await sharedIn(place)).toEqual([])
      ctx.files.read = read
      await ctx.files.setAside(lost, 0)
      const { problemas } = await verify(shop, place)
      expect(problemas).toEqual(
        expect.arrayContaining([...faltan, expect.stringMatching(/^compra .*: falta el archivo/)]),
      )
      // A file that the sweeper has set aside since the database was copied is still there.
      expect(await copy(shop, place)).toMatchObject({ faltan: [] })
      expect(await verify(shop, place)).toMatchObject({ problemas: [] })
    })
  })
})

onSqlite('the owner of copies', (setup) => {
  inFolder((newPlace) => {
    test('those of another installation are neither joined nor dropped', async () => {
      const [shop, other] = [await openCopiedShop(setup), await openCopiedShop(setup)]
      const place = await newPlace()
      await copy(shop, place, 1)
      await expect(copy(other, place, 1)).rejects.toMatchObject({ code: 'DESTINO_OCUPADO' })
      expect(await verify(shop, place)).toMatchObject({ problemas: [] })
    })

    test('a place that has lost its own file names the one to put there', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await copy(shop, place)
      for (const lose of [() => spoil(place, 'instalacion', nothing), () => place.remove('instalacion')]) {
        await lose()
        const says = expect.stringContaining('no dice de qué instalación son')
        await expect(copy(shop, place)).rejects.toMatchObject({ code: 'DESTINO_OCUPADO', details: says })
      }
      // As it is stored, with the end of its line.
      await putBytes(place, 'instalacion', readFileSync(join(shop.ctx.config.dataDir, 'instalacion')))
      expect(await copy(shop, place)).toMatchObject({ faltan: [] })
    })

    test("a place that becomes another installation's meanwhile gets no copy, and nothing of it is removed", async () => {
      const shop = await openCopiedShop(setup)
      for (const when of ['instalacion', 'tombola.sqlite', 'SHA256SUMS']) {
        const place = await newPlace()
        const theirs = `archivos/ab/ab${'c'.repeat(62)}`
        const put: Place['put'] = async (key, source, size) => {
          const stored = await place.put(key, source, size)
          if (!key.endsWith(when)) return stored
          await putBytes(place, theirs, Buffer.from('de otra'))
          await putBytes(place, 'instalacion', Buffer.from('otra'))
          return stored
        }
        await expect(copy(shop, { ...place, put }, 14), when).rejects.toMatchObject({ code: 'DESTINO_OCUPADO' })
        const left = await keysIn(place)
        expect(left).not.toEqual(expect.arrayContaining([expect.stringMatching('manifest')]))
        expect(left).toContain(theirs)
      }
    })
  })

  // What keeps one of them out is of the place.
  onEveryPlace((newPlace) => {
    test('of two installations that begin in one place at the same moment one has its copy made', async () => {
      const shops = [await openCopiedShop(setup), await openCopiedShop(setup)]
      const place = await newPlace()
      const made = await Promise.allSettled(shops.map((shop) => copy(shop, place)))
      expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const [refused] = made.filter((each) => each.status === 'rejected')
      const code =
        place.folder === null ? 'DESTINO_OCUPADO' : expect.stringMatching(/DESTINO_OCUPADO|RESPALDO_EN_MARCHA/)
      expect(refused?.reason).toMatchObject({ code })
    })
  })
})

onSqlite('files that others lay where copies are, or take away', (setup) => {
  inFolder((newPlace) => {
    test('a plain one put among sealed ones is believed only by its name where there is a passphrase', async () => {
      const shop = await openCopiedShop(setup)
      const [place, other] = [await newPlace(), await newPlace()]
      await copy(shop, place, null, PASSPHRASE)
      await copy(shop, other)
      const [own, laid] = [await copyAt(other, 0), 'respaldo-000099-2026-11-23']
      for (const key of await keysIn(other, own)) await lay(other, key, place, key.replace(own, laid))
      await expect(verify(shop, place, PASSPHRASE)).rejects.toMatchObject({
        code: 'RESPALDO_INVALIDO',
        error: 'No está cifrado',
        details: expect.stringContaining(laid),
      })
      for (const name of await listCopies(place)) {
        expect(await verify(shop, place, PASSPHRASE, name)).toMatchObject({ copia: name })
      }
      expect(await verify(shop, place)).toMatchObject({ copia: laid })
    })

    test('a folder that somebody put there hides no copy that comes after it, and is named where it is in the way', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await copy(shop, place)
      const laid = 'respaldo-999999-2026-01-01'
      await putBytes(place, `${laid}/manifest.json`, Buffer.from('{}'))
      const made = await copy(shop, place, 14)
      expect(made.copia).toMatch(/^respaldo-000002-/)
      expect(await verify(shop, place, null, made.copia)).toMatchObject({ problemas: [] })
      await expect(verify(shop, place)).rejects.toMatchObject({
        code: 'RESPALDO_INVALIDO',
        details: expect.stringMatching(
          /^El último, respaldo-999999-2026-01-01, no es .*Nombra otro: .*respaldo-000002-/,
        ),
      })
      // One of ours under that name moves nothing either.
      for (const key of await keysIn(place, made.copia)) await lay(place, key, place, key.replace(made.copia, laid))
      expect((await copy(shop, place, 14)).copia).toMatch(/^respaldo-000003-/)
    })

    test('one that is removed as old while it is read is called gone, and not damaged; control: one that is damaged', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      await copy(shop, place)
      const first = await copyAt(place, 0)
      const [shared = ''] = await sharedIn(place)
      const before = await bytesAt(place, shared)
      await place.remove(shared)
      expect((await verify(shop, place)).problemas.join()).toContain('falta en el respaldo')
      await putBytes(place, shared, before)
      const open: Place['open'] = async (key) => {
        if (key.startsWith('archivos/')) for (const gone of [`${first}/manifest.json`, shared]) await place.remove(gone)
        return place.open(key)
      }
      await expect(verify(shop, { ...place, open })).rejects.toMatchObject({ error: 'El respaldo ya no está' })
    })

    test('copies leave alone files without a name of ours, and take no place with somebody’s files', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      const theirBytes = Buffer.from('de alguien')
      for (const key of ['archivos/factura.pdf', 'respaldo-000001-2026-01-01/tombola.sqlite']) {
        const taken = await newPlace()
        await putBytes(taken, key, theirBytes)
        await expect(copy(shop, taken, 1)).rejects.toMatchObject({
          code: 'DESTINO_OCUPADO',
          details: expect.stringContaining(key),
        })
        expect((await keysIn(taken)).filter((name) => !name.endsWith('.lock'))).toEqual([key])
      }
      await copy(shop, place, 1)
      const theirs = [
        'archivos/factura.pdf',
        'archivos/ab/foto.age',
        `archivos/ab/${'c'.repeat(64)}`,
        'respaldo-000000-2026-01-01/notas.txt',
        'respaldo-viejo.zip',
      ]
      const left = [`archivos/ab/ab${'c'.repeat(62)}.age.nueva`, 'respaldo-000000-2026-01-01/clave.age']
      for (const key of [...theirs, ...left]) await putBytes(place, key, theirBytes)
      await copy(shop, place, 1)
      const there = await keysIn(place)
      expect(there).toEqual(expect.arrayContaining(theirs))
      expect(there.filter((key) => left.includes(key) || /^respaldo-000001/.test(key))).toEqual([])
      expect(there.filter((key) => key.startsWith('respaldo-0') && !theirs.includes(key)).every(isOurs)).toBe(true)
      expect(await verify(shop, place)).toMatchObject({ problemas: [] })
    })
  })
})
