import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type AppError, refusal } from '#platform/errors.ts'

/** 64 MB and a quarter of a second for each guess; the default of `age` would not fit on a small machine. */
const WORK = 16

/** The file of a sealed copy that the passphrase opens: an identity, as `age -d -i` takes it. */
export const IDENTITY_FILE = 'clave.age'

type Bytes = AsyncIterable<Uint8Array>

/** How the files of a copy are kept: as they are, or sealed. */
export interface Cover {
  /** Suffix of a file's name. */
  suffix: '' | '.age'
  /** Name among the shared files for a content with that SHA-256: without the passphrase a sealed name does not reveal the content. */
  nameOf(sha256: string): string
  seal(source: Bytes): Promise<Bytes>
  /** Its stream fails if the bytes were changed. */
  open(source: Readable): Promise<Bytes>
  /** The bytes of IDENTITY_FILE; null if nothing is sealed. */
  identity: Uint8Array | null
}

export const uncovered: Cover = {
  suffix: '',
  nameOf: (sha256) => sha256,
  seal: async (source) => source,
  open: async (source) => source,
  identity: null,
}

/**
 * Every file is sealed to one identity in `age`'s format, and the identity with the passphrase: the cost of a passphrase is paid once and not for
 * each file.
 * @param kept the identity of an earlier copy; null makes a new one.
 * @returns null when the passphrase does not open the kept one.
 */
export async function coverWith(passphrase: string, kept: Uint8Array | null): Promise<Cover | null> {
  const age = await import('age-encryption')
  const secret = kept === null ? await age.generateX25519Identity() : await openIdentity(passphrase, kept)
  if (secret === null) return null
  const encrypter = new age.Encrypter()
  encrypter.addRecipient(await age.identityToRecipient(secret))
  const decrypter = new age.Decrypter()
  decrypter.addIdentity(secret)
  return {
    suffix: '.age',
    nameOf: (sha256) => createHmac('sha256', secret).update(sha256).digest('hex'),
    seal: async (source) => fromWeb(await encrypter.encrypt(toWeb(source))),
    open: async (source) => fromWeb(await decrypter.decrypt(toWeb(source))),
    identity: kept ?? (await (await sealer(passphrase)).encrypt(`${secret}\n`)),
  }
}

async function sealer(passphrase: string) {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(WORK)
  return encrypter
}

async function openIdentity(passphrase: string, sealed: Uint8Array): Promise<string | null> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return (await decrypter.decrypt(sealed, 'text')).trim()
  } catch {
    return null
  }
}

/** Seals a stream with a passphrase alone, as `age -d` opens it. */
export async function sealWithPassphrase(passphrase: string, source: Bytes): Promise<Bytes> {
  return fromWeb(await (await sealer(passphrase)).encrypt(toWeb(source)))
}

/** @param passphrase that was tried; null: none. */
export function wrongPassphrase(passphrase: string | null): AppError {
  const [error, said] = passphrase === null ? ['Falta la frase', ''] : ['Otra frase', ' y esta frase no lo abre']
  const details = `El respaldo está cifrado${said}. Indica la suya en BACKUP_PASSPHRASE.`
  return refusal('RESPALDO_INVALIDO', { error, details })
}

// Node's and the browser's types of one stream differ in parts that nobody uses here.
const toWeb = (source: Bytes) =>
  Readable.toWeb(Readable.from(source)) as unknown as globalThis.ReadableStream<Uint8Array>
const fromWeb = (stream: unknown) => Readable.fromWeb(stream as ReadableStream) as Bytes
