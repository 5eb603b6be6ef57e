import { generateURI, ScureBase32Plugin, verifySync } from 'otplib'
import { hashToken } from '#access/server/tokens.ts'
import type { Instant } from '#platform/clock.ts'
import type { Randomness } from '#platform/server/random.ts'
import { readRecoveryCode } from '../recovery-code.ts'

const base32 = new ScureBase32Plugin()
const STEP = 30
const RECOVERY_CODES = 10

/** 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(random: Randomness): string {
  return base32.encode(random.bytes(20))
}

export function totpUri(site: string, correo: string, secret: string): string {
  return generateURI({ issuer: site, label: correo, secret })
}

/** Which codes of an application were used: the step of the last one, and those of the last fifty. */
export interface UsedSteps {
  totp_paso: number
  /** Steps with commas between them. */
  totp_usados: string
}

/** Fifty uses are weeks of an operator's work; older steps could only be used again after the clock has jumped twice. */
const REMEMBERED = 50

/** The same with one more. */
export function withStep(used: UsedSteps, step: number): UsedSteps {
  const steps = used.totp_usados === '' ? [] : used.totp_usados.split(',')
  return { totp_paso: step, totp_usados: [...steps, String(step)].slice(-REMEMBERED).join(',') }
}

/**
 * The time step of a six-digit code, or null when it is wrong. One step of drift is accepted on each side.
 * @param secret null if it could not be opened: every code is wrong.
 * @param used a step is good once, and none before the last used one. A last one in the future was used while the clock was ahead: then it does not
 * count, and only the listed steps are refused.
 */
export function totpStep(secret: string | null, code: string, now: Instant, used: UsedSteps): number | null {
  if (secret === null || !/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(now / 1000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP })
  if (!result.valid) return null
  const step = Math.floor(epoch / STEP) + result.delta
  if (step === used.totp_paso || used.totp_usados.split(',').includes(String(step))) return null
  const ahead = used.totp_paso > Math.floor(epoch / STEP) + 1
  return ahead || step > used.totp_paso ? step : null
}

/** Ten codes of 80 bits, `ABCD-EFGH-JKLM-NPQR`, each good once. */
export function newRecoveryCodes(random: Randomness): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => (base32.encode(random.bytes(10)).match(/.{4}/g) ?? []).join('-'))
}

/** The hash of a recovery code as someone types it, or null when it cannot be one. */
export function hashRecoveryCode(typed: string): string | null {
  const read = readRecoveryCode(typed)
  return 'code' in read ? hashToken(read.code) : null
}
