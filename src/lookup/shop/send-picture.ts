/** Whether this browser hands files over to other apps; those inside of other apps often do not. */
export function canSend(file: File): boolean {
  return typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }) === true
}

/** Hands the picture over. False when the browser would not after all: who changes his mind has seen his apps, and is served. */
export async function send(file: File, text: string): Promise<boolean> {
  try {
    await navigator.share({ files: [file], text })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
