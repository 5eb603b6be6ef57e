/** Drawings of 24 × 24, stroked. The page carries them once as symbols; `Icon` refers to them by name. */
export const ICONS = {
  chat: '<path d="M12 3.6a8.3 8.3 0 0 0-7.1 12.6l-1.2 4.1 4.2-1.1A8.3 8.3 0 1 0 12 3.600z"/><path d="M9.1 8.700c-.5 2.7 3.1 6.6 6 6.1.7-.2 1-.9.7-1.400l-1.5-.8-1 .8a4.3 4.3 0 0 1-2.3-2.300l.8-1-.8-1.600c-.5-.4-1.7-.3-1.9.2z"/>',
  sun: '<circle cx="12" cy="12" r="3.9"/><path d="M12 2.800v2M12 19.200v2M2.8 12h2M19.2 12h2M5.5 5.500l1.4 1.400M17.1 17.100l1.4 1.400M18.5 5.500l-1.4 1.400M6.9 17.100l-1.4 1.4"/>',
  moon: '<path d="M19.8 14.400A8.2 8.2 0 0 1 9.6 4.200a8.2 8.2 0 1 0 10.2 10.200z"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  close: '<path d="M6 6l12 12M18 6 6 18"/>',
  next: '<path d="m9.5 5.5 6.5 6.5-6.5 6.5"/>',
  back: '<path d="M14.5 5.5 8 12l6.5 6.5"/>',
  down: '<path d="m6 9.5 6 6 6-6"/>',
  rules: '<path d="M6 3.800h12.200v16.400H6z"/><path d="M9 8.200h6.200M9 12h6.200M9 15.800h3.4"/>',
  reset: '<path d="M4.6 12.200a7.4 7.4 0 1 0 2.2-5.400L4.5 9"/><path d="M4.5 4.600V9h4.4"/>',
  minus: '<path d="M6 12h12"/>',
  plus: '<path d="M12 6v12M6 12h12"/>',
  shield: '<path d="M12 3.4 5 6v5.600c0 4.2 2.8 7.3 7 9 4.2-1.7 7-4.8 7-9V6z"/><path d="m8.9 12 2.2 2.2 4.1-4.3"/>',
  clock: '<circle cx="12" cy="12" r="8.4"/><path d="M12 7.300V12l3 2.1"/>',
  ticket: '<path d="M3.8 6.500h16.400v3.600a2 2 0 0 0 0 3.800v3.600H3.800v-3.600a2 2 0 0 0 0-3.800z"/><path d="M14.5 7.200v1.200M14.5 11.400v1.200M14.5 15.600v1.2"/>',
  social: '<rect x="4" y="4" width="16" height="16" rx="4.6"/><circle cx="12" cy="12" r="3.6"/><path d="M16.7 7.300h.01"/>',
  alert: '<path d="M12 4 2.9 19.600h18.200z"/><path d="M12 10v4.400M12 17.100h.01"/>',
  info: '<circle cx="12" cy="12" r="8.4"/><path d="M12 11.200v5M12 7.900h.01"/>',
  check: '<path d="m5 12.6 4.6 4.600L19.2 7"/>',
  copy: '<rect x="8.5" y="8.5" width="11" height="11" rx="2.2"/><path d="M15.5 8.500v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2"/>',
  paste: '<path d="M8.5 5.500H6.200a1.7 1.7 0 0 0-1.7 1.700v11.600a1.7 1.7 0 0 0 1.7 1.700h11.600a1.7 1.7 0 0 0 1.7-1.700V7.200a1.7 1.7 0 0 0-1.7-1.700h-2.3"/><rect x="8.5" y="3.5" width="7" height="4" rx="1.2"/>',
  upload: '<path d="M12 16V4.500M7 9l5-5 5 5M4.5 16v2.800a1.7 1.7 0 0 0 1.7 1.700h11.600a1.7 1.7 0 0 0 1.7-1.700V16"/>',
  trash: '<path d="M4.5 6.500h15M9.5 6.500V4.300h5v2.200M6.5 6.500l.9 13.200h9.200l.9-13.200M10 10.500v5.500M14 10.500v5.5"/>',
  search: '<circle cx="10.8" cy="10.8" r="6.3"/><path d="m15.5 15.5 4.7 4.7"/>',
  offline: '<path d="M3.5 4 20 20.500M5 12.500a10 10 0 0 1 4-2.400M2.5 9a14 14 0 0 1 4-2.600M19 12.500a10 10 0 0 0-3-2.100M21.5 9A14 14 0 0 0 11 5M8.5 16a5 5 0 0 1 5-1.200M12 19.500h.01"/>',
} as const

export type IconName = keyof typeof ICONS

/** The hidden drawing that holds every symbol: once in each document. */
export function iconSprite(): string {
  const symbols = Object.entries(ICONS).map(([name, paths]) => `<symbol id="i-${name}" viewBox="0 0 24 24">${paths}</symbol>`)
  return `<svg width="0" height="0" class="sr" aria-hidden="true">${symbols.join('')}</svg>`
}
