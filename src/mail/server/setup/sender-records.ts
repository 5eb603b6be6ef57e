import type { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { MailServer } from '#platform/settings.ts'
import type { SenderRecord, SenderRecords } from '../../sender-contract.ts'

/** What a known service asks of the sender's domain. */
interface Service {
  /** Ends the name of its mail server. */
  host: string
  /** Who sends for it, as SPF names them; null where the service signs for itself and asks for none. */
  spf: string | null
  /** Names under which its keys are usually found; none where each domain gets its own. */
  selectors: readonly string[]
  /** Domains of its free mailboxes, whose records are its own. */
  mailboxes?: readonly string[]
}

const SERVICES: readonly Service[] = [
  { host: 'gmail.com', spf: '_spf.google.com', selectors: ['google'], mailboxes: ['gmail.com', 'googlemail.com'] },
  { host: 'office365.com', spf: 'spf.protection.outlook.com', selectors: ['selector1', 'selector2'] },
  {
    host: 'outlook.com',
    spf: 'spf.protection.outlook.com',
    selectors: ['selector1'],
    mailboxes: ['outlook.com', 'hotmail.com', 'live.com'],
  },
  { host: 'zoho.com', spf: 'zohomail.com', selectors: ['zmail', 'zoho', 'default'] },
  { host: 'zoho.eu', spf: 'zohomail.eu', selectors: ['zmail', 'zoho', 'default'] },
  { host: 'zoho.in', spf: 'zohomail.in', selectors: ['zmail', 'zoho', 'default'] },
  { host: 'brevo.com', spf: 'spf.brevo.com', selectors: ['brevo1', 'brevo2', 'mail'] },
  { host: 'amazonaws.com', spf: 'amazonses.com', selectors: [] },
  {
    host: 'hostinger.com',
    spf: '_spf.mail.hostinger.com',
    selectors: ['hostingermail-a', 'hostingermail-b', 'hostingermail-c'],
  },
  { host: 'yahoo.com', spf: null, selectors: [], mailboxes: ['yahoo.com', 'yahoo.es', 'ymail.com'] },
]

/** Where an unknown service most often puts its key. */
const USUAL_SELECTORS = ['default', 'mail', 'dkim', 'x', 's1', 'selector1', 'google']

/** The texts at a name; null where the name servers do not say. */
async function textsAt(dns: Pick<Resolver, 'resolveTxt'>, name: string): Promise<string[] | null> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

/** Whether the world believes that the sender's mail is his: SPF, DKIM and DMARC of his domain, and what to add where it does not. */
export async function checkSender(
  dns: Pick<Resolver, 'resolveTxt'>,
  { servidor, remitente }: Pick<MailServer, 'servidor' | 'remitente'>,
): Promise<SenderRecords> {
  const dominio = remitente.slice(remitente.lastIndexOf('@') + 1).toLowerCase()
  const service = SERVICES.find(({ host }) => servidor === host || servidor.toLowerCase().endsWith(`.${host}`))
  const owner = SERVICES.find(({ mailboxes }) => mailboxes?.includes(dominio))
  if (owner) return { dominio, registros: [], aviso: owner === service ? null : foreignMailbox(dominio) }
  const [spf, dkim, dmarc] = await Promise.all([
    textsAt(dns, dominio).then((texts) => judgeSpf(dominio, texts, service?.spf ?? null, servidor)),
    findKey(dns, dominio, service?.selectors ?? USUAL_SELECTORS),
    textsAt(dns, `_dmarc.${dominio}`).then((texts) => judgeDmarc(dominio, texts, remitente)),
  ])
  return { dominio, registros: [spf, dkim, dmarc], aviso: null }
}

function foreignMailbox(dominio: string): string {
  return `Un correo de ${dominio} enviado por otro servidor cae en no deseado. Envía por ${dominio}, o usa un correo de tu propio dominio.`
}

const UNKNOWN = { estado: 'no se sabe', dice: 'El DNS no respondió. Mira otra vez en un momento.' } as const

function judgeSpf(dominio: string, texts: string[] | null, include: string | null, servidor: string): SenderRecord {
  const about = { que: 'SPF', nombre: dominio, tipo: 'TXT' } as const
  if (texts === null) return { ...about, ...UNKNOWN, valor: null }
  const found = texts.filter((text) => /^v=spf1(\s|$)/i.test(text))
  const mechanism = include === null ? mechanismOf(servidor) : `include:${include}`
  const first = found[0]
  if (first === undefined) {
    return {
      ...about,
      estado: 'falta',
      dice: 'Nadie sabe qué servidor puede enviar por tu dominio.',
      valor: `v=spf1 ${mechanism} ~all`,
    }
  }
  if (found.length > 1)
    return {
      ...about,
      estado: 'mal',
      dice: 'Hay más de un registro SPF y ninguno vale. Deja uno solo, con todo.',
      valor: merged(found, mechanism),
    }
  const names = first.toLowerCase().split(/\s+/)
  // A server of somebody's own may be named in many ways: by `mx`, by its address. Only a known service is missed by name.
  if (
    include === null ||
    names.some((name) => name.replace(/^[+?~-]/, '') === mechanism || name === `redirect=${include}`)
  )
    return { ...about, estado: 'bien', dice: 'Tu dominio dice quién envía por él.', valor: null }
  return {
    ...about,
    estado: 'mal',
    dice: 'Tu registro no nombra al servicio por el que envías. Cámbialo por este.',
    valor: merged([first], mechanism),
  }
}

/** How SPF names a server of somebody's own. */
function mechanismOf(servidor: string): string {
  const kind = isIP(servidor)
  return kind === 0 ? `a:${servidor}` : `ip${kind}:${servidor}`
}

/** One record that says all of them, with that mechanism before its end. */
function merged(records: readonly string[], mechanism: string): string {
  const terms = records.flatMap((record) => record.trim().split(/\s+/).slice(1))
  const ends = terms.filter((term) => /^[+?~-]?all$/i.test(term))
  const rest = terms.filter((term) => !ends.includes(term))
  return ['v=spf1', ...new Set([...rest, mechanism]), ends[0] ?? '~all'].join(' ')
}

async function findKey(
  dns: Pick<Resolver, 'resolveTxt'>,
  dominio: string,
  selectors: readonly string[],
): Promise<SenderRecord> {
  const about = { que: 'DKIM', tipo: 'TXT', valor: null } as const
  const names = selectors.map((selector) => `${selector}._domainkey.${dominio}`)
  const nombre = names[0] ?? `_domainkey.${dominio}`
  const asked = await Promise.all(names.map(async (name) => ({ name, texts: await textsAt(dns, name) })))
  const key = asked.find(({ texts }) => texts?.some((text) => /(^|;)\s*p=[\w+/]/i.test(text)))
  if (key) return { ...about, nombre: key.name, estado: 'bien', dice: 'Tus correos van firmados.' }
  if (names.length > 0 && asked.every(({ texts }) => texts === null)) return { ...about, nombre, ...UNKNOWN }
  return {
    ...about,
    nombre,
    estado: names.length === 0 ? 'no se sabe' : 'falta',
    dice:
      names.length === 0
        ? 'Tu servicio da a cada dominio sus propios nombres: ahí dice si la firma está verificada.'
        : 'No encontramos tu firma donde suele estar. Enciéndela en tu servicio de correo (DKIM): te da el registro que se agrega.',
  }
}

function judgeDmarc(dominio: string, texts: string[] | null, remitente: string): SenderRecord {
  const about = { que: 'DMARC', nombre: `_dmarc.${dominio}`, tipo: 'TXT' } as const
  if (texts === null) return { ...about, ...UNKNOWN, valor: null }
  const found = texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
  if (found.length === 1 && /;\s*p=(none|quarantine|reject)\b/i.test(found[0] ?? ''))
    return { ...about, estado: 'bien', dice: 'Tu dominio dice qué hacer con lo que no es tuyo.', valor: null }
  const valor = `v=DMARC1; p=none; rua=mailto:${remitente}`
  if (found.length === 0)
    return { ...about, estado: 'falta', dice: 'Gmail y Outlook lo piden a quien envía mucho.', valor }
  return { ...about, estado: 'mal', dice: 'El registro no se puede leer, o hay dos. Deja uno solo.', valor }
}
