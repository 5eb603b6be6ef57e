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
  /** Where its panel gives the record of the signature. */
  signs?: string
  /** Domains of its free mailboxes, whose records are its own. */
  mailboxes?: readonly string[]
}

const SERVICES: readonly Service[] = [
  {
    host: 'gmail.com',
    spf: '_spf.google.com',
    selectors: ['google'],
    signs: 'admin.google.com, en Gmail, «Autenticar correo electrónico»',
    mailboxes: ['gmail.com', 'googlemail.com'],
  },
  {
    host: 'office365.com',
    spf: 'spf.protection.outlook.com',
    selectors: ['selector1', 'selector2'],
    signs: 'security.microsoft.com/dkimv2: son dos registros CNAME',
  },
  {
    host: 'outlook.com',
    spf: 'spf.protection.outlook.com',
    selectors: ['selector1'],
    mailboxes: ['outlook.com', 'hotmail.com', 'live.com'],
  },
  ...['com', 'eu', 'in'].map((end) => ({
    host: `zoho.${end}`,
    spf: `zohomail.${end}`,
    selectors: ['zmail', 'zoho', 'default'],
    signs: `mailadmin.zoho.${end}, en Dominios, DKIM`,
  })),
  {
    host: 'brevo.com',
    spf: 'spf.brevo.com',
    selectors: ['brevo1', 'brevo2', 'mail'],
    signs: 'Brevo, en Remitentes y dominios',
  },
  {
    host: 'amazonaws.com',
    spf: 'amazonses.com',
    selectors: [],
    signs: 'Amazon SES, en la identidad de tu dominio, DKIM',
  },
  {
    host: 'hostinger.com',
    spf: '_spf.mail.hostinger.com',
    selectors: ['hostingermail-a', 'hostingermail-b', 'hostingermail-c'],
    signs: 'hPanel, en Correos, DKIM: son tres registros CNAME',
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
    textsAt(dns, dominio).then((texts) => judgeSpf(dns, dominio, texts, service?.spf ?? null, servidor)),
    findKey(dns, dominio, service),
    findPolicy(dns, dominio).then((found) => judgeDmarc(dominio, found, remitente)),
  ])
  return { dominio, registros: [spf, dkim, dmarc], aviso: null }
}

function foreignMailbox(dominio: string): string {
  return `Un correo de ${dominio} enviado por otro servidor cae en no deseado. Envía por ${dominio}, o usa un correo de tu propio dominio.`
}

const UNKNOWN = { estado: 'no se sabe', dice: 'El DNS no respondió. Mira otra vez en un momento.' } as const

const isSpf = (text: string) => /^v=spf1(\s|$)/i.test(text)

async function judgeSpf(
  dns: Pick<Resolver, 'resolveTxt'>,
  dominio: string,
  texts: string[] | null,
  include: string | null,
  servidor: string,
): Promise<SenderRecord> {
  const about = { que: 'SPF', nombre: dominio, tipo: 'TXT', pedir: null } as const
  if (texts === null) return { ...about, ...UNKNOWN, valor: null }
  const found = texts.filter(isSpf)
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
  ) {
    const trouble = await findTrouble(dns, first)
    return trouble === null
      ? { ...about, estado: 'bien', dice: 'Tu dominio dice quién envía por él.', valor: null }
      : { ...about, estado: 'mal', dice: trouble, valor: null }
  }
  return {
    ...about,
    estado: 'mal',
    dice: 'Tu registro no nombra al servicio por el que envías. Cámbialo por este.',
    valor: merged([first], mechanism),
  }
}

/** Whoever receives a mail asks no further for its SPF, and takes the record for none (RFC 7208, 4.6.4). */
const MOST_LOOKUPS = 10

