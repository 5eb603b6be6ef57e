import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encrypter } from 'age-encryption'
import { afterAll, beforeAll, vi } from 'vitest'
import { findCopy } from '#backups/server/back/find-copy.ts'
import { type Product, type Verified, verifyCopy } from '#backups/server/back/verify-copy.ts'
import { makeCopy } from '#backups/server/copy/make-copy.ts'
import { folderPlace } from '#backups/server/place/folder-place.ts'
import type { Place } from '#backups/server/place/place.ts'
import { openDiskFiles } from '#platform/server/files.ts'
import { checkInstallation } from '#platform/server/installation/installation.ts'
import { createLog } from '#platform/server/log.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
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

/** A folder that goes after the file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tombola-copies-'))
  folders.push(folder)
  return folder
}
const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) removeFolder(folder)
})

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
  { ctx }: Shop,
  where: Place | string,
  keep: number | null = null,
  passphrase: string | null = null,
) {
  const place = typeof where === 'string' ? folderPlace(where) : where
  return makeCopy(ctx, { place, passphrase, keep, product: '0.0.0' })
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
