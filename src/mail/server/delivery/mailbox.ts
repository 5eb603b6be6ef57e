/** Hosts that deliver an address with and without its dots to one mailbox. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The likely mailbox of an address, only for counting: hosts take `ana+1@…` for `ana@…`, and some `a.na@…` too. Mail always goes
 * to the address as it was written.
 * @param address one plain address.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
