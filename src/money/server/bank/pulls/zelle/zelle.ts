import type { Email } from 'postal-mime'
import { type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { type Told, UNSAID } from '../../../../movement.ts'
import { jsonIn } from '../../sent-text.ts'
import {
  type PullAdapter,
  type PullWorld,
  SourceFailure,
  type SourceSettings,
  type Unread,
} from '../../sources/pull-adapter.ts'
import { sha256 } from '../ask-bank.ts'
import { shortText } from '../read-fields.ts'
import { type Mail, type Place, readMailbox } from './mailbox.ts'
import { readZelleMail, type ZelleBank, zelleBank } from './zelle-banks.ts'

/** Length of a mail that a person gets to read. */
const SHOWN = 4000
/** Stored length of one that is money: mails of banks are shorter. */
const KEPT = 128 * 1024
/** A bank that writes of Zelle means a payment; its other mails are nothing of ours. */
const OF_ZELLE = /zelle|sent you \$|deposited the \$/i

/** Mails in which a bank of the United States reports a payment by Zelle, out of a mailbox (spec/movements.md, 3). */
export const zelle: PullAdapter = {
  pausa: 60_000,

  async leer(settings, cursor, world) {
    const wanted = (from: string) => zelleBank(from) !== undefined
    const { mails, place, more } = await readMailbox(settings, readPlace(cursor), wanted, world)
    const movimientos: Told[] = []
    const ilegibles: Unread[] = []
    for (const mail of mails) {
      const read = await readMail(mail, settings, world)
      if (read === null) continue
      if ('id_banco' in read) movimientos.push(read)
      else ilegibles.push(read)
    }
    return {
      movimientos,
      ilegibles,
      cursor: JSON.stringify(place),
      leido_hasta: more ? null : world.now,
      crudo_sha256: sha256(mails.map(({ source }) => sha256(source ?? '')).join(' ')),
    }
  },
}

function readPlace(cursor: string | null): Place | null {
  const { validez, uid } = (jsonIn(cursor ?? '') ?? {}) as Partial<Place>
  return typeof validez === 'string' && uid !== undefined && Number.isInteger(uid) ? { validez, uid } : null
}

/** The payment in it, a mail for a person to look at, or null for another mail. */
async function readMail(
  { from, source }: Mail,
  settings: SourceSettings,
  world: PullWorld,
): Promise<Told | Unread | null> {
  const bank = zelleBank(from)
  if (bank === undefined) return null
  if (source === null) return { cuerpo: from, motivo: `Un correo de ${bank.nombre} demasiado grande.` }
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(source)
  const subject = shortText(mail.subject ?? '')
  const text = textOf(mail)
  if (!OF_ZELLE.test(`${subject}\n${text}`)) return null
  const forPerson = (motivo: string): Unread => ({
    cuerpo: `${mail.date ?? ''}\n${from}\n${subject}\n${text}`.slice(0, SHOWN),
    motivo,
  })
  if (!(await isSignedBy(bank.domains, source, world)))
    return forPerson(`Dice ser de ${bank.nombre}, pero la firma del banco no lo comprueba.`)
  if (!isAddressed(mail, settings)) return forPerson(`${bank.nombre} se lo escribió a otra dirección que la tuya.`)
  const payment = readPayment(bank, mail, subject, text)
  // With its signature, which anybody can check again.
  return payment
    ? { ...payment, crudo: source.toString().slice(0, KEPT) }
    : forPerson(`${bank.nombre} lo escribió de otra forma.`)
}

/** A true mail about somebody else's account, sent on to us, is signed as well as ours. */
function isAddressed({ to }: Email, settings: SourceSettings): boolean {
  const ours = (settings['destinatario'] || settings['usuario'] || '').trim().toLowerCase()
  return to?.length === 1 && to[0]?.address?.toLowerCase() === ours
}

function readPayment(bank: ZelleBank, mail: Email, subject: string, text: string): Told | null {
  const payment = readZelleMail(bank, subject, text)
  const en = Date.parse(mail.date ?? '') as Instant
  if (payment === null || Number.isNaN(en)) return null
  const { centimos, nombre, concepto, confirmacion } = payment
  const dia: CalendarDate = payment.dia ?? dayInCaracas(en)
  return {
    // A mail that was delivered twice is one payment, by the bank's number or by its own.
    id_banco:
      confirmacion === ''
        ? `${bank.nombre} ${sha256(mail.messageId ?? text).slice(0, 32)}`
        : `${bank.nombre} ${confirmacion}`,
    sentido: 'credito',
    tipo: 'zelle',
    centimos,
    moneda: 'USD',
    dia,
    en,
    ...UNSAID,
    referencia: confirmacion,
    nombre_origen: shortText(nombre),
    concepto: shortText(concepto),
  }
}

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", reg: '®' }

/** A mail as lines of text, out of its HTML where it has nothing else. */
function textOf({ text, html }: Email): string {
  const plain = (text ?? '').trim() || fromHtml(html ?? '')
  return plain
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
}

function fromHtml(html: string): string {
  return html
    .slice(0, 500_000)
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<(?:br|\/?(?:p|div|tr|table|li|h\d))\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|([a-z]{2,5}));/gi, (whole, number: string | undefined, name: string) =>
      number === undefined ? (ENTITIES[name.toLowerCase()] ?? whole) : String.fromCharCode(Number(number)),
    )
}

/** Headers that a signature has to cover, once each: a second one written above the signed one would be read. */
const NEEDED = ['from', 'to', 'subject', 'date']
/** These too, where they are: another boundary makes another mail of the same signed body. */
const COVERED = [...NEEDED, 'content-type', 'content-transfer-encoding']
/** How far the bank's clock may be ahead of ours. */
const AHEAD = 10 * 60_000

/**
 * Whether the whole mail, as it is read, was signed by one of these domains (DKIM): all of its body, its sender and
 * recipient, its subject and its date.
 * @throws SourceFailure tiempo, when nobody can say because the name server is silent.
 */
export async function isSignedBy(domains: readonly string[], mail: Buffer, world: PullWorld): Promise<boolean> {
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  const { results, headers, fromFields } = await dkimVerify(mail, {
    resolver: (name) => world.dns.resolveTxt(name),
    minBitLength: 1024,
    rejectRsaSha1: true,
    curTime: new Date(world.now + AHEAD),
  })
  const counts = new Map<string, number>()
  for (const { key } of headers?.parsed ?? []) counts.set(key, (counts.get(key) ?? 0) + 1)
  const plain = NEEDED.every((key) => counts.get(key) === 1) && COVERED.every((key) => (counts.get(key) ?? 0) <= 1)
  if (!plain || fromFields !== 1) return false
  const ours = results.filter(({ signingDomain = '' }) => domains.some((domain) => isWithin(signingDomain, domain)))
  const good = ours.some(({ status, signingHeaders }) => {
    const signed = (signingHeaders?.keys ?? '').toLowerCase().split(/\s*:\s*/)
    const whole = status.underSized === undefined || status.underSized === 0
    return (
      status.result === 'pass' &&
      status.testing !== true &&
      whole &&
      COVERED.every((key) => !counts.has(key) || signed.includes(key))
    )
  })
  if (!good && ours.some(({ status }) => status.result === 'temperror')) throw new SourceFailure('tiempo', 'dns')
  return good
}

function isWithin(name: string, domain: string): boolean {
  const lower = name.toLowerCase()
  return lower === domain || lower.endsWith(`.${domain}`)
}
