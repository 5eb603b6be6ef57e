import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { StoreSettings } from './object-store/requests.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Of drand's league; a round is trusted for its signature, from any relay. */
const RELAYS = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
]

/** An address, or a network with its prefix length. */
function isNetwork(text: string): boolean {
  const [ip = '', prefix] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(ip)] ?? 0
  return bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}

const address = z.string().refine(isNetwork, 'debe ser una IP o una red, como 10.0.0.0/8')
const url = (schemes: string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
    message: `debe ser una dirección que empiece por ${schemes.map((scheme) => `${scheme}//`).join(' o ')}`,
  })

/** A sign of the user or the password that ends the address before its host. */
const CUT_SHORT = /^[a-z]+:\/\/[^@]*[#/?][^@]*@/i
/** With a user and a password. */
const account = (schemes: string[]) =>
  z
    .string()
    .refine((text) => !CUT_SHORT.test(text), {
      message: 'en el usuario y la clave escribe # como %23, / como %2F y ? como %3F',
      abort: true,
    })
    .pipe(url(schemes))

/** A list of servers, as libpq understands it. */
const SEVERAL = /^postgres(ql)?:\/\/([^@/?]*@)?[^/?]*,/i
/** Of one PostgreSQL, or of a proxy before several. */
export const databaseAddress = z
  .string()
  .refine((text) => !SEVERAL.test(text), 'debe nombrar un solo servidor; delante de varios va HAProxy o PgBouncer')
  .pipe(account(['postgres:', 'postgresql:']))

/** Scheme and host alone: it is put into addresses before `/api`, and into the pages' security policy. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?\/?$/i.test(text) && URL.canParse(text)
}

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const environment = z.object({
  PORT: z.coerce
    .number('debe ser un número')
    .int('debe ser un número entero')
    .min(0)
    .max(65535, 'debe estar entre 0 y 65535')
    .default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  TOMBOLA_KEY: z
    .string()
    .regex(/^([0-9a-f]{64}|[A-Za-z0-9+/]{43}=)$/i, 'debe tener 32 bytes en base64, como los da openssl rand -base64 32')
    .optional(),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  API_HOST: z.string().refine(isOrigin, 'debe ser solo esquema y host, como https://api.ejemplo.com').optional(),
  ALLOWED_ORIGINS: list.pipe(
    z.array(z.string().refine(isOrigin, 'debe ser esquema y host de cada página, como https://rifas.ejemplo.com')),
  ),
  S3_ENDPOINT: url(['http:', 'https:']).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'debe ser el nombre de un contenedor, como rifas-la-ceiba')
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\/?$/, 'debe tener letras, números y barras, como tienda/')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: account(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'debe ser un correo, como Rifas <rifas@ejemplo.com>',
    )
    .default('Tómbola <no-responder@localhost>'),
  OWNER_EMAIL: z.email('debe ser un correo').optional(),
  OWNER_PASSWORD: z.string().min(15, 'debe tener 15 caracteres o más').optional(),
  TRUSTED_PROXIES: list.pipe(z.array(address)),
  RATE_SOURCE_URL: url(['http:', 'https:']).optional(),
  RESULTS_URL: url(['http:', 'https:']).optional(),
  BEACON_RELAYS: list.pipe(z.array(url(['http:', 'https:']))).default(RELAYS),
  BACKUP_TO: z.string().optional(),
  BACKUP_HOUR: z.coerce.number('debe ser una hora').int().min(0).max(23, 'debe ser una hora, de 0 a 23').default(3),
  BACKUP_KEEP: z.coerce.number('debe ser un número').int().min(1).max(365, 'debe ser de 1 a 365').default(14),
  BACKUP_PASSPHRASE: z.string().min(15, 'debe tener 15 caracteres o más').optional(),
  BACKUP_S3_ENDPOINT: url(['http:', 'https:']).optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `debe ser ${LOG_LEVELS.join(', ')}`).default('info'),
  ABUSE_LIMITS: z.enum(['on', 'off'], 'debe ser on u off').default('on'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{24,}$/, 'debe tener 24 letras o más, sin espacios, como las da openssl rand -hex 24')
    .optional(),
})

/** A setting that cannot be used; its message names the variable and the reason. */
export class ConfigError extends Error {}

/** Accidental leftover of a file or a shell in a value; null if there is none. */
function strayIn(name: string, value: string): string | null {
  if (/\p{Cc}/u.test(value)) return 'tiene un salto de línea u otro signo que no se ve'
  if (/^(["'`]).*\1$/.test(value)) return 'escríbelo sin comillas'
  // A phrase may begin with one of these; the name of a variable is none.
  const unread = /PASS|SECRET/.test(name) ? /^\$(\{\w+\}|[A-Z_]+)$/ : /^[~$]/
  return unread.test(value) ? 'escríbelo entero: aquí nadie lee ~ ni $' : null
}

/** How the process runs, read once from the environment. docs/configuration.md lists every variable. */
export type Config = ReturnType<typeof readConfig>

/**
 * Parses the environment. Surrounding white space is removed, and an empty value counts as unset.
 * @throws ConfigError with one line per problem.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given: Record<string, string> = {}
  for (const name of Object.keys(environment.shape)) {
    const value = env[name]?.trim()
    if (!value) continue
    const stray = strayIn(name, value)
    if (stray !== null) throw new ConfigError(`${name}: ${stray}`)
    given[name] = value
  }
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const values = parsed.data
  if ((values.OWNER_EMAIL === undefined) !== (values.OWNER_PASSWORD === undefined)) {
    throw new ConfigError('OWNER_EMAIL y OWNER_PASSWORD: se dan las dos o ninguna')
  }
  if (values.PUBLIC_URL?.startsWith('https:') && values.API_HOST?.startsWith('http:')) {
    throw new ConfigError('API_HOST: debe empezar por https:// como PUBLIC_URL, o los navegadores no la llamarán')
  }
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    /** PostgreSQL; null means SQLite in the data folder. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** The installation's secret in base64 or hexadecimal; null means the file in the data folder (keys.ts). */
    key: values.TOMBOLA_KEY ?? null,
    /** Address that visitors use, without a slash at its end; null means the one that a request came to. */
    publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
    /** `https://host` whose API the shop's pages use instead of this server's; empty means this server. */
    apiHost: values.API_HOST === undefined ? '' : new URL(values.API_HOST).origin,
    /** `https://host` of pages elsewhere that may use the shop's public calls, as browsers write it. */
    allowedOrigins: values.ALLOWED_ORIGINS.map((address) => new URL(address).origin),
    /** Bucket of proofs and images that several machines share; null means the data folder. */
    s3: storeOf(values),
    mail: { smtpUrl: values.SMTP_URL ?? null, from: values.MAIL_FROM },
    owner:
      values.OWNER_EMAIL !== undefined && values.OWNER_PASSWORD !== undefined
        ? { email: values.OWNER_EMAIL, password: values.OWNER_PASSWORD }
        : null,
    trustedProxies: values.TRUSTED_PROXIES,
    rateSourceUrl: values.RATE_SOURCE_URL ?? null,
    /** Relays of the beacon, without a slash at their end; tried one after the other when a round decides a prize. */
    beaconRelays: values.BEACON_RELAYS.map((address) => address.replace(/\/+$/, '')),
    /** Page with lottery results; null means that none is asked. */
    resultsUrl: values.RESULTS_URL ?? null,
    /** Copies of everything: their place and passphrase; null means a folder inside the data folder, unsealed. */
    backup: {
      to: values.BACKUP_TO ?? null,
      passphrase: values.BACKUP_PASSPHRASE ?? null,
      hour: values.BACKUP_HOUR,
      keep: values.BACKUP_KEEP,
      /** How a bucket of copies is entered; null means as that of the shop's files is. */
      s3: entranceOf(values),
    },
    logLevel: values.LOG_LEVEL,
    abuseLimits: values.ABUSE_LIMITS === 'on',
    /** Token that opens /metrics; null opens it to callers from inside only (app/server/metrics). */
    metricsToken: values.METRICS_TOKEN ?? null,
  }
}

/** All of a bucket or nothing of it. @throws ConfigError */
function storeOf(values: z.infer<typeof environment>): StoreSettings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  const wanted = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return {
      endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
      bucket: S3_BUCKET,
      prefix: values.S3_PREFIX === undefined ? '' : `${values.S3_PREFIX.replace(/\/$/, '')}/`,
      region: values.S3_REGION,
      keyId: S3_ACCESS_KEY_ID,
      secret: S3_SECRET_ACCESS_KEY,
    }
  }
  return refusePart(wanted, 'guardar los archivos en S3')
}

/** The same of the copies' own. @throws ConfigError */
function entranceOf(values: z.infer<typeof environment>): Omit<StoreSettings, 'bucket' | 'prefix'> | null {
  const { BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY } = values
  if (BACKUP_S3_ENDPOINT && BACKUP_S3_ACCESS_KEY_ID && BACKUP_S3_SECRET_ACCESS_KEY) {
    return {
      endpoint: BACKUP_S3_ENDPOINT.replace(/\/+$/, ''),
      region: values.BACKUP_S3_REGION,
      keyId: BACKUP_S3_ACCESS_KEY_ID,
      secret: BACKUP_S3_SECRET_ACCESS_KEY,
    }
  }
  const wanted = { BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY }
  return refusePart(wanted, 'guardar los respaldos en S3')
}

/** @returns null where none of them is given. */
function refusePart(wanted: Record<string, string | undefined>, what: string): null {
  const missing = Object.entries(wanted).filter(([, value]) => value === undefined)
  if (missing.length === Object.keys(wanted).length) return null
  throw new ConfigError(`${missing.map(([name]) => name).join(', ')}: faltan para ${what}`)
}
