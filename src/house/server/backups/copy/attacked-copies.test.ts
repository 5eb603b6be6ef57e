import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { buy, copy, openCopiedShop, PASSPHRASE, sealCheaply, verify } from '#app/server/testing/copied-shop.ts'
import { copyAt, inFolder, keysIn, sharedIn, spoil } from '#app/server/testing/every-place.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { findCopy, layWhole } from '../back/find-copy.ts'
import type { Place } from '../place/place.ts'
import { listCopies, SHARED } from './manifest.ts'

sealCheaply()

/** Error of a disk for a sector that it cannot read any more. */
const badSector = () => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })

onSqlite('faults of a place while it is copied there', (setup) => {
  // They depend on no place: every place is a list of files to them.
  inFolder((newPlace) => {
    test('a file of a copy on a bad sector is written again when it is read again, and keeps no copy from being made', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      await copy(shop, place)
      const [shared = ''] = await sharedIn(place)
      let bad = true
      const worn: Place = {
        ...place,
        async open(key) {
          const found = await place.open(key)
          if (!found || key !== shared || !bad) return found
          found.stream.destroy()
          return {
            ...found,
            stream: new Readable({
              read() {
                this.destroy(badSector())
              },
            }),
          }
        },
        async put(key, ...rest) {
          if (key === shared) bad = false
          return place.put(key, ...rest)
        },
      }
      for (let copies = 0; copies < 7; copies++) expect(await copy(shop, worn)).toMatchObject({ faltan: [] })
      expect(bad).toBe(false)
    })

    test('a file that a disk or a bucket of the shop cannot give back any more is named; the copy has the others', async () => {
      const shop = await openCopiedShop(setup)
      const { ctx } = shop
      const rotten = await buy(shop, 1)
      await buy(shop, 2)
      const { read } = ctx.files
      for (const error of [badSector(), new StoreError('altered')]) {
        ctx.files.read = async (id) => (id === rotten ? Promise.reject(error) : read(id))
        const place = await newPlace()
        const faltan = [`comprobantes/${rotten} falta, o no es el que llegó`]
        expect(await copy(shop, place)).toMatchObject({ faltan })
        expect((await verify(shop, place)).problemas).toContain(faltan[0])
        expect(await sharedIn(place)).toHaveLength(1)
      }
      // A missing permission, or a bucket that does not answer, proves nothing about the file.
      for (const error of [Object.assign(new Error('EACCES'), { code: 'EACCES' }), new StoreError('unreachable')]) {
        ctx.files.read = () => Promise.reject(error)
        await expect(copy(shop, await newPlace())).rejects.toBe(error)
      }
    })

    test('a row that says more bytes than any proof has keeps no copy from being made', async () => {
      const shop = await openCopiedShop(setup)
      const odd = await buy(shop, 1)
      await buy(shop, 2)
      await shop.ctx.db.write('prueba', (tx) =>
        tx
          .updateTable('proofs')
          .set({ bytes: 2 ** 50 })
          .where('id', '=', odd)
          .execute(),
      )
      const place = await newPlace()
      const faltan = [`comprobantes/${odd} falta, o no es el que llegó`]
      expect(await copy(shop, place)).toMatchObject({ faltan })
      expect(await sharedIn(place)).toHaveLength(1)
    })

    test('one that goes away in the middle, or is another by then, has no finished copy; the files there are left alone', async () => {
      const shop = await openCopiedShop(setup)
      for (const when of ['tombola.sqlite', 'archivos/', 'SHA256SUMS']) {
        const [place, under] = [await newPlace(), await newPlace()]
        await buy(shop, 1).catch(() => {})
        let now = place
        const moves: Place = {
          ...place,
          put: async (key, ...rest) => {
            const stored = await now.put(key, ...rest)
            if (key.includes(when)) now = under
            return stored
          },
          open: (key) => now.open(key),
          list: (prefix) => now.list(prefix),
          remove: (key) => now.remove(key),
        }
        await expect(copy(shop, moves, 14), when).rejects.toMatchObject({ code: 'DESTINO_VACIO' })
        expect(await listCopies(under)).toEqual([])
        expect(await listCopies(place)).toEqual([])
      }
    })

    test('killed without a passphrase, the next one with one leaves nothing plain there', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      // Killed before its end: nothing is taken away.
      const killed: Place = {
        ...place,
        put: (key, ...rest) =>
          key.endsWith('manifest.json') ? Promise.reject(new Error('killed')) : place.put(key, ...rest),
        remove: async () => {},
      }
      await expect(copy(shop, killed)).rejects.toThrow('killed')
      expect((await keysIn(place)).some((key) => key.endsWith('/tombola.sqlite'))).toBe(true)
      await copy(shop, place, 14, PASSPHRASE)
      const plain = (await keysIn(place)).filter((key) => !/\.(age|lock)$|^instalacion$|SHA256SUMS$/.test(key))
      expect(plain).toEqual([])
      expect(await verify(shop, place, PASSPHRASE)).toMatchObject({ problemas: [] })
    })

    test('a list of which one hash has rotted makes no copy after it look damaged', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      await buy(shop, 1)
      await copy(shop, place)
      const first = await copyAt(place, 0)
      await spoil(place, `${first}/SHA256SUMS`, (bytes) =>
        Buffer.from(bytes.toString().replaceAll(/^[0-9a-f]{8}(?=.*archivos)/gm, 'deadbeef')),
      )
      expect((await verify(shop, place)).problemas).toHaveLength(1)
      await copy(shop, place)
      expect(await verify(shop, place)).toMatchObject({ problemas: [] })
    })

    test('a file that is larger than announced fills no disk: it is not read further', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      const proof = await buy(shop, 1)
      await copy(shop, place)
      const [shared = ''] = await sharedIn(place)
      await spoil(place, shared, (bytes) => Buffer.concat([bytes, Buffer.alloc(8 << 20)]))
      const found = await findCopy('./', null, async () => place)
      const name = `comprobantes/${proof}`
      let laid = 0
      const lost = await layWhole(found, [name], async (_, bytes) => {
        for await (const part of bytes) laid += part.length
      })
      expect(lost).toEqual([name])
      expect(laid).toBeLessThanOrEqual(found.manifest.archivos[name]?.bytes ?? 0)
    })

    test('a copy that is dropped between the look for it and its opening ends no process', async () => {
      const shop = await openCopiedShop(setup)
      const place = await newPlace()
      const proof = await buy(shop, 1)
      await copy(shop, place)
      const found = await findCopy('./', null, async () => place)
      let opened: Readable | undefined
      const open: Place['open'] = async (key) => {
        if (key.startsWith(SHARED)) return null
        const there = await place.open(key)
        rmSync(join(place.folder ?? '', key))
        opened = there?.stream
        return there
      }
      const names = [`comprobantes/${proof}`]
      expect(await layWhole({ ...found, place: { ...place, open } }, names, async (_, bytes) => bytes.next())).toEqual(
        names,
      )
      // An error of the stream would come after the answer.
      await expect.poll(() => opened?.errored).toMatchObject({ code: 'ENOENT' })
    })
  })
})
