import { describeLost, type FoundCopy, findCopy } from '#house/server/backups/back/find-copy.ts'
import { finishRestore, putBack } from '#house/server/backups/back/put-back.ts'
import { FILE_TARGETS, type FileTarget } from '#house/server/backups/back/put-files.ts'
import { countLacking, settle, settledLines } from '#house/server/backups/back/settle.ts'
import { type Product, verifyCopy } from '#house/server/backups/back/verify-copy.ts'
import { readFacts } from '#house/server/backups/copy/facts.ts'
import { PROOFS } from '#house/server/backups/copy/manifest.ts'
import { streamCopy } from '#house/server/backups/download.ts'
import { openPlace } from '#house/server/backups/place/open-place.ts'
import { atPlace, ownPlace, readBackupSettings, requireApart } from '#house/server/backups/place/where.ts'
import { recordCopy } from '#house/server/backups/record-copy.ts'
import { formatDatedInstant, type Instant } from '#platform/clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { withFolder } from '#platform/server/db/instance-lock.ts'
import { makeFolder } from '#platform/server/installation/private-folder.ts'
import { createLog } from '#platform/server/log.ts'
import { auditAll } from '../../server/audit/audit-all.ts'
import { VERSION } from '../../server/build-stamp.ts'
import { createContext, withContext } from '../../server/create-context.ts'
import { schema } from '../../server/schema.ts'
import { audit } from '../audit.ts'
import { type Answer, type Command, type LookingCommand, oneArgument, UsageError } from '../command.ts'

function findGiven(config: Config, args: string[]) {
  const given = oneArgument(args, 'Indica de dónde: una carpeta o s3://…')
  const { fetch } = globalThis
  return findCopy(given, config.backup.passphrase, (where) => openPlace(where, { fetch }, atPlace(config, given)))
}

/** Anybody with write access to the place of the copies can put a plain one there, but not a sealed one that the passphrase opens. */
function sealNote({ cover }: FoundCopy, { backup }: Config): string {
  if (backup.passphrase === null || cover.identity !== null) return ''
  return 'No está cifrado: la frase no dice nada de él, y pudo dejarlo ahí cualquiera que escriba en ese lugar.'
}

/** Everything as one sealed file on standard output; messages go to standard error. */
async function stream(ctx: Ctx): Promise<Answer> {
  const { passphrase } = ctx.config.backup
  if (passphrase === null) throw new UsageError('Define BACKUP_PASSPHRASE: con ella se cifra lo que sale.')
  const made = await streamCopy(ctx, process.stdout, passphrase, VERSION)
  process.stderr.write(`${made.copia}, ${made.archivos} archivos.\n`)
  return { data: null, text: '', failed: made.faltan.length > 0, silent: true }
}

export const backupCommand: Command = {
  name: 'backup',
  usage: '[--to carpeta | s3://… | -] [--keep N]',
  summary: 'copia todo, también mientras se vende; quedan los N últimos',
  async run(ctx, args, { to, keep, noche }) {
    if (args.length > 1) throw new UsageError('Indica un solo lugar con --to.')
    if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)) throw new UsageError('--keep es un número de 1 a 9999.')
    if (to === '-') return stream(ctx)
    const given = to ?? args[0]
    const settings = await readBackupSettings(ctx, given)
    const where = settings.destino || ownPlace(ctx.config)
    requireApart(where, ctx.config)
    const place = await openPlace(where, ctx, settings)
    const usual = given === undefined ? settings.quedan : null
    const made = await recordCopy(
      ctx,
      {
        place,
        passphrase: settings.frase || null,
        keep: keep === undefined ? usual : Number(keep),
        chosen: given !== undefined,
        product: VERSION,
      },
      noche === undefined ? null : Number(noche),
    )
    const lines = [
      `Hecho: ${made.copia}, ${made.archivos} archivos, ${made.nuevos} nuevos, en ${place.name}.`,
      made.con_llave
        ? 'Lleva la llave de la instalación: guárdalo como la base de datos.'
        : 'No lleva la llave: guarda TOMBOLA_KEY aparte.',
      ...made.faltan,
    ]
    return {
      data: { ...made, lugar: place.name },
      text: lines.join('\n'),
      failed: made.faltan.length > 0,
      avisos: made.anotado ? [] : ['La tienda no pudo anotar esta copia: su disco está lleno, o es de solo lectura.'],
    }
  },
}

