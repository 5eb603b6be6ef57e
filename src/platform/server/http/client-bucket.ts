import type { FastifyRequest } from 'fastify'

/**
 * The client of a request, for limits. Behind a proxy that TRUSTED_PROXIES does not name, everybody is the proxy: a
 * header that anyone can write is no address.
 */
export function clientBucket(request: Pick<FastifyRequest, 'ip'>): string {
  return addressBucket(request.ip)
}

/** The network of one subscriber at most: of IPv6 the /48, which a provider may give to one house; an IPv4 address is one. */
export function clientNetwork(request: Pick<FastifyRequest, 'ip'>): string {
  return addressBucket(request.ip).replace(/^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/, '$1::/48')
}

/** The subscriber behind an address: an IPv4 address itself, of IPv6 the /64 that one subscriber gets. */
export function addressBucket(ip: string | undefined): string {
  // A client that is gone has no address any more.
  if (!ip?.includes(':')) return ip ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = ip.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
