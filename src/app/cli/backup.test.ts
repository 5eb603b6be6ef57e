import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openSqlite } from '#platform/server/db/sqlite.ts'
import { openLoggedFiles } from '#platform/server/file-log/logged-files.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { auditAll } from '../server/books/audit-all.ts'
import { PROOFS_FOLDER } from '../server/create-context.ts'
import { JPEG, openShop, report, type Shop } from '../server/testing/shop.ts'
import { backupCommand } from './backup.ts'

/** What the copy takes for the names of the files, in place of what is there once the database is copied. */
const names = vi.hoisted(() => ({ listed: null as null | ((folder: string) => Promise<string[]>) }))
vi.mock('./copy-files.ts', async (load) => {
  const real = await load<typeof import('./copy-files.ts')>()
  return { ...real, filesIn: (folder: string) => (names.listed ?? real.filesIn)(folder) }
})

afterEach(() => {
  names.listed = null
})

const targets: string[] = []
afterAll(() => {
  for (const target of targets) rmSync(target, { recursive: true, force: true })
})

// `e2e/backup.test.ts` copies and puts back under load, on both engines.
onSqlite('a purchase that is made while a copy runs', (setup) => {
  async function open(): Promise<Shop> {
    const shop = await openShop(setup)
    shop.ctx.files = await openLoggedFiles(join(shop.ctx.config.dataDir, PROOFS_FOLDER))
    await buy(shop, 1)
    return shop
  }

  async function buy(shop: Shop, number: number): Promise<void> {
    const bytes = Buffer.concat([JPEG, Buffer.from(String(number))])
    const who = { cedula: `V1000000${number}`, referencia: `700000000${number}` }
    const answer = await report(shop, who, { proof: { bytes, name: 'pago.jpg', type: 'image/jpeg' } })
    expect(answer.statusCode, answer.body).toBe(201)
  }

  /** @returns what the audit says of the copy, and how many purchases are in it. */
  async function copy({ ctx }: Shop, target = newTarget()): Promise<{ problems: string[]; purchases: number }> {
    await backupCommand.run(ctx, [target], {})
    const base = readdirSync(target).find((name) => name.startsWith('base-')) ?? ''
    const db = openSqlite(join(target, base))
    try {
      const copied = { ...ctx, db, files: await openLoggedFiles(join(target, PROOFS_FOLDER)) }
      const purchases = await db.read.selectFrom('purchases').select('id').execute()
      return { problems: await auditAll(copied, db.read), purchases: purchases.length }
    } finally {
      await db.close()
    }
  }

  function newTarget(): string {
    const target = mkdtempSync(join(tmpdir(), 'tombola-copy-'))
    targets.push(target)
    return target
  }

  const namesIn = async (folder: string) => {
    try {
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    } catch {
      return []
    }
  }

  test('is in it with its file, or not at all', async () => {
    const shop = await open()
    let bought = false
    names.listed = async (folder) => {
      if (!bought) await buy(shop, 2)
      bought = true
      return namesIn(folder)
    }
    expect(await copy(shop)).toEqual({ problems: [], purchases: 1 })
    expect(await copy(shop)).toEqual({ problems: [], purchases: 2 })
  })

  test('whose proof was only half written then, is whole in the next copy', async () => {
    const shop = await open()
    const { ctx } = shop
    const target = newTarget()
    const log = join(ctx.config.dataDir, PROOFS_FOLDER, 'registro')
    const segments = () => readdirSync(log).flatMap((name) => (name.includes('.lock') ? [] : [join(log, name)]))
    const { receive } = ctx.files
    ctx.files.receive = async (id, whole) => {
      const file = await receive(id, whole)
      const commit = async () => {
        const [segment = ''] = segments()
        const bytes = readFileSync(segment)
        writeFileSync(segment, Buffer.from(bytes).fill(0, bytes.lastIndexOf(JPEG)))
        // The command is a process of its own.
        const command = { ...ctx, files: await openLoggedFiles(join(log, '..')) }
        expect(await copy({ ...shop, ctx: command }, target)).toEqual({ problems: [], purchases: 1 })
        writeFileSync(segment, bytes)
        await file.commit()
      }
      return { ...file, commit }
    }
    await buy(shop, 2)
    for (const segment of segments()) utimesSync(segment, 1_000, 1_000)
    await (await openLoggedFiles(join(log, '..'))).unpack()
    expect(segments()).toEqual([])
    expect(await copy(shop, target)).toEqual({ problems: [], purchases: 2 })
  })

  test('control: where the files are looked at before the database, its row is there without its file', async () => {
    const shop = await open()
    const before = new Map<string, string[]>()
    for (const folder of readdirSync(shop.ctx.config.dataDir, { withFileTypes: true })) {
      const path = join(shop.ctx.config.dataDir, folder.name)
      if (folder.isDirectory()) before.set(path, await namesIn(path))
    }
    const packed = await Array.fromAsync(shop.ctx.files.packed())
    await buy(shop, 2)
    Object.assign(shop.ctx.files, { packed: () => packed })
    names.listed = async (folder) => before.get(folder) ?? []
    const { problems, purchases } = await copy(shop)
    expect(purchases).toBe(2)
    expect(problems.join('\n')).toContain('falta el archivo del comprobante')
  })
})