const product: Product = {
  schema,
  openUnready: (config) => createContext(config, createLog('silent'), 'files being restored'),
  audit: (ctx) => ctx.db.consistent((sql) => auditAll(ctx, sql, { files: false })),
}

export const restoreCommand: LookingCommand = {
  name: 'restore',
  needs: 'nothing',
  usage: '<carpeta | s3://…> [--en-venta] [--archivos carpeta | s3]',
  summary: 'pone un respaldo en una carpeta y una base de datos vacías',
  async look(given, args, options) {
    const archivos = targetArgument(options['archivos'])
    const config = archivos === 'carpeta' ? { ...given, s3: null } : given
    const found = await findGiven(config, args)
    makeFolder(config.dataDir)
    // Nobody else begins meanwhile; a later caller finds the folder of `putBack`, until it is settled.
    return withFolder(config.dataDir, () => restore(found, config, archivos, options['en-venta'] !== undefined))
  },
}

const FILES_ARE: Record<FileTarget, string> = {
  carpeta: 'Los comprobantes y las imágenes están en la carpeta de datos: enciende sin las variables S3_….',
  s3: 'Los comprobantes y las imágenes están en el contenedor S3: enciende con las mismas variables S3_….',
}

function targetArgument(given: string | undefined): FileTarget | null {
  const target = FILE_TARGETS.find((name) => name === given)
  if (given !== undefined && !target) throw new UsageError('--archivos es carpeta o s3.')
  return target ?? null
}

async function restore(
  found: FoundCopy,
  config: Config,
  archivosEn: FileTarget | null,
  sell: boolean,
): Promise<Answer> {
  const open = (where: Config) => createContext(where, createLog('silent'), 'being restored')
  const lost = await putBack(found, config, { ...product, open }, archivosEn)
  return withContext(config, 'being restored', async (ctx) => {
    // Lost files are named as such, and not again as an inconsistency.
    const has = async (id: string) => lost.includes(`${PROOFS}/${id}`) || (await ctx.files.has(id))
    const problemas = await audit({ ...ctx, files: { ...ctx.files, has } })
    const { numeros } = await ctx.db.consistent(readFacts)
    const { contiene, en, archivos } = found.manifest
    if (numeros !== contiene.numeros) problemas.push('los números no son los del respaldo')
    const faltan = [...found.manifest.faltan, ...(await describeLost(ctx.db.read, lost))]
    const settled = await settle(ctx, { copy: found.copy, en, faltan }, sell)
    await finishRestore(config)
    const text = [
      problemas.length === 0
        ? `Hecho: ${faltan.length === 0 ? 'todo cuadra' : 'los libros cuadran'}, como estaba el ${formatDatedInstant(en as Instant)}`
        : `Está puesto, y no cuadra:\n${problemas.join('\n')}`,
      faltan.length === 0 ? '' : `${countLacking(faltan)}:\n${faltan.join('\n')}`,
      sealNote(found, config),
      archivosEn === null ? '' : FILES_ARE[archivosEn],
      ...settledLines(settled, 'compares tu banco con Compras'),
    ]
    return {
      data: {
        copia: found.copy,
        archivos: Object.keys(archivos).length,
        en,
        problemas,
        faltan,
        numeros,
        ...settled,
      },
      text: text.filter(Boolean).join('\n'),
      failed: problemas.length + faltan.length > 0,
    }
  })
}

export const verifyCommand: LookingCommand = {
  name: 'verify',
  needs: 'nothing',
  usage: '<carpeta | s3://…>',
  summary: 'lee un respaldo entero y dice qué le falta, sin tocarlo',
  async look(config, args) {
    const found = await findGiven(config, args)
    const verified = await verifyCopy(found, config, product)
    const { problemas, sin_abrir } = verified
    const text = [
      ...problemas,
      sin_abrir === null ? '' : `La base de datos no se abrió: ${sin_abrir}.`,
      problemas.length === 0
        ? `${verified.copia} está entero: ${verified.archivos} archivos, como estaba todo el ${formatDatedInstant(verified.en as Instant)}`
        : `${verified.copia} no está entero.`,
      sealNote(found, config),
    ]
    return { data: verified, text: text.filter(Boolean).join('\n'), failed: problemas.length > 0 }
  },
}
