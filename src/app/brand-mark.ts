/** The shop's mark in the operator's colour, an SVG document: a ticket with a T. */
export function brandMark(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${colour}" d="M3 5h26v7a4 4 0 0 0 0 8v7H3v-7a4 4 0 0 0 0-8z"/><path d="M10 11h12v3.5h-4.2V22h-3.6v-7.5H10z"/></svg>`
}
