import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { databaseBeside } from '#platform/server/db/hosts/host-client.ts'
import { refuseUnknown, type SchemaStep } from '#platform/server/db/migrate.ts'
import { installationOf } from '#platform/server/installation/installation.ts'
import { KEY_FILE } from '#platform/server/installation/keys.ts'
import { restoreDump } from '../copy/copy-database.ts'
import { readFacts } from '../copy/facts.ts'
import { type CopiedFile, DATABASE_NAMES, IMAGES, keyOf, PROOFS, readSums, SUMS } from '../copy/manifest.ts'
import { listHashedPictures } from '../copy/named-files.ts'
import { folderPlace } from '../place/folder-place.ts'
import { describeLost, type FoundCopy, layWhole, saysLost } from './find-copy.ts'
import { inOpenedCopy } from './opened-copy.ts'
import { isShared } from './put-files.ts'

/** Knowledge about the product that is not in the copy. */
export interface Product {
  schema: SchemaStep[]
  /** Without a look at where its files are: a copy holds them otherwise than a shop does. */
  openUnready(config: Config): Promise<Ctx>
  /** Recounts everything but the bytes of the files. */
  audit(ctx: Ctx): Promise<string[]>
}

export type Verified = Awaited<ReturnType<typeof verifyCopy>>

/**
 * Reads every file of a copy and compares its hash, opens its database elsewhere and recounts it. The copy itself is not changed.
 * @returns `problemas`, a sentence each, none when it can be put back whole; `sin_abrir`, why the database was not opened.
 * @throws AppError RESPALDO_INVALIDO if it is none; SchemaError of a newer version
 */
export async function verifyCopy(found: FoundCopy, config: Config, product: Product) {
  const { manifest, copy } = found
  refuseUnknown('El respaldo', manifest.contiene.esquema, product.schema)
  return inOpenedCopy(config, sizeOpened(found, product), async (place) => {
    const folder = folderPlace(place)
    const lost = await layWhole(found, Object.keys(manifest.archivos), async (name, bytes) => {
      if (isShared(name)) for await (const _ of bytes);
      else await folder.put(name, bytes, null)
    })
    const spoiled = [DATABASE_NAMES[manifest.motor], KEY_FILE].find((name) => lost.includes(name))
    const opened = spoiled
      ? `${spoiled} no es lo que se guardó`
      : await openElsewhere(found, config, product, place, lost)
    const named = typeof opened === 'string' ? lost.map(saysLost) : opened
    return {
      copia: copy,
      en: manifest.en,
      archivos: Object.keys(manifest.archivos).length,
      problemas: [...manifest.faltan, ...named, ...(await checkSums(found))],
      sin_abrir: typeof opened === 'string' ? opened : null,
    }
  })
}

/** Its list lets anybody check it without us, and keeps the files that this copy needs when old copies are dropped. */
async function checkSums({ place, copy, cover, manifest }: FoundCopy): Promise<string[]> {
  const sums = await readSums(place, copy)
  const isListed = ([name, file]: [string, CopiedFile]) => {
    const sum = sums?.get(keyOf(copy, name, file, cover))
    return sum !== undefined && (cover.identity !== null || sum === file.sha256)
  }
  return Object.entries(manifest.archivos).every(isListed) ? [] : [`${SUMS} falta, o no es el de este respaldo`]
}

/** Size of the opened part; a copy of an older schema is duplicated before its migration, and grows by that. */
function sizeOpened({ manifest }: FoundCopy, { schema }: Product): number {
  const own = Object.entries(manifest.archivos).filter(([name]) => !name.includes('/'))
  const bytes = own.reduce((sum, [, file]) => sum + file.bytes, 0)
  const older = manifest.motor === 'sqlite' && schema.some(({ name }) => !manifest.contiene.esquema.includes(name))
  return older ? bytes * 4 : bytes
}

