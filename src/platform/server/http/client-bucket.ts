import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Who counts as one client for a limit: an IPv4 address, or the /64 of an IPv6 one, which is what one subscriber gets.
 * Behind a proxy that TRUSTED_PROXIES does not name, everybody is the proxy: a header that anyone can write is no address.
 */
export function clientBucket(request: Pick<FastifyRequest, 'ip'>): string {
  const { ip } = request
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = ip.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : []
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
