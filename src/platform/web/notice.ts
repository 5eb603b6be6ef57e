/** What the page is asked to show. */
export interface Notice {
  title: string
  text: string
  milliseconds: number
}

/**
 * Shows a short notice over the page, or over the dialog that is open. The script that is inlined in every page draws it
 * (notice-place.ts), so that it is there before anything has loaded and when nothing loads any more.
 */
export function showNotice(title: string, text: string, milliseconds = 2000): void {
  dispatchEvent(new CustomEvent<Notice>('aviso', { detail: { title, text, milliseconds } }))
}
