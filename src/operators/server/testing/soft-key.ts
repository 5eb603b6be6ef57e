import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const UP_AND_UV = 0x05
const WITH_KEY = 0x40

/** A key as a phone has one, in software: ES256, without attestation, and it counts. */
export interface SoftKey {
  id: string
  /** Answers `…/llaves/empezar`. */
  create(options: { challenge: string; rp: { id: string } }, origin: string): object
  /** Answers a request to sign in or to confirm. */
  get(options: { challenge: string; rpId: string }, origin: string): { id: string; response: Record<string, string> }
}

export function softKey(): SoftKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0

  function authenticatorData(rpId: string, flags: number, key = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++uses)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter, key])
  }

  function clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  return {
    id,
    create({ challenge, rp }, origin) {
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cose])
      const authData = authenticatorData(rp.id, UP_AND_UV | WITH_KEY, key)
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }, origin) {
      const data = clientData('webauthn.get', challenge, origin)
      const authData = authenticatorData(rpId, UP_AND_UV)
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}
