/**
 * Shows a short notice over the page and takes it away again; screen readers read it. It stays while it is pointed at or has
 * the focus, and goes at a press or Escape. Needs `#avisos` in the document.
 */
export function showNotice(title: string, text: string, milliseconds = 2000): void {
  const place = document.getElementById('avisos')
  if (!place) return
  const note = document.createElement('p')
  note.className = 'note'
  note.tabIndex = 0
  const bold = document.createElement('b')
  bold.textContent = title
  note.append(bold, document.createElement('br'), text)
  place.replaceChildren(note)
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