/** Why a record that is there counts for nothing: it asks too much, or names who has no record. Name servers that are silent say nothing. */
async function findTrouble(dns: Pick<Resolver, 'resolveTxt'>, record: string): Promise<string | null> {
  let asked = 0
  const open = [record]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const term of next.toLowerCase().split(/\s+/).slice(1)) {
      const [, kind = '', name = ''] =
        /^[+?~-]?(include:|redirect=|exists:|(?:a|mx|ptr)(?=[:/]|$))(.*)$/.exec(term) ?? []
      if (kind === '') continue
      asked++
      if (asked > MOST_LOOKUPS)
        return 'Tu registro pide más de 10 consultas al DNS, y entonces no vale. Quita los include: de servicios que ya no usas.'
      // One with a macro depends on who sends.
      if ((kind !== 'include:' && kind !== 'redirect=') || name.includes('%')) continue
      const texts = await textsAt(dns, name)
      const named = texts?.find(isSpf)
      if (named !== undefined) open.push(named)
      else if (texts !== null)
        return `Tu registro nombra a ${name}, que no tiene uno, y entonces no vale. Quita esa parte.`
    }
  }
  return null
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
  service: Service | undefined,
): Promise<SenderRecord> {
  const about = { que: 'DKIM', tipo: 'TXT', valor: null } as const
  const names = (service?.selectors ?? USUAL_SELECTORS).map((selector) => `${selector}._domainkey.${dominio}`)
  const nombre = names[0] ?? `_domainkey.${dominio}`
  const asked = await Promise.all(names.map(async (name) => ({ name, texts: await textsAt(dns, name) })))
  const key = asked.find(({ texts }) => texts?.some((text) => /(^|;)\s*p=[\w+/]/i.test(text)))
  if (key) return { ...about, nombre: key.name, pedir: null, estado: 'bien', dice: 'Tus correos van firmados.' }
  if (asked.some(({ texts }) => texts === null)) return { ...about, nombre, pedir: null, ...UNKNOWN }
  const where = service?.signs === undefined ? '' : ` Está en ${service.signs}.`
  if (names.length === 0) {
    const dice = `Tu servicio da a cada dominio sus propios nombres: ahí dice si la firma está verificada.${where}`
    return { ...about, nombre, pedir: null, estado: 'no se sabe', dice }
  }
  return {
    ...about,
    nombre,
    estado: 'falta',
    dice: `No encontramos tu firma donde suele estar. La clave la tiene tu servicio de correo: enciende DKIM ahí y te da el registro que se agrega.${where}`,
    pedir: `Hola. Quiero encender DKIM para ${dominio}. ¿Qué registro agrego en su DNS: nombre, tipo (TXT o CNAME) y valor? El nombre suele ser ${
      service ? names.join(' o ') : `como ${nombre}`
    }. Gracias.`,
  }
}

interface Policy {
  /** Where it stands: the domain, or one above it, whose word holds for all below it. */
  dominio: string
  texts: string[]
}

/** Where nothing is said of a domain, what is said of the one above it holds (RFC 7489, 6.6.3). Null where name servers are silent. */
async function findPolicy(dns: Pick<Resolver, 'resolveTxt'>, dominio: string): Promise<Policy | null> {
  const labels = dominio.split('.')
  for (let at = 0; at <= Math.max(0, labels.length - 2); at++) {
    const domain = labels.slice(at).join('.')
    const texts = await textsAt(dns, `_dmarc.${domain}`)
    if (texts === null) return null
    const found = texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (found.length > 0) return { dominio: domain, texts: found }
  }
  return { dominio, texts: [] }
}

function judgeDmarc(dominio: string, found: Policy | null, remitente: string): SenderRecord {
  const about = { que: 'DMARC', nombre: `_dmarc.${found?.dominio ?? dominio}`, tipo: 'TXT', pedir: null } as const
  if (found === null) return { ...about, ...UNKNOWN, valor: null }
  const [first = ''] = found.texts
  if (found.texts.length === 1 && /;\s*p=(none|quarantine|reject)\b/i.test(first)) {
    const above = found.dominio === dominio ? '' : ` Vale el de ${found.dominio}.`
    return { ...about, estado: 'bien', dice: `Tu dominio dice qué hacer con lo que no es tuyo.${above}`, valor: null }
  }
  const valor = `v=DMARC1; p=none; rua=mailto:${remitente}`
  if (found.texts.length === 0)
    return { ...about, estado: 'falta', dice: 'Gmail y Outlook lo piden a quien envía mucho.', valor }
  return { ...about, estado: 'mal', dice: 'El registro no se puede leer, o hay dos. Deja uno solo.', valor }
}
