/** A notice for the page to show. */
interface Notice {
  title: string
  text: string
  milliseconds: number
}

/**
 * Shows a short notice over the page, or over the dialog that is open. The script that is inlined in every page draws it,
 * so that it is there before anything has loaded and when nothing loads any more.
 */
export function showNotice(title: string, text: string, milliseconds = 2000): void {
  dispatchEvent(new CustomEvent<Notice>('aviso', { detail: { title, text, milliseconds } }))
}

/** Draws the notices of `showNotice`. Needs `#avisos` in the document. Once, in the script of every page. */
export function watchNotices(): void {
  addEventListener('aviso', (event) => draw((event as CustomEvent<Notice>).detail))
}

/**
 * Screen readers read it. It stays while it is pointed at or has the focus, and goes at a press or Escape. Nothing outside of an open
 * dialog is seen or read, so there it is part of the dialog.
 */
function draw({ title, text, milliseconds }: Notice): void {
  const dialogs = document.querySelectorAll('dialog[open]')
  const place = dialogs[dialogs.length - 1] ?? document.getElementById('avisos')
  if (!place) return
  const note = document.createElement('p')
  note.className = 'note'
  note.tabIndex = 0
  if (place.id === '') note.setAttribute('role', 'status')
  const bold = document.createElement('b')
  bold.textContent = title
  note.append(bold, document.createElement('br'), text)
  document.querySelector('.note')?.remove()
  place.append(note)
  let timer = 0
  const goes = () => {
    timer = window.setTimeout(() => note.remove(), milliseconds)
  }
  note.onpointerenter = note.onfocus = () => clearTimeout(timer)
  note.onpointerleave = note.onblur = goes
  note.onclick = () => note.remove()
  note.onkeydown = (event) => {
    if (event.key === 'Escape') note.remove()
  }
  goes()
}
