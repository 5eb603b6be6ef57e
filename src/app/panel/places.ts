import type { Role } from '#operators/contract.ts'
import type { IconName } from '#platform/panel/parts/icon.tsx'

/** What one does there: the day's work, what is sold and how, who works here. */
export const PLACE_GROUPS = ['dia', 'negocio', 'equipo'] as const
type PlaceGroup = (typeof PLACE_GROUPS)[number]

export const GROUP_NAMES: Record<PlaceGroup, string> = { dia: 'El día', negocio: 'Lo que vendes', equipo: 'El equipo' }

/** A screen that the panel leads to by name. */
export interface Place {
  path: string
  name: string
  icon: IconName
  group: PlaceGroup
  /** Stands in the bar below the thumb on a phone; the others are behind 'Más'. */
  bar?: true
  /** Who sees it; everybody where it says nothing. */
  only?: readonly Role[]
  /** Other words by which it is looked for. */
  words: string
}

const OWNER: readonly Role[] = ['dueno']

const PLACES: readonly Place[] = [
  { path: '/', name: 'Inicio', icon: 'home', group: 'dia', bar: true, words: 'resumen ventas portada' },
  { path: '/revision', name: 'Revisión', icon: 'review', group: 'dia', bar: true, words: 'pagos aprobar rechazar' },
  { path: '/compras', name: 'Compras', icon: 'receipt', group: 'dia', bar: true, words: 'compradores personas ventas' },
  { path: '/correos', name: 'Correos', icon: 'mail', group: 'dia', words: 'mensajes reenviar textos direcciones' },
  {
    path: '/rifas',
    name: 'Rifas',
    icon: 'ticket',
    group: 'negocio',
    bar: true,
    words: 'sorteo premio boletos publicar',
  },
  {
    path: '/cobros',
    name: 'Cobros',
    icon: 'bank',
    group: 'negocio',
    only: OWNER,
    words: 'métodos pago móvil cuenta banco',
  },
  { path: '/tasas', name: 'Tasas', icon: 'rate', group: 'negocio', words: 'dólar euro bcv bolívares' },
  {
    path: '/sitio',
    name: 'Sitio',
    icon: 'site',
    group: 'negocio',
    only: OWNER,
    words: 'logo nombre color whatsapp términos',
  },
  {
    path: '/motivos',
    name: 'Motivos',
    icon: 'list',
    group: 'negocio',
    only: OWNER,
    words: 'rechazo respuestas no confirmado',
  },
  {
    path: '/equipo',
    name: 'Equipo',
    icon: 'people',
    group: 'equipo',
    only: OWNER,
    words: 'operadores invitar accesos',
  },
  { path: '/diario', name: 'Diario', icon: 'journal', group: 'equipo', words: 'historia quién hizo qué' },
  { path: '/cuenta', name: 'Cuenta', icon: 'account', group: 'equipo', words: 'clave segundo paso tema salir avisos' },
]

/** The places of a role, in their order. */
export function placesFor(role: Role): Place[] {
  return PLACES.filter(({ only }) => only === undefined || only.includes(role))
}

/** The place that an address is part of. */
export function placeAt(places: readonly Place[], location: string): Place | undefined {
  return places.find(({ path }) => location === path || (path !== '/' && location.startsWith(`${path}/`)))
}
