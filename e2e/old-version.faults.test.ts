import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { auditAll } from '#app/server/audit/audit-all.ts'
import { schema } from '#app/server/schema.ts'
import { finishUndo, putBack } from '#app/server/service/before-upgrade.ts'
import { upgrade } from '#app/server/service/upgrade.ts'
import { unpackFirst } from '#app/server/testing/first-shop.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { signIn } from './kill/load.ts'
import { administer, createInstallation, type Installation, inside, startProduct } from './support/product.ts'

/** Of the shop that the version of 26 November 2026, of before the first release, sold with (docs/decisions/082 says how it was made). */
const LAST_STEP = '2026-11-25-70-purchase-totals'
const PRELOAD = { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'support/killed-at.ts')).href}` }

interface Sold {
  id: number
  codigo: string
  secreto: string
  /** Null of what was not approved. */
  numeros: string[] | null
}

const made: Installation[] = []
afterAll(async () => {
  for (const { remove } of made) await remove()
})

const server = inject('postgresUrl')
for (const { engine, missing } of [
  { engine: 'sqlite', missing: false },
  { engine: 'postgres', missing: server === null },
] as const)
  describe.skipIf(missing)(`a shop of the first version · ${engine}`, () => {
    const folder = unpackFirst(engine)
    /** What a start counts: its steps of the upgrade, and all until it listens. */
    const countFile = join(folder, 'count')
    const sold: Sold[] = JSON.parse(readFileSync(join(folder, 'sold.json'), 'utf8'))

    /** That shop once more, as its version left it. */
    async function openOld(): Promise<Record<string, string>> {
      const installation = await createInstallation(engine === 'postgres' ? server : null)
      made.push(installation)
      const { env } = installation
      cpSync(join(folder, 'data'), env['DATA_DIR'] ?? '', { recursive: true })
      // Lines for psql alone are left out.
      const dump = (text: string) => text.replaceAll(/^\\.*$/gm, '')
      if (env['DATABASE_URL'])
        await administer(env['DATABASE_URL'], dump(readFileSync(join(folder, 'base.sql'), 'utf8')))
      return env
    }

    const stepsOf = async (env: Record<string, string>): Promise<string[]> => {
      const question = 'select name from schema_steps order by name'
      if (!env['DATABASE_URL']) {
        const database = new DatabaseSync(join(env['DATA_DIR'] ?? '', 'tombola.sqlite'), { readOnly: true })
        const rows = database.prepare(question).all()
        database.close()
        return rows.map(({ name }) => String(name))
      }
      const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
      await client.connect()
      const { rows } = await client.query<{ name: string }>(question)
      await client.end()
      return rows.map(({ name }) => name)
    }

    /** Everything that the shop had answered is there, and can be read by its buyer and by its operator. */
    async function isWhole(env: Record<string, string>, address: string): Promise<void> {
      const headers = await signIn(address)
      for (const { id, codigo, secreto, numeros } of sold) {
        const seen = await fetch(`${address}/api/panel/compras/${id}/ficha`, { headers })
        const text = await seen.text()
        expect([seen.status, text.includes(codigo)], text).toEqual([200, true])
        for (const numero of numeros ?? []) expect(text).toContain(`"${numero}"`)
        const proof = await fetch(`${address}/api/panel/compras/${id}/comprobante`, { headers })
        expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/webp'])
        const body = JSON.stringify({ secreto })
        const own = await fetch(`${address}/api/rifas/mi-compra`, { method: 'POST', headers, body })
        expect([own.status, (await own.text()).includes(codigo)]).toEqual([200, true])
      }
      // Each purchase was received, and five were decided.
      const mails = await inside(env, (ctx) => ctx.db.read.selectFrom('outbox').select('id').execute())
      expect(mails.length).toBeGreaterThanOrEqual(sold.length + 5)
      for (const { id } of mails) {
        const mail = await fetch(`${address}/api/panel/correos/${id}`, { headers })
        const text = await mail.text()
        expect([mail.status, text.includes('"asunto":"')], text).toEqual([200, true])
      }
      const { logo } = ((await (await fetch(`${address}/api/sitio`)).json()) ?? {}) as { logo?: string }
      if (logo) expect((await fetch(new URL(logo, address))).status).toBe(200)
    }

    const audited = (env: Record<string, string>) =>
      inside(env, (ctx) => ctx.db.consistent((sql) => auditAll(ctx, sql)))

    test('is upgraded whole, and sells on', async () => {
      const env = await openOld()
      expect((await stepsOf(env)).at(-1)).toBe(LAST_STEP)
      const product = await startProduct({ ...env, ...PRELOAD, COUNT_FILE: countFile })
      try {
        await isWhole(env, product.address)
      } finally {
        expect(await product.stop()).toBe(0)
      }
      expect(await audited(env)).toEqual([])
      expect(await stepsOf(env)).toEqual(schema.map(({ name }) => name))
      if (engine === 'postgres') return
      // The version of before gets back what it knew, to the last row.
      const data = env['DATA_DIR'] ?? ''
      const known = (upgrade.from ?? []).map((name) => ({ name, up: async () => {} }))
      expect(putBack(data, known, Date.now())?.copia).toBe(`antes-de-actualizar/${LAST_STEP}.sqlite`)
      finishUndo(data)
      expect(rowsOf(join(data, 'tombola.sqlite'))).toEqual(rowsOf(join(folder, 'data/tombola.sqlite')))
    })

    test('killed anywhere in mid-upgrade it is of one version or the other, and the next start ends it', async () => {
      // Of the start of the test before, which nothing disturbed.
      const { steps, listening } = JSON.parse(readFileSync(countFile, 'utf8')) as { steps: number; listening: number }
      const times = soak(3, 60)
      const found = new Set<number>()
      for (let one = 1; one <= times; one++) {
        const env = await openOld()
        const before = await stepsOf(env)
        // The last two behind the last step, where it seals its books anew; the others from its first word on.
        const behind = one - (times - 2)
        const at = Math.ceil(behind > 0 ? steps + ((listening - steps) * behind) / 3 : (steps * one) / (times - 1))
        await expect(startProduct({ ...env, ...PRELOAD, KILL_AT: String(at) })).rejects.toThrow(/the product ended/)
        const after = await stepsOf(env)
        expect([before, schema.map(({ name }) => name)]).toContainEqual(after)
        found.add(after.length)
        const product = await startProduct(env)
        try {
          if (one === times || one === times - 1) await isWhole(env, product.address)
        } finally {
          expect(await product.stop()).toBe(0)
        }
        expect(await audited(env), `killed at ${at} of ${steps} and ${listening}`).toEqual([])
      }
      // Control: it was killed on both sides of the moment in which everything changes.
      expect(found.size).toBe(2)
    })

    test('two servers that start the upgrade at the same time make it once', async () => {
      const env = await openOld()
      const begun = await Promise.allSettled([startProduct(env), startProduct(env)])
      const running = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const refused = begun.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
      try {
        // Of a folder there is one server; the other one is told so, and to change nothing.
        expect(running).toHaveLength(engine === 'postgres' ? 2 : 1)
        for (const reason of refused) expect(reason).toMatch(/Otro servidor ya usa la carpeta/)
        for (const { address } of running) await isWhole(env, address)
      } finally {
        for (const product of running) expect(await product.stop()).toBe(0)
      }
      expect(await audited(env)).toEqual([])
      const copies = join(env['DATA_DIR'] ?? '', 'antes-de-actualizar')
      if (engine === 'sqlite') expect(readdirSync(copies)).toEqual([`${LAST_STEP}.sqlite`])
      else expect(existsSync(copies)).toBe(false)
    })
  })

/** Every row of every table, as text. */
function rowsOf(file: string): Record<string, string[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  const rows = tables.map(({ name }) => {
    const statement = database.prepare(`select * from "${name}"`)
    statement.setReadBigInts(true)
    const texts = statement.all().map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)))
        .join('|'),
    )
    return [String(name), texts.sort()] as const
  })
  database.close()
  return Object.fromEntries(rows)
}
