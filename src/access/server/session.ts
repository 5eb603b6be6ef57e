import type { FastifyReply, FastifyRequest } from 'fastify'
import { after, DAY, HOUR, type Instant, MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import { randomId } from '#platform/server/random.ts'
import type { Operator } from '../contract.ts'
import type { OperatorRow } from './schema.ts'
import {
  deleteExpired,
  deleteSession,
  findSession,
  forgetDevice,
  insertSession,
  rememberDevice,
  touchSession,
} from './store.ts'
import { hashToken, newToken } from './tokens.ts'

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/FBAN|FBAV/, 'Facebook'],
  [/Instagram/, 'Instagram'],
  [/WhatsApp/, 'WhatsApp'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/**
 * ASVS 5.0 level 2 requires a written idle and absolute limit: eight hours without use, eighteen in all. A person who sells by phone from seven to
 * midnight signs in once a day, and a night ends it. Dangerous actions need a fresh code at any age (docs/decisions/085). Requests that the panel
 * makes on its own, marked by `x-tombola-fondo`, do not count as use.
 */
export const IDLE_LIMIT = 8 * HOUR
export const ABSOLUTE_LIMIT = 18 * HOUR
/** A session in use is written at most this often. */
const TOUCH_EVERY = 5 * MINUTE
const DEVICE_DAYS = 180

export interface Session extends Pick<EarlierSignIn, 'deviceHash'> {
  tokenHash: string
  operator: Operator
  /** Permit in place of a fresh code, from the calling page; null without one. */
  permit: string | null
}

function isHttps(ctx: Ctx, request: FastifyRequest): boolean {
  return request.protocol === 'https' || (publicUrl(ctx)?.startsWith('https:') ?? false)
}

/** `__Host-` ties the cookie to this host over https; plain http (loopback, a local network) cannot carry it. */
function cookieName(ctx: Ctx, request: FastifyRequest, name: 'tombola' | 'tombola-equipo'): string {
  return isHttps(ctx, request) ? `__Host-${name}` : name
}

function cookieOptions(ctx: Ctx, request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps(ctx, request) } as const
}

/** Reads the signed-in operator, and counts the request as use of the session unless the panel made it on its own. */
export async function readSession(ctx: Ctx, request: FastifyRequest): Promise<Session | null> {
  const token = request.cookies[cookieName(ctx, request, 'tombola')]
  if (!token) return null
  const now = ctx.clock.now()
  const row = await findSession(ctx.db.read, hashToken(token))
  if (!row || row.caduca_en <= now || row.usado_en + IDLE_LIMIT <= now) return null
  const inUse = request.headers['x-tombola-fondo'] === undefined
  if (inUse && row.usado_en + TOUCH_EVERY <= now) {
    await ctx.db.write('operadores', (tx) => touchSession(tx, row.token_hash, now))
  }
  return {
    tokenHash: row.token_hash,
    deviceHash: readEarlier(ctx, request).deviceHash,
    permit: request.headers['x-tombola-permiso']?.toString() ?? null,
    operator: operatorOf(row),
  }
}

/** A row of the operators as the panel knows a person. */
export function operatorOf(row: Pick<OperatorRow, 'id' | 'nombre' | 'correo' | 'rol' | 'totp_secreto'>): Operator {
  const { id, nombre, correo, rol } = row
  return { id, nombre, correo, rol, segundo_factor: row.totp_secreto !== null }
}

/** The browser's traces of earlier sign-ins: hashes of its session and of its own mark, null if it has none. */
export interface EarlierSignIn {
  sessionHash: string | null
  deviceHash: string | null
}

export function readEarlier(ctx: Ctx, request: FastifyRequest): EarlierSignIn {
  const hashed = (token: string | undefined) => (token ? hashToken(token) : null)
  return {
    sessionHash: hashed(request.cookies[cookieName(ctx, request, 'tombola')]),
    deviceHash: hashed(request.cookies[cookieName(ctx, request, 'tombola-equipo')]),
  }
}

/** What a browser gets at a sign-in, and the session's name in the operator's list. */
export type OpenedSession = ReturnType<typeof newSessionTokens>

/** Where a sign-in comes from. */
export interface Place {
  ip: string
  /** The browser in words, such as `Chrome en Android`. */
  equipo: string
}

export function readPlace(request: FastifyRequest): Place {
  return { ip: request.ip, equipo: describeBrowser(request.headers['user-agent'] ?? '') }
}

/** Opens a session with tokens that did not exist before, in the transaction of the sign-in; this browser's earlier ones end. */
export async function openSession(
  tx: Sql,
  operatorId: number,
  now: Instant,
  opened: OpenedSession,
  from: EarlierSignIn & Place,
): Promise<void> {
  if (from.sessionHash !== null) await deleteSession(tx, from.sessionHash)
  if (from.deviceHash !== null) await forgetDevice(tx, from.deviceHash, operatorId)
  await deleteExpired(tx, now, after(now, -DEVICE_DAYS * DAY))
  await insertSession(tx, {
    token_hash: hashToken(opened.token),
    operador_id: operatorId,
    creado_en: now,
    caduca_en: after(now, ABSOLUTE_LIMIT),
    id: opened.id,
    ip: from.ip,
    equipo: from.equipo,
  })
  await rememberDevice(tx, hashToken(opened.device), operatorId, now)
}

export function newSessionTokens(ctx: Ctx) {
  return { token: newToken(ctx.random), device: newToken(ctx.random), id: randomId(ctx.random) }
}

export function setSessionCookies(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): void {
  const options = cookieOptions(ctx, request)
  reply
    .setCookie(cookieName(ctx, request, 'tombola'), opened.token, options)
    .setCookie(cookieName(ctx, request, 'tombola-equipo'), opened.device, { ...options, maxAge: DEVICE_DAYS * 86_400 })
}

export function clearSessionCookie(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, request, 'tombola'), cookieOptions(ctx, request))
}

/**
 * A browser in words for its owner, `Chrome en Android`, from its own header. Only words of ours come out: the header is anyone's text and ends in
 * mails.
 */
export function describeBrowser(userAgent: string): string {
  const find = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent.slice(0, 500)))?.[1]
  const system = find(SYSTEMS)
  return `${find(BROWSERS) ?? 'Navegador desconocido'}${system ? ` en ${system}` : ''}`
}
