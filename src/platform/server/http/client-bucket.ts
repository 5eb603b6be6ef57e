import type { FastifyRequest } from 'fastify'

/**
 * Who counts as one client for a limit. Behind a proxy that TRUSTED_PROXIES does not name, everybody is the proxy: a
 * header that anyone can write is no address.
 */
export function clientBucket(request: Pick<FastifyRequest, 'ip'>): string {
  return addressBucket(request.ip)
}

/** What one subscriber at most can be: of IPv6 the /48, which a provider may give to one house; an IPv4 address is one. */
export function clientNetwork(request: Pick<FastifyRequest, 'ip'>): string {
  return addressBucket(request.ip).replace(/^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/, '$1::/48')
}

/** Whom an address stands for: an IPv4 address itself, of an IPv6 one the /64, which is what one subscriber gets. */
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
