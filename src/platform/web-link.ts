/** In browsers and Node alike; `URL.canParse` is younger than many phones. */
declare const URL: new (text: string) => WebAddress
interface WebAddress {
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly href: string
}

/** As a host is found from everywhere: names with dots between, of which the last is no number. */
const PUBLIC_NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/
/** Names that are another host in each house. */
const OF_HOUSE = /\.(?:local|localhost|internal|lan|home)$/

/** The address that a browser would read; null if there is none. For texts that people typed: `new URL` throws. */
export function readAddress(text: string): WebAddress | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Whether a text is the whole address of a page that anybody may open, without a name or a password before its host. */
export function isWebLink(text: string, schemes: readonly string[] = ['https:']): boolean {
  const url = /^https?:\/\/[^\s\p{C}"<>\\]+$/iu.test(text) ? readAddress(text) : null
  if (url === null || !schemes.includes(url.protocol) || url.username + url.password !== '') return false
  return PUBLIC_NAME.test(url.hostname) && !OF_HOUSE.test(url.hostname)
}
