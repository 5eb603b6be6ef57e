import { once } from 'node:events'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { Operator } from '#access/contract.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { anew } from '#mail/server/enqueue-mail.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { giveTryBack, takeTry } from '#operators/server/sign-in/spend-guess.ts'
import { after, dayInCaracas, formatInstant, type Instant } from '#platform/clock.ts'
import { AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { SealError, seal, unseal } from '#platform/server/installation/sealed.ts'
import { measuring } from '#platform/server/object-store/pieces.ts'
import { readSite } from '#site/server/read-site.ts'
import { sealWithPassphrase } from './copy/cover.ts'
import { type Made, makeCopy } from './copy/make-copy.ts'
import { type Runner, runBeside } from './nightly/copy-beside.ts'
import type { Place } from './place/place.ts'

/** How long an allowed download may wait for its first request, in milliseconds. */
const PATIENCE = 120_000
/** Limit of the call's contract, in letters. */
const LONGEST_PASS = 4000
const PLACE = 'descarga de todo'
/** Seconds until a retry of one that could not begin. */
const AGAIN = 60

interface Pass {
  operador: number
  frase: string
  hasta: number
}

/**
 * Allows an owner to download everything, after a fresh code.
 * @returns the pass for the download. It is sealed, because it carries the passphrase for any process that serves the download.
 * @throws AppError 422 DATOS_INVALIDOS for a phrase that does not fit, and those of requireFreshFactor
 */
export async function allowDownload(
  ctx: Ctx,
  owner: Operator,
  frase: string,
  code: string | undefined,
): Promise<string> {
  const content: Pass = { operador: owner.id, frase, hasta: after(ctx.clock.now(), PATIENCE) }
  const pass = seal(ctx.keys, PLACE, JSON.stringify(content))
  if (pass.length > LONGEST_PASS)
    throw refusal('DATOS_INVALIDOS', { campos: { frase: 'Es muy larga. Elige una más corta.' } })
  await requireFreshFactor(ctx, owner, code, 'descargar todo')
  return pass
}

/**
 * Sends everything as one file, sealed with the owner's passphrase. A process of its own makes it, at low priority behind buyers, one at a
 * time, and once for each pass; it ends and removes its beginning when nobody reads any more.
 * @throws AppError 404 for a foreign, old or used pass, 409 RESPALDO_EN_MARCHA, and the errors of making a copy
 */
export async function sendEverything(ctx: Ctx, runner: Runner, owner: Operator, pass: string, reply: FastifyReply) {
  const { frase, hasta } = readPass(ctx, owner, pass)
  const only = `descarga ${owner.id} ${hasta}`
  if (!(await ctx.db.write('operadores', (tx) => takeTry(tx, only, ctx.clock.now(), 1)))) throw gone()
  const child = runBeside(runner, ctx.config, ['backup', '--to', '-', '--json'], { BACKUP_PASSPHRASE: frase })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('a child without its pipes')
  let said = ''
  stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-2_000)))
  const ended = once(child, 'close')
  await Promise.race([once(stdout, 'readable'), ended])
  if (stdout.readableLength === 0) {
    await ended
    // Nothing of it was given.
    await ctx.db.write('operadores', (tx) => giveTryBack(tx, only))
    throw sayAgain(said)
  }
  await note(ctx, owner)
  child.once('close', (code) => {
    // A file that is not whole must not look like one.
    if (code !== 0) reply.raw.destroy()
  })
  reply.raw.once('close', () => stdout.destroy())
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-disposition', `attachment; filename="tombola-${dayInCaracas(ctx.clock.now())}.tar.age"`)
    .header('cache-control', 'no-store')
    .send(stdout)
}

function readPass(ctx: Ctx, owner: Operator, pass: string): Pass {
  try {
    const content = JSON.parse(unseal(ctx.keys, PLACE, pass)) as Pass
    if (content.operador === owner.id && ctx.clock.now() < content.hasta) return content
  } catch (error) {
    if (!(error instanceof SealError)) throw error
  }
  throw gone()
}

function gone(): AppError {
  return refusal('NO_EXISTE', {
    error: 'Esta descarga ya no vale',
    details: 'Pídela otra vez en el panel, con un código nuevo.',
  })
}

/** The command line's last words: a package may have warned before them. */
function sayAgain(said: string): AppError {
  try {
    const { error, details, code } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Record<
      'error' | 'details' | 'code',
      string
    >
    const headers = { 'retry-after': String(AGAIN) }
    return new AppError(code === 'RESPALDO_EN_MARCHA' ? 409 : 503, code, error, details, { headers })
  } catch (cause) {
    const details = 'No se pudo empezar la descarga. Intenta de nuevo.'
    return refusal('RESPALDO_IMPOSIBLE', { details, wait: AGAIN, cause })
  }
}

