import type { ImapFlow } from 'imapflow'
import { type PullWorld, SourceFailure, type SourceSettings } from '../../sources/pull-adapter.ts'
import { CERTIFICATE } from '../ask-bank.ts'

const TLS_PORT = 993
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3})$/
/** Mails that are looked at in one reading. */
const MOST = 500
/** Bytes of a mail that is read: those of banks have some ten thousand. */
const LARGEST = 1024 * 1024
/** The first reading begins so long ago. */
const BEGINNING = 7 * 86_400_000

/** A mail of somebody who may be a bank; null source where it is too large. */
export interface Mail {
  from: string
  source: Buffer | null
}

/** Where a mailbox was read to: another `validez` means that its numbers begin again. */
export interface Place {
  validez: string
  uid: number
}

/**
 * The mails of a box that came since, of those senders only: of the others nothing but the sender is looked at. Nothing in the box
 * changes, no mail is marked as read. `more` where some wait for the next reading.
 * @throws SourceFailure
 */
export async function readMailbox(
  settings: SourceSettings,
  since: Place | null,
  wanted: (from: string) => boolean,
  world: PullWorld,
) {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow(optionsOf(settings, world))
  // A failure of the line reaches the pending call.
  client.on('error', () => {})
  const stop = AbortSignal.any([world.signal, AbortSignal.timeout(world.patience * 3)])
  const close = () => client.close()
  stop.addEventListener('abort', close)
  try {
    await client.connect()
    const mails = await readSince(client, settings['carpeta'] || 'INBOX', since, wanted, world)
    await client.logout()
    return mails
  } catch (error) {
    throw failureOf(error)
  } finally {
    stop.removeEventListener('abort', close)
    client.close()
  }
}

function optionsOf(settings: SourceSettings, { patience }: PullWorld) {
  const host = settings['servidor'] ?? ''
  const port = Number(settings['puerto'] || TLS_PORT)
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') throw new SourceFailure('credencial', 'tls sin verificar')
  // Only on this machine nobody listens on the way.
  const secure = port === TLS_PORT || !LOOPBACK.test(host)
  return {
    host,
    port,
    secure,
    doSTARTTLS: secure ? undefined : false,
    auth: { user: settings['usuario'] ?? '', pass: settings['clave'] ?? '' },
    tls: { rejectUnauthorized: true },
    logger: false as const,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  }
}

async function readSince(
  client: ImapFlow,
  folder: string,
  since: Place | null,
  wanted: (from: string) => boolean,
  world: PullWorld,
) {
  const box = await client.mailboxOpen(folder, { readOnly: true })
  const validez = String(box.uidValidity)
  const begun = since?.validez === validez && since.uid < box.uidNext ? since.uid : null
  const query = begun === null ? { since: new Date(world.now - BEGINNING) } : { uid: `${begun + 1}:*` }
  const found = (await client.search(query, { uid: true })) || []
  // `n:*` is the last mail where none is newer.
  const newer = found.filter((uid) => uid > (begun ?? 0)).sort((a, b) => a - b)
  const looked = newer.slice(0, MOST)
  const mails: Mail[] = []
  for (const { uid, from, size } of await sentBy(client, looked, wanted)) {
    const mail = size > LARGEST ? null : await client.fetchOne(String(uid), { source: true }, { uid: true })
    mails.push({ from, source: (mail || null)?.source ?? null })
  }
  const uid = looked.at(-1) ?? Math.max(begun ?? 0, box.uidNext - 1)
  return { mails, place: { validez, uid }, more: newer.length > looked.length }
}

async function sentBy(client: ImapFlow, uids: number[], wanted: (from: string) => boolean) {
  if (uids.length === 0) return []
  const all = await client.fetchAll(uids, { uid: true, envelope: true, size: true }, { uid: true })
  return all
    .map(({ uid, envelope, size = 0 }) => ({ uid, size, from: envelope?.from?.[0]?.address ?? '' }))
    .filter(({ from }) => wanted(from))
}

/** The library's code of a failure, without its words: they quote what was sent. */
function failureOf(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error
  const told = (error ?? {}) as {
    authenticationFailed?: boolean
    code?: string
    serverResponseCode?: string
    mailboxMissing?: boolean
  }
  const { code = '', serverResponseCode = '' } = told
  if (CERTIFICATE.test(code)) return new SourceFailure('credencial', 'certificado')
  if (/THROTTL|LIMIT|OVERQUOTA/i.test(`${code} ${serverResponseCode}`)) return new SourceFailure('limite', 'buzon')
  if (serverResponseCode === 'UNAVAILABLE' || serverResponseCode === 'INUSE')
    return new SourceFailure('mantenimiento', 'buzon')
  if (told.authenticationFailed) return new SourceFailure('credencial', 'usuario o clave')
  if (told.mailboxMissing || serverResponseCode === 'NONEXISTENT') return new SourceFailure('credencial', 'carpeta')
  if (/^Parser|TooLarge|TooMany|Invalid|Unexpected|Missing/.test(code)) return new SourceFailure('ilegible', 'buzon')
  return new SourceFailure('tiempo', 'sin conexion')
}
