/** Shows a short notice over the page and takes it away again; screen readers read it. Needs `#avisos` in the document. */
export function showNotice(title: string, text: string, milliseconds = 2000): void {
  const place = document.getElementById('avisos')
  if (!place) return
  const note = document.createElement('p')
  note.className = 'note'
  const bold = document.createElement('b')
  bold.textContent = title
  note.append(bold, document.createElement('br'), text)
  place.replaceChildren(note)
  setTimeout(() => note.remove(), milliseconds)
}