/** @returns problems, or why it cannot be opened. */
async function openElsewhere(
  found: FoundCopy,
  config: Config,
  { openUnready, audit }: Product,
  place: string,
  lost: readonly string[],
): Promise<string[] | string> {
  const { manifest } = found
  let databaseUrl: string | null = null
  let drop = async () => {}
  if (manifest.motor === 'postgres') {
    if (config.databaseUrl === null)
      return 'es de PostgreSQL, y falta DATABASE_URL para abrirla en una base de datos aparte'
    try {
      ;({ databaseUrl, drop } = await createScratch(config.databaseUrl))
    } catch (error) {
      return `PostgreSQL no dejó crear una base de datos aparte: ${error instanceof Error ? error.message : error}`
    }
  }
  try {
    if (databaseUrl !== null) await restoreDump(join(place, DATABASE_NAMES.postgres), databaseUrl)
    // The copy's own files are checked, and not the shop's former bucket, which may be gone.
    const ctx = await openUnready({ ...config, dataDir: place, databaseUrl, s3: null })
    try {
      await layPictures(found, ctx.db.read, place)
      const { numeros, diario } = await ctx.db.consistent(readFacts)
      const has = async (id: string) => `${PROOFS}/${id}` in manifest.archivos
      const problems = await audit({ ...ctx, files: { ...ctx.files, has } })
      if ((await installationOf(ctx.db.read)).identidad !== manifest.instalacion) {
        problems.push('la base de datos es de otra instalación que manifest.json')
      }
      if (numeros !== manifest.contiene.numeros) problems.push('los números no son los que dice manifest.json')
      // A newer version may have written a line of its own when it opened the database.
      if (!manifest.contiene.diario.every((head) => diario.some((now) => isLater(head, now)))) {
        problems.push('el diario no es el que dice manifest.json')
      }
      return [...problems, ...(await describeLost(ctx.db.read, lost))]
    } finally {
      await ctx.db.close()
    }
  } finally {
    await drop()
  }
}

/** Pictures whose hash a rule or a permit names: the audit reads them. */
async function layPictures(found: FoundCopy, read: Sql, place: string): Promise<void> {
  const names = (await listHashedPictures(read)).map((id) => `${IMAGES}/${id}`)
  const there = names.filter((name) => Object.hasOwn(found.manifest.archivos, name))
  const folder = folderPlace(place)
  // A changed one is reported already.
  await layWhole(found, there, (name, bytes) => folder.put(name, bytes, null))
}

function isLater(head: string, now: string): boolean {
  const [chain, number] = splitHead(head)
  const [other, later] = splitHead(now)
  return head === now || (chain === other && later > number)
}

function splitHead(head: string): [chain: string, number: number] {
  const parts = head.split(':')
  return [parts.slice(0, -2).join(':'), Number(parts.at(-2))]
}

/** With the instant at which it was made: one that nobody has opened yet is not left over. */
const NAME = /^tombola_verifica_(?:([0-9a-z]{8})_)?[0-9a-f]{12}$/
const LEFT = 3_600_000

/** An empty database next to the given one. Leftovers of killed runs are removed first: they hold all of a shop's data. */
export async function createScratch(given: string): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  await sweep(given)
  const name = `tombola_verifica_${Date.now().toString(36)}_${randomBytes(6).toString('hex')}`
  await run(given, `create database ${name}`)
  return {
    databaseUrl: databaseBeside(given, name),
    drop: async () => void (await run(given, `drop database ${name} with (force)`)),
  }
}

/** Without force: one in which somebody works refuses, and stays. */
async function sweep(given: string): Promise<void> {
  const ours = await run(given, 'select datname from pg_database where pg_get_userbyid(datdba) = current_user')
  for (const { datname } of ours) {
    const [found, made] = NAME.exec(datname) ?? []
    if (found === undefined || (made !== undefined && Date.now() - Number.parseInt(made, 36) < LEFT)) continue
    await run(given, `drop database ${datname}`).catch(() => {})
  }
}

async function run(databaseUrl: string, statement: string): Promise<{ datname: string }[]> {
  const { connectHost } = await import('#platform/server/db/hosts/host-client.ts')
  const client = await connectHost(databaseUrl)
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
