/** What keeps a path from being a folder for copies, beside what the system refuses (`systemTrouble`), as a sentence; null for anything else. */
export function folderTrouble(error: unknown): string | null {
  const { code, path = 'esa ruta' } = (error ?? {}) as { code?: string; path?: string }
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} no es una carpeta.`
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EIO':
      return `${path} no se puede usar (${code}).`
    default:
      return null
  }
}
