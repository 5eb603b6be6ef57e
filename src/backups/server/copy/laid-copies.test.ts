import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import {
  buy,
  copiesIn,
  copy,
  filesIn,
  KEY,
  newFolder,
  openCopiedShop,
  PASSPHRASE,
  product,
  sharedIn,
  verify,
} from '#app/server/testing/copied-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { findCopy } from '../back/find-copy.ts'
import { verifyCopy } from '../back/verify-copy.ts'
import { folderPlace } from '../place/folder-place.ts'
import { makeCopy } from './make-copy.ts'

onSqlite('what others lay where copies are, or take away', (setup) => {
  test('a plain one laid beside sealed ones is believed only by its name where there is a passphrase', async () => {
    const shop = await openCopiedShop(setup)
    const [place, other] = [newFolder(), newFolder()]
    await copy(shop, place, null, PASSPHRASE)
    await copy(shop, other)
    const laid = 'respaldo-000099-2026-11-23'
    cpSync(join(other, copiesIn(other)[0] ?? ''), join(place, laid), { recursive: true })
    await expect(verify(shop, place, PASSPHRASE)).rejects.toMatchObject({
      code: 'RESPALDO_INVALIDO',
      error: 'No está cifrado',
      details: expect.stringContaining(laid),
    })
    for (const name of copiesIn(place)) {
      expect(await verify(shop, join(place, name), PASSPHRASE)).toMatchObject({ copia: name })
    }
    expect(await verify(shop, place)).toMatchObject({ copia: laid })
  })

  test('a folder that somebody laid there hides no copy that comes after it, and is said where it stands in the way', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    await copy(shop, place)
    const laid = join(place, 'respaldo-999999-2026-01-01')
    mkdirSync(laid)
    writeFileSync(join(laid, 'manifest.json'), '{}')
    const made = await copy(shop, place, 14)
    expect(made.copia).toMatch(/^respaldo-000002-/)
    expect(await verify(shop, join(place, made.copia))).toMatchObject({ problemas: [] })
    await expect(verify(shop, place)).rejects.toMatchObject({
      code: 'RESPALDO_INVALIDO',
      details: expect.stringMatching(/^El último, respaldo-999999-2026-01-01, no es .*Nombra otro: .*respaldo-000002-/),
    })
    // One of ours under that name moves nothing either.
    rmSync(laid, { recursive: true })
    cpSync(join(place, made.copia), laid, { recursive: true })
    expect((await copy(shop, place, 14)).copia).toMatch(/^respaldo-000003-/)
  })

  test("a place that becomes another installation's meanwhile gets no copy, and nothing of it is removed", async () => {
    const shop = await openCopiedShop(setup)
    for (const when of ['instalacion', 'tombola.sqlite', 'SHA256SUMS']) {
      const folder = newFolder()
      const place = folderPlace(folder)
      const theirs = join(folder, 'archivos', 'ab', `ab${'c'.repeat(62)}`)
      const put: typeof place.put = async (key, source, size) => {
        const stored = await place.put(key, source, size)
        if (!key.endsWith(when)) return stored
        mkdirSync(dirname(theirs), { recursive: true })
        writeFileSync(theirs, 'de otra')
        writeFileSync(join(folder, 'instalacion'), 'otra')
        return stored
      }
      const asked = { place: { ...place, put }, passphrase: null, keep: 14, product: '0' }
      await expect(makeCopy(shop.ctx, asked), when).rejects.toMatchObject({ code: 'DESTINO_OCUPADO' })
      const left = filesIn(folder).map((file) => relative(folder, file))
      expect(left).not.toEqual(expect.arrayContaining([expect.stringMatching('manifest')]))
      expect(filesIn(folder)).toContain(theirs)
    }
  })

  test('one that goes as an old one while it is read is said to be gone, and not damaged; control: one that is damaged', async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    await buy(shop, 1)
    await copy(shop, place)
    const found = await findCopy(place, null)
    const [first = ''] = copiesIn(place)
    rmSync(sharedIn(place)[0] ?? '')
    expect((await verify(shop, place)).problemas.join()).toContain('falta en el respaldo')
    rmSync(join(place, first, 'manifest.json'))
    const config = { ...shop.ctx.config, key: KEY }
    await expect(verifyCopy(found, config, product)).rejects.toMatchObject({ error: 'El respaldo ya no está' })
  })

  test("leave alone what has no name of ours, and take no place where somebody's files lie", async () => {
    const shop = await openCopiedShop(setup)
    const place = newFolder()
    const lay = (folder: string, key: string) => {
      mkdirSync(join(folder, dirname(key)), { recursive: true })
      writeFileSync(join(folder, key), 'de alguien')
    }
    for (const key of ['archivos/factura.pdf', 'respaldo-000001-2026-01-01/tombola.sqlite']) {
      const taken = newFolder()
      lay(taken, key)
      await expect(copy(shop, taken, 1)).rejects.toMatchObject({
        code: 'DESTINO_OCUPADO',
        details: expect.stringContaining(key),
      })
      expect(readdirSync(taken)).not.toContain('instalacion')
      expect(filesIn(taken)).toContain(join(taken, key))
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
    for (const key of [...theirs, ...left]) lay(place, key)
    await copy(shop, place, 1)
    const there = filesIn(place).map((file) => relative(place, file))
    expect(there).toEqual(expect.arrayContaining(theirs))
    expect(there).not.toEqual(expect.arrayContaining([expect.stringMatching(/nueva$|000001|000000.*clave/)]))
    expect(await verify(shop, place)).toMatchObject({ problemas: [] })
  })
})
