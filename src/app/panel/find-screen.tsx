import type { Role } from '#access/contract.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { Menu, Screen } from './screen.tsx'
import { SCREENS } from './screens.tsx'

/** The screens of a role, in their order. */
export function screensFor(role: Role): readonly Screen[] {
  return SCREENS.filter(({ only }) => only.includes(role))
}

/** A screen with a name; `path` is where it leads. */
export interface Place extends Menu {
  path: string
}

/** The menu places of a role, then the screens that it may begin. */
export function placesFor(role: Role): Place[] {
  const named = screensFor(role).flatMap(({ path, menu }) =>
    menu ? [{ ...menu, path: path.replace(/\/\*$/, '') || '/' }] : [],
  )
  return [...named.filter(({ group }) => group), ...named.filter(({ group }) => !group)]
}

/** The place of the menu that an address is part of. */
export function placeAt(places: readonly Place[], location: string): Place | undefined {
  return places.find(
    ({ path, group }) => group && (location === path || (path !== '/' && location.startsWith(`${path}/`))),
  )
}

/** The screen of an address, and the address's part for `:id` or `*`. */
export function screenAt(screens: readonly Screen[], location: string) {
  for (const screen of screens) {
    const pattern = screen.path.replace('/:id', '/([1-9]\\d{0,8})').replace('/*', '(?:/([^/]+))?')
    const found = new RegExp(`^${pattern}/?$`, 'i').exec(location)
    if (found) return { screen, which: found[1] ?? null, id: Number(found[1]) || 0 }
  }
  return null
}

/** The first screen of a visit needs its code immediately: it is requested together with the status, not after it. */
export function loadScreen(location: string): void {
  screenAt(SCREENS, location)
    ?.screen.load()
    .catch(() => undefined)
}

/** The way to begin something, for people who may. */
export function BeginLink({ path, role, main = false }: { path: string; role: Role; main?: boolean }) {
  const place = placesFor(role).find((each) => each.path === path)
  if (!place) return null
  return (
    <ButtonLink look={main ? 'go' : undefined} href={path}>
      {main ? null : <Icon name={place.icon} />}
      {place.name}
    </ButtonLink>
  )
}
