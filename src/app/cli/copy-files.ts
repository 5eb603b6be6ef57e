import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { KEY_FILE } from '#platform/server/installation/keys.ts'

/** What says what a copy holds. It is written last: a copy without it was never finished. */
export const MANIFEST = 'respaldo.json'

/** The database of a copy on PostgreSQL. */
export const DUMP_FILE = 'tombola.dump'

const SINGLE_FILES = [KEY_FILE, INSTALLATION_FILE]
const DATABASE_NAMES = { sqlite: DATABASE_FILE, postgres: DUMP_FILE }
const DATABASE_NAME = new RegExp(
  `^base-\\d+/(${Object.values(DATABASE_NAMES)
    .map((name) => name.replace('.', '\\.'))
    .join('|')})$`,
)
const FILE_NAME = /^(comprobantes|comprobantes\/cuarentena|imagenes)\/(?!\.{1,2}$)[^/\0]+$/

/** A file that we put into copies: others may write there too, and what they name is never opened, removed or put back. */
const copiedName = z
  .string()
  .refine((name) => SINGLE_FILES.includes(name) || DATABASE_NAME.test(name) || FILE_NAME.test(name))

/** What a database holds, short enough to compare. */
const facts = z.object({
  /** Steps of the schema that it knows. */
  esquema: z.array(z.string()),
  /** SHA-256 of every (rifa, numero, reserva), in order. */
  numeros: z.string(),
  /** How many rows by raffle. */
  rifas: z.array(z.object({ rifa: z.number(), numeros: z.number(), compras: z.number() })),
  /** The end of each chain of the journal, `ambito:numero:hash`. */
  diario: z.array(z.string()),
})
export type Facts = z.infer<typeof facts>

const manifest = z
  .object({
    version: z.literal(1),
    motor: z.enum(['sqlite', 'postgres']),
    /** Milliseconds since 1970. */
    en: z.number(),
    /** Path of the database inside the copy. */
    base: z.string(),
    /** SHA-256 in hexadecimal by path inside the copy. */
    archivos: z.record(copiedName, z.string()),
    contiene: facts,
  })
  .refine(({ motor, base, archivos }) => {
    const databases = Object.keys(archivos).filter((name) => DATABASE_NAME.test(name))
    // Its own database and no other, which is read before anything is written, as every file is.
    return databases.length === 1 && databases[0] === base && base.endsWith(`/${DATABASE_NAMES[motor]}`)
  })
export type Manifest = z.infer<typeof manifest>

/** @param read what sees one instant. */
export async function readFacts(read: Sql): Promise<Facts> {
  const steps = await sql<{ name: string }>`select name from schema_steps order by name`.execute(read)
  const tickets = await read
    .selectFrom('tickets')
    .select(['rifa_id', 'numero', 'reserva_id'])
    .orderBy('rifa_id')
    .orderBy('reserva_id')
    .execute()
  const numbers = tickets.map(({ rifa_id, numero, reserva_id }) => `${rifa_id} ${numero} ${reserva_id}`).sort()
  const raffles = await read.selectFrom('raffles').select('id').orderBy('id').execute()
  const bought = await read
    .selectFrom('purchases')
    .select(['rifa_id', (select) => select.fn.countAll().as('compras')])
    .groupBy('rifa_id')
    .execute()
  const heads = await read.selectFrom('journal_heads').selectAll().execute()
  return {
    esquema: steps.rows.map(({ name }) => name),
    numeros: createHash('sha256').update(numbers.join('\n')).digest('hex'),
    rifas: raffles.map(({ id }) => ({
      rifa: id,
      numeros: tickets.filter(({ rifa_id }) => rifa_id === id).length,
      compras: Number(bought.find(({ rifa_id }) => rifa_id === id)?.compras ?? 0),
    })),
    diario: heads.map(({ ambito, numero, hash }) => `${ambito}:${numero}:${hash}`).sort(),
  }
}

/** @throws AppError RESPALDO_INVALIDO when there is no finished copy. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    // A pipe of that name would be read for ever.
    if (!(await stat(join(folder, MANIFEST))).isFile()) throw new Error('no file')
    const handle = await open(join(folder, MANIFEST))
    try {
      return manifest.parse(JSON.parse(await handle.readFile('utf8')))
    } finally {
      await handle.close()
    }
  } catch (error) {
    const details = `${folder} no tiene un respaldo terminado: falta ${MANIFEST}, o no se entiende.`
    throw new AppError(422, 'RESPALDO_INVALIDO', 'No es un respaldo', details, { cause: error })
  }
}

/** @returns SHA-256 in hexadecimal; null when there is no such file. A folder is none, nor a pipe, which would be read for ever. */
export async function hashOf(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    if (!(await stat(file)).isFile()) return null
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
  return hash.digest('hex')
}

/** Copies a file durably, for our eyes only; it has its name only when it is whole. @returns false when it is not there any more. */
export async function copyDurably(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const temporary = `${to}.nueva`
  // What an earlier run left, or a link that somebody laid there: neither is written through.
  await rm(temporary, { force: true })
  try {
    await copyFile(from, temporary, constants.COPYFILE_EXCL)
    await chmod(temporary, 0o600)
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
  await flush(temporary)
  await rename(temporary, to)
  return true
}

/** Writes a file durably, for our eyes only; it has its name only when it is whole. */
export async function writeDurably(to: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${to}.nueva`
  await rm(temporary, { force: true })
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, to)
}

/** Makes a file, or the entries of a folder, survive a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Names of the files of a folder; none when it is not there. */
export async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

/** @returns bytes; null when there is no such file. */
export async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
