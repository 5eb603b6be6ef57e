import { Resolver } from 'node:dns/promises'

/**
 * Asks that name server and no other. Where nobody is, it is told so at once.
 * @param patience milliseconds, of each of its tries: short for one that is silent, and for no other.
 */
export function resolverAt(server = '127.0.0.1:9', patience = 20_000): Resolver {
  const resolver = new Resolver({ timeout: patience, tries: 1 })
  resolver.setServers([server])
  return resolver
}
