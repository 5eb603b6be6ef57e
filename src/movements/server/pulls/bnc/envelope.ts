import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { z } from 'zod'
import { SourceFailure } from '../../sources/pull-adapter.ts'

/** Of the bank's own making, the same for everybody: key and vector follow from the password alone. */
const SALT = 'Ivan Medvedev'
const ROUNDS = 1000
const KEY = 32
const VECTOR = 16

/** A request to BNC, as it is sent. */
export interface Envelope {
  ClientGUID: string
  /** Unique in a day. */
  Reference: string
  Value: string
  Validation: string
  swTestOperation: boolean
}

export const sealedAnswer = z.looseObject({
  status: z.string(),
  /** A code of six characters, and words. */
  message: z.string(),
  value: z.string().nullish(),
  validation: z.string().nullish(),
})

/** Seals a question with a password of the bank's: AES-256-CBC over UTF-16LE, and a hash of its text in UTF-8. */
export function sealQuestion(question: unknown, password: string, guid: string, reference: string): Envelope {
  const text = JSON.stringify(question)
  const { key, vector } = derive(password)
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  const hidden = Buffer.concat([cipher.update(text, 'utf16le'), cipher.final()])
  return {
    ClientGUID: guid,
    Reference: reference,
    Value: hidden.toString('base64'),
    Validation: hash(text),
    swTestOperation: false,
  }
}

/**
 * Opens an answer. @returns null when it was sealed with another password. @throws SourceFailure ilegible, when text and
 * hash differ.
 */
export function openAnswer(value: string, validation: string, password: string): unknown {
  const { key, vector } = derive(password)
  let text: string
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, vector)
    text = Buffer.concat([decipher.update(value, 'base64'), decipher.final()]).toString('utf16le')
  } catch {
    return null
  }
  try {
    const said = JSON.parse(text) as unknown
    if (hash(text) === validation.toLowerCase()) return said
  } catch {
    // By another password the padding is right once in 256 times, and the text none.
    return null
  }
  throw new SourceFailure('ilegible', 'validacion')
}

function derive(password: string): { key: Buffer; vector: Buffer } {
  const bytes = pbkdf2Sync(password, SALT, ROUNDS, KEY + VECTOR, 'sha1')
  return { key: bytes.subarray(0, KEY), vector: bytes.subarray(KEY) }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
