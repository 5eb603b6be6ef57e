/** One address of a server, from a list of several that libpq understands. */
const LIST = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i
/** We write, so of several servers only the one that takes writes will do. */
const WANTED = ['read-write', 'primary']

/**
 * The addresses of a URL that names several servers, each a URL of its own: `postgresql://u@uno:5432,dos:5432/rifas`. A URL with one is
 * itself.
 * @throws Error with what is wrong, in Spanish.
 */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = LIST.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  const [path = '', search = ''] = after.split('?')
  const options = new URLSearchParams(search)
  const wanted = options.get('target_session_attrs') ?? WANTED[0]
  if (!WANTED.includes(wanted ?? '')) throw new Error('target_session_attrs debe ser read-write: la tienda escribe')
  options.delete('target_session_attrs')
  const rest = options.size === 0 ? path : `${path}?${options}`
  return hosts.split(',').map((host) => {
    if (host === '') throw new Error('entre las comas falta un servidor')
    return before + host + rest
  })
}

/** Which database of which servers it is, without who enters it. */
export function nameOfPlace(url: string): string {
  const [, , hosts = '', after = ''] = LIST.exec(url) ?? []
  return hosts + after.replace(/\?.*$/, '')
}

/** The address of another database of the same servers. */
export function databaseBeside(url: string, name: string): string {
  const [, before, hosts, after = ''] = LIST.exec(url) ?? []
  return `${before}${hosts}/${name}${after.replace(/^[^?]*/, '')}`
}

/** The servers of one database, of which one takes writes: who finds that one does not, or is not there, goes on to the next. */
export class DatabaseHosts {
  readonly addresses: readonly string[]
  #at = 0

  constructor(url: string) {
    this.addresses = addressesOf(url)
  }

  get several(): boolean {
    return this.addresses.length > 1
  }

  /** Where to connect now. */
  get address(): string {
    return this.addresses[this.#at] ?? ''
  }

  /** That address is of no use now. Of many who find it at once the first says so. */
  leave(address: string): void {
    if (address === this.address) this.#at = (this.#at + 1) % this.addresses.length
  }
}
