/** What makes the page's head work. It runs inline, before and without React. */

/** Runs in the head, so that the page never shows the other theme first. Dark is what it is without a choice. */
export function applyTheme(): void {
  const theme = readTheme()
  document.documentElement.dataset['theme'] = theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = theme === 'light' ? '#f6f0e4' : '#0e131d'
}

function readTheme(): 'light' | 'dark' {
  try {
    return localStorage.getItem('theme') === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}

function switchTheme(): void {
  const next = document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light'
  try {
    localStorage.setItem('theme', next)
    applyTheme()
  } catch {
    // Some in-app browsers keep nothing: the choice then lasts as long as the page.
    document.documentElement.dataset['theme'] = next
  }
  nameThemeButton()
}

function nameThemeButton(): void {
  const light = document.documentElement.dataset['theme'] === 'light'
  document
    .querySelector('[data-theme-toggle]')
    ?.setAttribute('aria-label', light ? 'Cambiar a tema oscuro' : 'Cambiar a tema claro')
}

function setMenu(open: boolean): void {
  const button = document.querySelector('.menu-btn')
  button?.setAttribute('aria-expanded', String(open))
  button?.setAttribute('aria-label', open ? 'Cerrar menú' : 'Abrir menú')
}

/** Theme button, hamburger menu (a pick, a tap elsewhere or Escape closes it), 'Reglas' out of the way while scrolling down. */
export function startFrame(): void {
  nameThemeButton()
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    if (target.closest('[data-theme-toggle]')) switchTheme()
    const button = target.closest('.menu-btn')
    if (button) setMenu(button.getAttribute('aria-expanded') !== 'true')
    else if (target.closest('.nav a') || !target.closest('.nav')) setMenu(false)
  })
  document.addEventListener('keydown', (event) => {
    const button = document.querySelector<HTMLElement>('.menu-btn[aria-expanded=true]')
    if (event.key !== 'Escape' || !button) return
    setMenu(false)
    button.focus()
  })
  let before = scrollY
  addEventListener(
    'scroll',
    () => {
      const down = scrollY > before && scrollY > 60
      if (Math.abs(scrollY - before) > 4) document.documentElement.toggleAttribute('data-down', down)
      before = scrollY
    },
    { passive: true },
  )
}
