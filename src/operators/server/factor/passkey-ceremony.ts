import { hashToken } from '#access/server/tokens.ts'
import { after, MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import type { PasskeyUse } from '../schema.ts'
import { listPasskeys, markPasskeyUsed, type PasskeyRow, putChallenge, takeChallenge } from './passkey-store.ts'

/** Loaded with the first key: it takes 30 MB, and most installations have none. */
const webauthn = () => import('@simplewebauthn/server')

const CHALLENGE_LASTS = 5 * MINUTE
/** ES256, RS256, EdDSA: algorithms of phones and keys. */
const ALGORITHMS = [-7, -257, -8]

/** Keys belong to one host: that of PUBLIC_URL, or localhost. */
export function relyingParty(ctx: Ctx): { origin: string; id: string } {
  const origin = new URL(publicOrigin(ctx))
  return { origin: origin.origin, id: origin.hostname }
}

async function newChallenge(ctx: Ctx, operatorId: number, use: PasskeyUse): Promise<Buffer<ArrayBuffer>> {
  const challenge = Buffer.from(ctx.random.bytes(32))
  const now = ctx.clock.now()
  const asked = { reto_hash: hashToken(challenge.toString('base64url')), operador_id: operatorId, para: use }
  await ctx.db.write('operadores', (tx) => putChallenge(tx, asked, now, after(now, CHALLENGE_LASTS)))
  return challenge
}

/** Whether that challenge was made for this operator and use, and had no answer yet: a second answer never counts. */
function answers(ctx: Ctx, operatorId: number, use: PasskeyUse) {
  return (challenge: string): Promise<boolean> =>
    ctx.db.write('operadores', (tx) =>
      takeChallenge(tx, { reto_hash: hashToken(challenge), operador_id: operatorId, para: use }, ctx.clock.now()),
    )
}

/** Options for a browser to make a key for that operator. */
export async function registrationOptions(
  ctx: Ctx,
  site: string,
  operator: { id: number; correo: string; nombre: string },
) {
  const { generateRegistrationOptions } = await webauthn()
  const keys = await listPasskeys(ctx.db.read, operator.id)
  return generateRegistrationOptions({
    rpName: site,
    rpID: relyingParty(ctx).id,
    userID: new TextEncoder().encode(`operador ${operator.id}`),
    userName: operator.correo,
    userDisplayName: operator.nombre,
    challenge: await newChallenge(ctx, operator.id, 'registrar'),
    excludeCredentials: keys.map(credentialOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** The key that a browser made, or null if it does not answer the challenge. */
export async function readRegistration(ctx: Ctx, operatorId: number, response: object) {
  const { verifyRegistrationResponse } = await webauthn()
  const { origin, id } = relyingParty(ctx)
  const result = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: answers(ctx, operatorId, 'registrar'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library throws in its own ways on a stranger's input; all of them mean no.
  }).catch(() => null)
  return result?.verified ? result.registrationInfo.credential : null
}

/** Options for a browser to answer with one of the operator's keys; null without keys. */
export async function assertionOptions(ctx: Ctx, operatorId: number, use: PasskeyUse) {
  const keys = await listPasskeys(ctx.db.read, operatorId)
  if (keys.length === 0) return null
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    allowCredentials: keys.map(credentialOf),
    challenge: await newChallenge(ctx, operatorId, use),
    userVerification: 'preferred',
  })
}

/** Whether it answers the challenge, with a key of this operator. The challenge is spent. */
export async function verifyAssertion(
  ctx: Ctx,
  operatorId: number,
  use: PasskeyUse,
  response: object,
): Promise<boolean> {
  const given = response as { id?: unknown }
  const key = (await listPasskeys(ctx.db.read, operatorId)).find((one) => one.id === given.id)
  if (!key) return false
  const { verifyAuthenticationResponse } = await webauthn()
  const { origin, id } = relyingParty(ctx)
  const result = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: answers(ctx, operatorId, use),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      ...credentialOf(key),
      publicKey: new Uint8Array(Buffer.from(key.clave_publica, 'base64url')),
      counter: key.contador,
    },
    requireUserVerification: false,
  }).catch(() => null)
  if (!result?.verified) return false
  const { newCounter } = result.authenticationInfo
  await ctx.db.write('operadores', (tx) => markPasskeyUsed(tx, key.id, newCounter, ctx.clock.now()))
  return true
}

function credentialOf(key: PasskeyRow): { id: string; transports?: string[] } {
  return { id: key.id, ...(key.transportes === '' ? {} : { transports: key.transportes.split(',') }) }
}
