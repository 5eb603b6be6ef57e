/** Rooms of src/, from the foundation up: each may import only those before it. A folder that is not listed fails the check. */
export const ROOMS = [
  'platform',
  'access',
  'journal',
  'mail',
  'site',
  'operators',
  'rates',
  'payment-methods',
  'raffles',
  'tickets',
  'purchases',
  'money',
  'review',
  'draw',
  'letters',
  'house',
  'reports',
  'app',
] as const

export type Room = (typeof ROOMS)[number]

/**
 * The sides of a room and the sides that each may import, in its own room and in others. `root` is what lies in the room's
 * folder itself and runs in both runtimes. `web` is what shop and panel share (platform only).
 */
export const SIDES: Record<string, readonly string[]> = {
  root: ['root'],
  server: ['root', 'server'],
  web: ['root', 'web'],
  shop: ['root', 'web', 'shop'],
  panel: ['root', 'web', 'panel'],
}

/** `app` composes: besides the sides of a room it has the command line and the demo, which are server code. */
export const APP_SIDES: Record<string, readonly string[]> = {
  ...SIDES,
  cli: ['root', 'server', 'cli'],
  demo: ['root', 'server', 'cli', 'demo'],
}

/** Packages that a root file may import: they run in both runtimes. */
export const PACKAGES_OF_BOTH = ['zod', '@noble/curves/bls12-381.js']

/** Packages that never reach the shop: each is heavier than the page that would carry it. */
export const PACKAGES_NOT_FOR_THE_SHOP = ['zod', '@tanstack/react-query']

/** Files outside src/ that a room's server may import: the build runs by the same configuration as the tools. */
export const OUTSIDE = ['vite.config.ts']
