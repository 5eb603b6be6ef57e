const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i

/** Database and server of an address, without its user. */
export function nameOfPlace(url: string): string {
  const [, , host = '', after = ''] = ADDRESS.exec(url) ?? []
  return host + after.replace(/\?.*$/, '')
}

/** The address of another database of the same server. */
export function databaseBeside(url: string, name: string): string {
  const [, before, host, after = ''] = ADDRESS.exec(url) ?? []
  return `${before}${host}/${name}${after.replace(/^[^?]*/, '')}`
}
