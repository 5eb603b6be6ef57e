const LONGEST_ADDRESS = 254
// The shop sends it to phones: short, and without a lookbehind, which older ones do not know.
const ADDRESS =
  /^(?=[^@]{1,64}@)(?!\.)(\.?[\w!#$%&'*+/=?^`{|}~-])+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(xn--[a-z\d-]{0,58}[a-z\d]|[a-z]{2,})$/i

/** One plain address, as RFC 5321 limits it, in a domain with a name: no list, no quotes, no comment, no route, no control character. */
export function isAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS.test(text)
}
