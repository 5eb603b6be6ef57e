import { BlockList, isIP } from 'node:net'

/** The addresses that an owner typed, `190.1.2.3, 190.1.2.0/24`; null where one of them is none. */
export function readAddresses(text: string): BlockList | null {
  const list = new BlockList()
  for (const one of text.split(/[\s,;]+/).filter(Boolean)) {
    const [address = '', prefix] = one.split('/')
    const family = isIP(address)
    if (family === 0) return null
    const most = family === 4 ? 32 : 128
    if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= most)) return null
    list.addSubnet(address, prefix === undefined ? most : Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Whether a request comes from one of them; from anywhere when there are none. */
export function comesFrom(addresses: string, ip: string): boolean {
  if (addresses.trim() === '') return true
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return readAddresses(addresses)?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ?? false
}
