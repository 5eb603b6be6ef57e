/** Puts the quiet blank of picture.tsx in the place of every picture that does not arrive. It runs inline, without React. */
export function watchPictures(): void {
  document.addEventListener('error', (event) => blank(event.target), true)
  for (const image of document.images) {
    // Pictures that failed before this ran. One that waits to be scrolled to counts as complete in some browsers.
    if (image.loading !== 'lazy' && image.complete && image.naturalWidth === 0) blank(image)
  }
}

function blank(target: EventTarget | null): void {
  const picture = target instanceof HTMLImageElement && target.closest('picture')
  if (!picture) return
  const place = document.createElement('div')
  place.className = 'no-picture'
  place.setAttribute('role', 'img')
  place.setAttribute('aria-label', (target as HTMLImageElement).alt)
  place.innerHTML = '<svg class="icon" aria-hidden="true"><use href="#i-ticket"/></svg>'
  picture.replaceWith(place)
}
