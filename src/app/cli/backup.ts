import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { DATABASE_FILE, openSqlite } from '#platform/server/db/sqlite.ts'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { KEY_FILE } from '#platform/server/installation/keys.ts'
import { type Answer, type Command, UsageError } from './command.ts'
import {
  copyDurably,
  DUMP_FILE,
  type Facts,
  filesIn,
  flush,
  hashOf,
  MANIFEST,
  type Manifest,
  readFacts,
  readManifest,
  sizeOf,
  writeDurably,
} from './copy-files.ts'
import { runPostgresProgram } from './postgres-programs.ts'

/**
 * What is copied after the database, in this order. A file is always older than the row that names it, so whatever the copied database
 * names is there; what is set aside meanwhile is found in the quarantine, which is read later.
 */
const PROOFS = 'comprobantes'
const FOLDERS = [PROOFS, join(PROOFS, 'cuarentena'), 'imagenes']
const SINGLE = [KEY_FILE, INSTALLATION_FILE]
const DATABASE_FOLDER = /^base-\d+$/
/** In one step, as of one instant: in several it begins anew whenever somebody writes, and never ends while the raffle sells. */
const ALL_PAGES = 2 ** 31 - 1

async function copyDatabase(ctx: Ctx, folder: string): Promise<{ file: string; contiene: Facts }> {
  await mkdir(folder, { mode: 0o700 })
  const { databaseUrl } = ctx.config
  if (databaseUrl !== null) {
    const file = join(folder, DUMP_FILE)
    const contiene = await ctx.db.consistent(async (read) => {
      const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(read)
      const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`]
      await runPostgresProgram('pg_dump', [...options, `--file=${file}`], databaseUrl)
      return readFacts(read)
    })
    return { file, contiene }
  }
  const file = join(folder, DATABASE_FILE)
  const source = new DatabaseSync(join(ctx.config.dataDir, DATABASE_FILE), { readOnly: true, timeout: 10_000 })
  try {
    await backup(source, file, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  const copy = openSqlite(folder)
  try {
    return { file, contiene: await copy.consistent(readFacts) }
  } finally {
    await copy.close()
  }
}

/** @returns how many files were new. */
async function copyFiles(
  { files: proofs, db: { read }, config: { dataDir } }: Ctx,
  target: string,
  before: Manifest['archivos'],
  files: Manifest['archivos'],
): Promise<number> {
  let fresh = 0
  async function take(name: string): Promise<void> {
    const from = join(dataDir, name)
    const to = join(target, name)
    const known = before[name]
    // Those of another installation have the same size.
    const mayDiffer = SINGLE.includes(name) && (await hashOf(from)) !== known
    if (
      known !== undefined &&
      !mayDiffer &&
      (await sizeOf(to)) === (await sizeOf(from)) &&
      (await hashOf(to)) === known
    ) {
      files[name] = known
    } else if (await copyDurably(from, to)) {
      files[name] = (await hashOf(to)) ?? ''
      fresh++
    }
  }
  // Before the folder is listed: what becomes a file of its own after that has been seen here.
  for await (const id of proofs.packed()) {
    // What no row names may be half written still: its copy would be taken for the whole one the next time.
    if ((await read.selectFrom('proofs').select('id').where('id', '=', id).executeTakeFirst()) === undefined) continue
    const name = join(PROOFS, id)
    const bytes = await proofs.read(id)
    if (bytes === null) continue
    await mkdir(join(target, PROOFS), { recursive: true, mode: 0o700 })
    await writeDurably(join(target, name), bytes)
    files[name] = (await hashOf(join(target, name))) ?? ''
    if (!(name in before)) fresh++
  }
  if (Object.keys(files).some((name) => dirname(name) === PROOFS)) await flush(join(target, PROOFS))
  for (const folder of FOLDERS) {
    const names = (await filesIn(join(dataDir, folder))).filter((name) => !name.endsWith('.part'))
    for (const name of names) if (!(join(folder, name) in files)) await take(join(folder, name))
    if (names.length > 0) await flush(join(target, folder))
  }
  for (const name of SINGLE) await take(name)
  return fresh
}

/** What an earlier copy had and this one does not: other databases, and files that are gone for good. */
async function removeOld(target: string, base: string, before: Manifest['archivos'], now: Manifest['archivos']) {
  for (const name of Object.keys(before)) if (!(name in now)) await rm(join(target, name), { force: true })
  for (const name of await readdir(target)) {
    if (DATABASE_FOLDER.test(name) && !base.startsWith(name)) await rm(join(target, name), { recursive: true })
  }
}

/** A folder of the copy that is a link leads elsewhere: nothing is written or removed behind it. Others may not look into ours. */
async function ownFolders(target: string): Promise<void> {
  for (const folder of FOLDERS) {
    const path = join(target, folder)
    const found = await lstat(path).catch(() => null)
    if (found === null) continue
    if (!found.isDirectory()) {
      throw new AppError(
        409,
        'DESTINO_OCUPADO',
        'Elige otra carpeta',
        `${path} no es una carpeta nuestra: lleva a otro lugar.`,
      )
    }
    await chmod(path, 0o700)
  }
}

/** An older copy of another installation is not ours to replace, and its key would be taken for ours. */
async function refuseOthers(target: string, dataDir: string): Promise<void> {
  const known = await hashOf(join(target, INSTALLATION_FILE))
  if (known === null || known === (await hashOf(join(dataDir, INSTALLATION_FILE)))) return
  const details = `${target} tiene el respaldo de otra instalación. Indica una carpeta propia para esta.`
  throw new AppError(409, 'DESTINO_OCUPADO', 'Elige otra carpeta', details)
}

function isInside(folder: string, other: string): boolean {
  const path = relative(other, folder)
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`))
}

/** Copies what is new into a folder that is ours, and removes what no copy needs any more once this one is finished. */
async function copyAll(ctx: Ctx, target: string): Promise<Answer> {
  const { dataDir, databaseUrl } = ctx.config
  await mkdir(target, { recursive: true, mode: 0o700 })
  await ownFolders(target)
  await refuseOthers(target, dataDir)
  const before = (await readManifest(target).catch(() => null))?.archivos ?? {}
  const folder = `base-${Date.now()}`
  const { file, contiene } = await copyDatabase(ctx, join(target, folder))
  await chmod(file, 0o600)
  await flush(file)
  await flush(join(target, folder))
  const base = relative(target, file)
  const archivos: Manifest['archivos'] = { [base]: (await hashOf(file)) ?? '' }
  const nuevos = await copyFiles(ctx, target, before, archivos)
  const motor = databaseUrl === null ? 'sqlite' : 'postgres'
  const said: Manifest = { version: 1, motor, en: Date.now(), base, archivos, contiene }
  await writeDurably(join(target, MANIFEST), `${JSON.stringify(said, null, 1)}\n`)
  await flush(target)
  await removeOld(target, base, before, archivos)
  const total = Object.keys(archivos).length
  const key =
    KEY_FILE in archivos
      ? 'Lleva la llave de la instalación: guárdalo como la base de datos.'
      : 'No lleva la llave: guarda TOMBOLA_KEY aparte.'
  return {
    data: { carpeta: target, archivos: total, nuevos, contiene },
    text: `Hecho: ${total} archivos, ${nuevos} nuevos, en ${target}. ${key}`,
  }
}

export const backupCommand: Command = {
  name: 'backup',
  usage: '<carpeta>',
  summary: 'copia todo a una carpeta, también mientras se vende',
  async run(ctx, args) {
    const [given] = args
    if (given === undefined || args.length !== 1) throw new UsageError('Indica la carpeta del respaldo.')
    const target = resolve(given)
    const { dataDir } = ctx.config
    if (isInside(target, dataDir) || isInside(dataDir, target)) {
      const details = `${target} y la carpeta de datos ${dataDir} están una dentro de la otra. Elige una carpeta aparte, mejor en otro disco.`
      throw new AppError(409, 'DESTINO_OCUPADO', 'Elige otra carpeta', details)
    }
    // Two at once would each remove the other's database as an old one.
    const release = lockFor('backup', dataDir)
    if (!release) {
      const details = 'Otro respaldo de esta instalación está en marcha. Espera a que termine.'
      throw new AppError(409, 'RESPALDO_EN_MARCHA', 'Ya se hace un respaldo', details)
    }
    try {
      return await copyAll(ctx, target)
    } finally {
      release()
    }
  },
}
