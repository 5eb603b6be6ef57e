/** Why a path cannot be a folder for copies, apart from the system's refusals (`systemTrouble`), as a sentence; null for anything else. */
export function folderTrouble(error: unknown): string | null {
  const { code, path = 'esa ruta' } = (error ?? {}) as { code?: string; path?: string }
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} no es una carpeta.`
    // Also of a disk that goes away while it is copied there.
    case 'ENOENT':
      return `No está la carpeta que la contiene (${path}). Si es otro disco, pide que lo conecten.`
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EIO':
      return `${path} no se puede usar (${code}).`
    default:
      return null
  }
}
