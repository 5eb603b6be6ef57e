import { Resolver } from 'node:dns/promises'

/**
 * A resolver of that name server only. Without a server it fails immediately.
 * @param patience milliseconds, of each of its tries: short for a silent server, and for no other.
 */
export function resolverAt(server = '127.0.0.1:9', patience = 20_000): Resolver {
  const resolver = new Resolver({ timeout: patience, tries: 1 })
  resolver.setServers([server])
  return resolver
}