async function note(ctx: Ctx, owner: Operator): Promise<void> {
  const site = await readSite(ctx)
  const en: Instant = ctx.clock.now()
  await ctx.db.write('sitio', async (tx) => {
    await noteInSite(tx, en, owner, 'todo descargado', {})
    await alertOwners(ctx, tx, site, {
      clave: anew(`descarga:${owner.id}`),
      titulo: 'Alguien descargó todo',
      parrafos: [
        `${owner.nombre} descargó el ${formatInstant(en)} una copia de todo: compras, comprobantes, datos de tus compradores y la llave de la instalación. Está cifrada con una frase que solo él conoce.`,
      ],
    })
  })
}

/**
 * Writes a copy of everything to a stream: a tar, sealed with a passphrase as `age -d` opens it. Unpacked it is a place with one copy.
 * After an error in the middle the stream does not open to its end.
 */
export async function streamCopy(ctx: Ctx, out: Writable, passphrase: string, product: string): Promise<Made> {
  const tar = new PassThrough({ highWaterMark: 2 ** 20 })
  const sent = send(tar, out, passphrase)
  // The reader may go away at any moment: the copy ends then.
  sent.catch((error) => tar.destroy(error instanceof Error ? error : undefined))
  tar.on('error', () => {})
  try {
    const made = await makeCopy(ctx, { place: tarPlace(tar), passphrase: null, keep: null, product })
    tar.end(TAR_END)
    await sent
    return made
  } catch (error) {
    tar.destroy(error instanceof Error ? error : undefined)
    await sent.catch(() => {})
    throw error
  }
}

/** Nothing is sent before there is data: an early error is reported in its place. */
async function send(tar: PassThrough, out: Writable, passphrase: string): Promise<void> {
  await once(tar, 'readable')
  await pipeline(await sealWithPassphrase(passphrase, tar), out)
}

const BLOCK = 512
/** Largest value of eleven octal digits. */
const LARGEST = 8 ** 11 - 1

/**
 * A copy as one stream that `tar x` unpacks into a place: it is empty, and nothing is read again. A reader that goes
 * away makes the next `put` fail.
 */
function tarPlace(out: PassThrough): Place {
  async function write(bytes: Uint8Array): Promise<void> {
    if (out.destroyed) throw new Error('nobody reads any more')
    if (out.write(bytes)) return
    await new Promise<void>((resolve, reject) => {
      const done = () => {
        out.off('drain', done).off('close', done)
        if (out.destroyed) reject(new Error('nobody reads any more'))
        else resolve()
      }
      out.on('drain', done).on('close', done)
    })
  }

  /** One file after the other, by any caller. */
  let last: Promise<unknown> = Promise.resolve()

  /** The owner's file, which is read again. */
  let whose: Uint8Array = new Uint8Array()

  async function append(key: string, source: AsyncIterable<Uint8Array>, size: number) {
    await write(header(key, size))
    const { bytes, result } = measuring(source)
    let written = 0
    for await (const part of bytes) {
      if (key === INSTALLATION_FILE) whose = part
      written += part.length
      if (written > size) break
      // The bytes wait there for the reader of the tar.
      await write(Uint8Array.from(part))
    }
    if (written !== size) throw new Error(`${key} changed while it was read`)
    await write(new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK))
    return result()
  }

  return {
    name: 'tar',
    folder: null,
    put(key, source, size) {
      if (size === null) throw new Error('a tar says sizes before')
      const mine = last.then(() => append(key, source, size))
      last = mine.catch(() => {})
      return mine
    },
    open: async (key) => (key === INSTALLATION_FILE ? { stream: Readable.from([whose]), size: whose.length } : null),
    async *list() {},
    remove: async () => {},
  }
}

/** Blocks after the last file. */
const TAR_END = new Uint8Array(2 * BLOCK)

/** Of ustar (POSIX.1-1988), for a plain file that its owner reads. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) => block.write(value.toString(8).padStart(digits, '0'), at)
  if (name.length > 100) throw new Error(`${name} is too long a name for a tar`)
  block.write(name, 0)
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  if (size <= LARGEST) octal(size, 124, 11)
  else {
    // As GNU and every other tar writes larger sizes.
    block.writeUInt8(0x80, 124)
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  octal(0, 136, 11)
  block.write('        0', 148)
  block.write('ustar\x0000', 257)
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  block.write('\x00 ', 154)
  return block
}
