/** Drawings of 24 × 24, stroked. The page carries them once as symbols; `Icon` refers to them by name. */
const ICONS = {
  chat: '<path d="M12 3.6a8.3 8.3 0 0 0-7.1 12.6l-1.2 4.1 4.2-1.1A8.3 8.3 0 1 0 12 3.6z"/><path d="M9.1 8.7c-.5 2.7 3.1 6.6 6 6.1.7-.2 1-.9.7-1.4l-1.5-.8-1 .8a4.3 4.3 0 0 1-2.3-2.3l.8-1-.8-1.6c-.5-.4-1.7-.3-1.9.2z"/>',
  sun: '<circle cx="12" cy="12" r="3.9"/><path d="M12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M18.5 5.5l-1.4 1.4M6.9 17.1l-1.4 1.4"/>',
  moon: '<path d="M19.8 14.4A8.2 8.2 0 0 1 9.6 4.2a8.2 8.2 0 1 0 10.2 10.2z"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  close: '<path d="M6 6l12 12M18 6 6 18"/>',
  next: '<path d="m9.5 5.5 6.5 6.5-6.5 6.5"/>',
  back: '<path d="M14.5 5.5 8 12l6.5 6.5"/>',
  down: '<path d="m6 9.5 6 6 6-6"/>',
  rules: '<path d="M6 3.8h12.2v16.4H6z"/><path d="M9 8.2h6.2M9 12h6.2M9 15.8h3.4"/>',
  reset: '<path d="M4.6 12.2a7.4 7.4 0 1 0 2.2-5.4L4.5 9"/><path d="M4.5 4.6V9h4.4"/>',
  minus: '<path d="M6 12h12"/>',
  plus: '<path d="M12 6v12M6 12h12"/>',
  shield: '<path d="M12 3.4 5 6v5.6c0 4.2 2.8 7.3 7 9 4.2-1.7 7-4.8 7-9V6z"/><path d="m8.9 12 2.2 2.2 4.1-4.3"/>',
  clock: '<circle cx="12" cy="12" r="8.4"/><path d="M12 7.3V12l3 2.1"/>',
  ticket:
    '<path d="M3.8 6.5h16.4v3.6a2 2 0 0 0 0 3.8v3.6H3.8v-3.6a2 2 0 0 0 0-3.8z"/><path d="M14.5 7.2v1.2M14.5 11.4v1.2M14.5 15.6v1.2"/>',
  alert: '<path d="M12 4 2.9 19.6h18.2z"/><path d="M12 10v4.4M12 17.1h.01"/>',
  info: '<circle cx="12" cy="12" r="8.4"/><path d="M12 11.2v5M12 7.9h.01"/>',
  check: '<path d="m5 12.6 4.6 4.6L19.2 7"/>',
  copy: '<rect x="8.5" y="8.5" width="11" height="11" rx="2.2"/><path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2"/>',
  paste:
    '<path d="M8.5 5.5H6.2a1.7 1.7 0 0 0-1.7 1.7v11.6a1.7 1.7 0 0 0 1.7 1.7h11.6a1.7 1.7 0 0 0 1.7-1.7V7.2a1.7 1.7 0 0 0-1.7-1.7h-2.3"/><rect x="8.5" y="3.5" width="7" height="4" rx="1.2"/>',
  upload: '<path d="M12 16V4.5M7 9l5-5 5 5M4.5 16v2.8a1.7 1.7 0 0 0 1.7 1.7h11.6a1.7 1.7 0 0 0 1.7-1.7V16"/>',
  trash: '<path d="M4.5 6.5h15M9.5 6.5V4.3h5v2.2M6.5 6.5l.9 13.2h9.2l.9-13.2M10 10.5v5.5M14 10.5v5.5"/>',
  pago_movil: '<rect x="7" y="2.8" width="10" height="18.4" rx="2.2"/><path d="M10.6 5.6h2.8M10 13l1.6 1.6 2.9-3.2"/>',
  zelle: '<path d="M8 7.5h8l-8 9h8M12 4.500v3M12 16.500v3"/>',
  binance:
    '<path d="m12 4 3 3-3 3-3-3zM12 14l3 3-3 3-3-3zM5.500 10.500 7 12l-1.500 1.500L4 12zM18.500 10.500 20 12l-1.500 1.500L17 12zM12 10.800l1.200 1.200-1.200 1.200-1.200-1.200z"/>',
  paypal: '<path d="M8 19.500 10 5h4.600a3.700 3.700 0 0 1 0 7.800H10M6.200 16.500 8 5"/>',
  transferencia: '<path d="M4 9.500 12 4.500l8 5zM5.500 19.500h13M7 10v6.500M12 10v6.500M17 10v6.500"/>',
  search: '<circle cx="10.8" cy="10.8" r="6.3"/><path d="m15.5 15.5 4.7 4.7"/>',
  offline:
    '<path d="M3.5 4 20 20.5M5 12.5a10 10 0 0 1 4-2.4M2.5 9a14 14 0 0 1 4-2.6M19 12.5a10 10 0 0 0-3-2.1M21.5 9A14 14 0 0 0 11 5M8.5 16a5 5 0 0 1 5-1.2M12 19.5h.01"/>',
} as const

const STROKE = 'fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"'

/** One of the page's symbols; always decoration, so the control around it carries the name. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'icon icon-s' : 'icon'} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}

export type IconName = keyof typeof ICONS

/** The hidden drawing that holds every symbol: once in each document. */
export function iconSprite(): string {
  const symbols = Object.entries(ICONS).map(
    ([name, paths]) => `<symbol id="i-${name}" viewBox="0 0 24 24" ${STROKE}>${paths}</symbol>`,
  )
  return `<svg width="0" height="0" class="sr" aria-hidden="true">${symbols.join('')}</svg>`
}
