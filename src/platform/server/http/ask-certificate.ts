import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** The certificate that a visitor's browser gets. */
export interface Certificate {
  /** Milliseconds since 1970. */
  ends: number
  /** Why a browser would not believe it, in OpenSSL's word; null when it would. */
  trouble: string | null
}

/**
 * Requests the certificate of an https address, and sends nothing else.
 * @param patience milliseconds to wait for an answer.
 * @param ca authorities to trust, in PEM; those of Node by default.
 * @returns null when nobody answers: many networks let no server reach itself from outside.
 */
export function askCertificate(address: string, patience: number, ca?: string): Promise<Certificate | null> {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
      // It is looked at and not believed.
      rejectUnauthorized: false,
    })
    const timer = setTimeout(() => end(null), patience)
    const end = (certificate: Certificate | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(certificate)
    }
    socket.once('secureConnect', () => {
      const ends = Date.parse(socket.getPeerCertificate().valid_to ?? '')
      end(Number.isNaN(ends) ? null : { ends, trouble: socket.authorized ? null : wordOf(socket.authorizationError) })
    })
    for (const over of ['error', 'close'] as const) socket.once(over, () => end(null))
  })
}

const wordOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
