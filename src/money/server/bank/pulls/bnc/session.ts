import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { z } from 'zod'
import { type CalendarDate, dayInCaracas } from '#platform/clock.ts'
import { type PullWorld, SourceFailure, type SourceSettings } from '../../sources/pull-adapter.ts'
import { addressOf, askBank, readAnswer, sha256 } from '../ask-bank.ts'

/** The day's key is no longer one: log on again. */
const EXPIRED = 'EPIRWK'
/** Codes that mean that the bank does not know us, or not for this. */
const STRANGER = ['EPICNF', 'EPIONA', 'EPIMC1', 'EPIMC2', 'EPIHV']
/** Codes of a bank that cannot just now. */
const BUSY = /^(EPIECP|G(05|12|91|96))/

const loggedOn = z.looseObject({ WorkingKey: z.string().min(1) })

/** Asks BNC by the key of the day. A process logs on once a day for each client, at midnight in Caracas and whenever the bank wants it. */
export function createBncSession() {
  const keys = new Map<string, { day: CalendarDate; key: string }>()

  async function workingKey(settings: SourceSettings, world: PullWorld, anew: boolean): Promise<string> {
    const day = dayInCaracas(world.now)
    const client = sha256(JSON.stringify([settings['direccion'], settings['guid'], settings['llave_maestra']]))
    const known = keys.get(client)
    if (known?.day === day && !anew) return known.key
    const key = await logOn(settings, world)
    keys.set(client, { day, key })
    return key
  }

  return {
    /** @returns its answer, opened, with the hash of the received bytes. @throws SourceFailure */
    async ask(settings: SourceSettings, path: string, question: unknown, world: PullWorld) {
      const first = await askOnce(settings, path, question, await workingKey(settings, world, false), world)
      if (first !== null) return first
      const second = await askOnce(settings, path, question, await workingKey(settings, world, true), world)
      if (second === null) throw new SourceFailure('credencial', 'llave del dia')
      return second
    },
  }
}

async function logOn(settings: SourceSettings, world: PullWorld): Promise<string> {
  const master = settings['llave_maestra'] ?? ''
  const question = { ClientGUID: settings['guid'] }
  const { answer, code, value, validation } = await send(settings, '/Auth/LogOn', question, master, world)
  if (code !== null) {
    if (BUSY.test(code)) throw new SourceFailure('mantenimiento', code)
    throw new SourceFailure('credencial', code)
  }
  const said = loggedOn.safeParse(openAnswer(value, validation, master))
  if (!said.success) throw new SourceFailure(answer.status < 300 ? 'credencial' : 'ilegible', 'llave maestra')
  return said.data.WorkingKey
}

/** @returns null when the key of the day is no longer one. */
async function askOnce(settings: SourceSettings, path: string, question: unknown, key: string, world: PullWorld) {
  const { answer, code, value, validation } = await send(settings, path, question, key, world)
  if (code === EXPIRED) return null
  if (code !== null) throw refusalOf(code)
  const said = openAnswer(value, validation, key)
  return said === null ? null : { said, sha256: answer.sha256 }
}

/** @returns `code` where the bank refuses. */
async function send(settings: SourceSettings, path: string, question: unknown, password: string, world: PullWorld) {
  const url = addressOf(settings, '', path)
  // Unique in a day.
  const Reference = `${world.now}${String(world.random.below(1_000_000)).padStart(6, '0')}`
  const body = { ClientGUID: settings['guid'], Reference, ...sealQuestion(question, password) }
  const answer = await askBank(world, url, { body })
  const { status, message, value, validation } = readAnswer(sealedAnswer, answer)
  const code = status === 'OK' ? null : message.slice(0, 6).trim()
  return { answer, code, value: value ?? '', validation: validation ?? '' }
}

function refusalOf(code: string): SourceFailure {
  if (STRANGER.includes(code)) return new SourceFailure('credencial', code)
  if (BUSY.test(code)) return new SourceFailure('mantenimiento', code)
  return new SourceFailure('ilegible', code)
}

/** Of the bank's own making, the same for everybody: key and vector follow from the password alone. */
const SALT = 'Ivan Medvedev'
const ROUNDS = 1000
const KEY = 32
const VECTOR = 16

const sealedAnswer = z.looseObject({
  status: z.string(),
  /** A code of six characters, and words. */
  message: z.string(),
  value: z.string().nullish(),
  validation: z.string().nullish(),
})

/** Seals a question with a password of the bank's: AES-256-CBC over UTF-16LE, and a hash of its text in UTF-8. */
function sealQuestion(question: unknown, password: string) {
  const text = JSON.stringify(question)
  const { key, vector } = derive(password)
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  const hidden = Buffer.concat([cipher.update(text, 'utf16le'), cipher.final()])
  return { Value: hidden.toString('base64'), Validation: hash(text), swTestOperation: false }
}

/**
 * Opens an answer. @returns null when it was sealed with another password. @throws SourceFailure ilegible, when text and
 * hash differ.
 */
function openAnswer(value: string, validation: string, password: string): unknown {
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
