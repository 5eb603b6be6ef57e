import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'

/** Addresses that no visitor on the internet comes from: this machine, and the networks inside of a house or a data centre. */
const INSIDE = new BlockList()
for (const [network, prefix, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  INSIDE.addSubnet(network, prefix, family)

/** Whether the address is one of this machine or of a private network. An IPv4 address written as IPv6 counts as IPv4. */
export function isInside(address: string | undefined): boolean {
  const bare = address?.replace(/^::ffff:(?=\d)/i, '').replace(/%.*$/, '') ?? ''
  const family = isIP(bare)
  return family !== 0 && INSIDE.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}

/** Headers by which proxies forward a client's address. */
const FORWARDING = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
] as const

/** Whether a header says that a proxy between the client and us forwarded the request. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined)
}

/**
 * Logs once that there is a proxy that TRUSTED_PROXIES does not name: it forwards visitors from a private address, in headers that we may not
 * believe. All of them then share its address and the limits of one client. A client from the internet can claim anything, but its own
 * address is not private.
 */
export function noticeProxy(app: FastifyInstance, { log }: Pick<Ctx, 'log'>): void {
  let told = false
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress
    // For a trusted proxy the address comes from its header, and may be local: somebody on this machine who uses it.
    const trusted = (request.ips?.length ?? 1) > 1
    if (!told && request.headers['x-forwarded-for'] !== undefined && !trusted && isInside(peer)) {
      told = true
      log.warn({ code: 'PROXY_SIN_DECLARAR' }, 'a proxy that TRUSTED_PROXIES does not name sends visitors')
    }
    done()
  })
}
