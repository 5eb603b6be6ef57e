const LONGEST_ADDRESS = 254
// The shop sends it to phones: short, and without a lookbehind, which older ones do not know.
const ADDRESS =
  /^(?=[^@]{1,64}@)(?!\.)(\.?[\w!#$%&'*+/=?^`{|}~-])+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(xn--[a-z\d-]{0,58}[a-z\d]|[a-z]{2,})$/i

/** One plain address, as RFC 5321 limits it, in a domain with a name: no list, no quotes, no comment, no route, no control character. */
export function isAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS.test(text)
}

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
