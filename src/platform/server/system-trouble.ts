/**
 * What the operating system refused, as a sentence that says what to do.
 * @returns null for what is no refusal of the system.
 */
export function systemTrouble(error: unknown): string | null {
  const { code, path = 'esa carpeta' } = (error ?? {}) as { code?: string; path?: string }
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `El usuario con el que corre Tómbola no puede usar ${path}. Dale la carpeta (chown -R usuario carpeta), o indica otra.`
    case 'EROFS':
      return `${path} está en un disco de solo lectura, o systemd no deja al servicio escribir ahí (ReadWritePaths).`
    case 'ENOTSUP':
      return `En ${path} el sistema no deja hacer ninguna carpeta. Indica otra.`
    case 'ENOSPC':
    case 'EDQUOT':
      return 'No queda espacio en el disco.'
    default:
      return null
  }
}
