import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Encrypter } from 'age-encryption'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { findCopy } from '#house/server/backups/back/find-copy.ts'
import { type Product, type Verified, verifyCopy } from '#house/server/backups/back/verify-copy.ts'
import { listProofs } from '#house/server/backups/copy/facts.ts'
import { makeCopy } from '#house/server/backups/copy/make-copy.ts'
import { listPictureFiles } from '#house/server/backups/copy/named-files.ts'
import { folderPlace } from '#house/server/backups/place/folder-place.ts'
import type { Place } from '#house/server/backups/place/place.ts'
import { recordCopy } from '#house/server/backups/record-copy.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { openDiskFiles } from '#platform/server/files.ts'
import { checkInstallation } from '#platform/server/installation/installation.ts'
import { createLog } from '#platform/server/log.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import { openImages } from '#raffles/server/images/image-files.ts'
import { auditAll } from '../audit/audit-all.ts'
import { createContext, PROOFS_FOLDER } from '../create-context.ts'
import { schema } from '../schema.ts'
import { purchaseRow } from './buyer.ts'
import { JPEG, openShop, report, type Shop } from './shop.ts'

/** The key that every context of a test has. */
export const KEY = Buffer.alloc(32, 7).toString('base64')

export const PASSPHRASE = 'cinco palabras que nadie más junta'

/** Seals of this file's tests cost a thousandth of the product's work for each passphrase, for which `age.test.ts` asks. */
export function sealCheaply(): void {
  const { setScryptWorkFactor } = Encrypter.prototype
  beforeAll(() => {
    vi.spyOn(Encrypter.prototype, 'setScryptWorkFactor').mockImplementation(function (this: Encrypter, factor) {
      setScryptWorkFactor.call(this, factor - 10)
    })
  })
  afterAll(() => void vi.mocked(Encrypter.prototype).setScryptWorkFactor.mockRestore())
}

export const product: Product = {
  schema,
  openUnready: (config) => createContext(config, createLog('silent'), 'files being restored'),
  audit: (ctx) => ctx.db.consistent((sql) => auditAll(ctx, sql, { files: false })),
}

/** Paths of every file in a folder, however deep. */
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
/** Names of the copies of a place, the oldest first. */
export const copiesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('respaldo-'))
    .sort()

/** What an installation's folder holds, but for its lock. */
export const left = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('servidor.lock'))

/** Opens an installation as a start does. @returns what `work` gives. */
export async function inside<T>(config: Config, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const ctx = await createContext(config, createLog('silent'))
  try {
    return await work(ctx)
  } finally {
    await ctx.db.close()
  }
}

/** The restored installation adds up, and has every proof, byte by byte, and every picture. */
export async function requireWhole(config: Config): Promise<void> {
  await inside(config, async (ctx) => {
    expect(await ctx.db.consistent((sql) => auditAll(ctx, sql))).toEqual([])
    const proofs = await listProofs(ctx.db.read)
    expect(proofs.length).toBeGreaterThanOrEqual(2)
    for (const { id, sha256 } of proofs) expect(await hashOf(ctx, id)).toBe(sha256)
    const images = await openImages(config)
    for (const id of await listPictureFiles(ctx.db.read)) expect(await images.has(id), id).toBe(true)
  })
}

/** Of the bytes of a proof; null if it is not there. */
export async function hashOf({ files }: Pick<Ctx, 'files'>, id: string): Promise<string | null> {
  const bytes = await files.read(id)
  return bytes && createHash('sha256').update(bytes).digest('hex')
}

/** In that installation another server was seen alive then, and no other. */
export const seenAlive = (config: Config, visto_en: number) =>
  inside(config, ({ db }) =>
    db.write('prueba', async (tx) => {
      await tx.deleteFrom('processes').execute()
      const row = { id: 'otro', nombre: 'otro', version: '0', desde: 1, visto_en, adelanto: 0, datos: '{}' }
      await tx
        .insertInto('processes')
        .values(row as never)
        .execute()
    }),
  )

/** A shop whose proofs are files, with the id of an installation. */
export async function openCopiedShop(setup: Setup): Promise<Shop> {
  const shop = await openShop(setup)
  const { ctx } = shop
  ctx.files = await openDiskFiles(join(ctx.config.dataDir, PROOFS_FOLDER))
  await checkInstallation(ctx.config, ctx.db, ctx.random, async () => true)
  return shop
}

/** @returns id of the proof's file. */
export async function buy(shop: Shop, number: number): Promise<string> {
  const bytes = Buffer.concat([JPEG, Buffer.from(String(number))])
  const who = { cedula: `V1000000${number}`, referencia: `700000000${number}` }
  const answer = await report(shop, who, { proof: { bytes, name: 'pago.jpg', type: 'image/jpeg' } })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return (await purchaseRow(shop, answer.json().id)).comprobante
}

/** @param where a place, or its folder. */
export async function copy(
  { ctx }: { ctx: Ctx },
  where: Place | string,
  keep: number | null = null,
  passphrase: string | null = null,
) {
  const place = typeof where === 'string' ? folderPlace(where) : where
  return makeCopy(ctx, { place, passphrase, keep, product: '0.0.0' })
}

/** A copy that is written down, as of the row `id` or of a new one. */
export function record(
  { ctx }: { ctx: Ctx },
  where: Place | string,
  more: { passphrase?: string | null; keep?: number | null; chosen?: boolean } = {},
  id: number | null = null,
) {
  const place = typeof where === 'string' ? folderPlace(where) : where
  return recordCopy(ctx, { place, passphrase: null, keep: 14, product: '0', ...more }, id)
}

/** The result of `tombola verify`. @param named one of its copies; the newest otherwise. */
export async function verify(
  { ctx }: Shop,
  from: Place | string,
  passphrase: string | null = null,
  named = '',
): Promise<Verified> {
  const found =
    typeof from === 'string' ? findCopy(from, passphrase) : findCopy(`./${named}`, passphrase, async () => from)
  return verifyCopy(await found, { ...ctx.config, key: KEY }, product)
}
