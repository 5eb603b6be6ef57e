/** Behaviour of the page's head. It runs inline, before and without React. */

type Theme = 'light' | 'dark'

/** Runs in the head, so that the page never shows the other theme first. It is dark without a choice. */
export function applyTheme(): void {
  show(readTheme())
}

function readTheme(): Theme {
  try {
    return localStorage.getItem('theme') === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = theme === 'light' ? '#f6f0e4' : '#0e131d'
  const button = document.querySelector('[data-theme-toggle]')
  button?.setAttribute('aria-label', theme === 'light' ? 'Cambiar a tema oscuro' : 'Cambiar a tema claro')
}

function switchTheme(): void {
  const next = document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light'
  show(next)
  try {
    localStorage.setItem('theme', next)
  } catch {
    // Some in-app browsers keep nothing: the choice then lasts as long as the page.
  }
}

function setMenu(open: boolean): void {
  const button = document.querySelector('.menu-btn')
  button?.setAttribute('aria-expanded', String(open))
  button?.setAttribute('aria-label', open ? 'Cerrar menú' : 'Abrir menú')
}

/** Theme button (the choice of another tab counts too) and hamburger menu: a pick, a tap elsewhere or Escape closes it. */
export function startFrame(): void {
  applyTheme()
  addEventListener('storage', (event) => {
    if (event.key === 'theme') applyTheme()
  })
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
  const rules = document.querySelector<HTMLElement>('.rules-btn')
  if (rules) keepClear(rules)
}

const CONTROL = 'a,button,input,select,label,summary'
/** Pixels of scrolling that count as a movement. */
const STEP = 4

/** Moves the floating button aside (`data-aside`) while the page goes down, and wherever it would cover a control. */
function keepClear(button: HTMLElement): void {
  let before = 0
  let down = false
  function place(): void {
    const now = Math.max(0, scrollY)
    if (Math.abs(now - before) > STEP || now < STEP) {
      down = now > before
      before = now
    }
    button.toggleAttribute('data-aside', down || coversControl(button))
  }
  place()
  addEventListener('scroll', place, { passive: true })
  addEventListener('resize', place)
}

/** Looks below the button at points closer to each other than any control is small. */
function coversControl(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect()
  for (let across = 0; across <= 4; across++) {
    for (let along = 0; along <= 4; along++) {
      const below = document.elementsFromPoint(left + (width * across) / 4, top + (height * along) / 4)
      if (below.some((element) => !button.contains(element) && element.closest(CONTROL))) return true
    }
  }
  return false
}
