import { Link } from 'wouter'
import type { Operator } from '#access/contract.ts'
import { ROLE_NAMES } from '#access/roles.ts'
import { Avatar } from '#operators/panel/account/account-line.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon, IconButton } from '#platform/panel/parts/icon.tsx'
import type { Place } from './find-screen.tsx'
import { type Counts, GROUP_NAMES, type MenuGroup } from './screen.tsx'

/** Largest number that fits a badge. */
const MOST = 999

const GROUPS = Object.keys(GROUP_NAMES) as MenuGroup[]

interface Places {
  places: readonly Place[]
  here: Place | undefined
  counts: Counts
}

export function SideBrand({ name }: { name: string }) {
  return (
    <Link href="/" className="side-brand round pad-x-2 narrow-none bare row gap-3 strong">
      <span className="brand-mark centre fixed round">
        <Icon name="ticket" />
      </span>
      <span className="side-name tight shrinks breaks">{name}</span>
    </Link>
  )
}

/** All places in groups at the side of a wide screen; on a phone a bar of the main ones, and 'Más'. */
export function PlaceList({
  places,
  here,
  counts,
  onMore,
  moreOpen,
}: Places & { onMore: () => void; moreOpen: boolean }) {
  const wrong = places.some(({ bar, waits }) => {
    const there = waits?.(counts)
    return !bar && there !== undefined && there.count > 0 && there.wrong
  })
  return (
    <ul>
      {GROUPS.flatMap((group) =>
        places
          .filter((place) => place.group === group)
          .map((place, index) => (
            <li
              key={place.path}
              className={`${place.bar ? '' : 'off-bar'}${index === 0 && group !== 'dia' ? ' first-of-group' : ''}`}
            >
              <PlaceLink place={place} current={place === here} counts={counts} />
            </li>
          )),
      )}
      <li className="more">
        <button
          type="button"
          className={here && !here.bar ? 'place bare row gap-3 soft place-here' : 'place bare row gap-3 soft'}
          aria-haspopup="dialog"
          aria-expanded={moreOpen}
          onClick={onMore}
        >
          <Icon name="more" />
          <span className="place-name">Más</span>
          {wrong ? (
            <span className="badge bad to-end small strong badge-wrong">
              <span aria-hidden="true">!</span>
              <span className="sr"> algo espera</span>
            </span>
          ) : null}
        </button>
      </li>
    </ul>
  )
}

function PlaceLink({
  place,
  current,
  counts,
  onPick,
}: {
  place: Place
  current: boolean
  counts: Counts
  onPick?: () => void
}) {
  const there = place.waits?.(counts)
  return (
    <Link
      href={place.path}
      className="place bare row gap-3 soft"
      title={place.name}
      {...(onPick ? { onClick: onPick } : {})}
      {...(current ? { 'aria-current': 'page' } : {})}
    >
      <Icon name={place.icon} />
      <span className={place.short ? 'place-name place-long' : 'place-name'}>{place.name}</span>
      {place.short ? <span className="place-short unseen">{place.short}</span> : null}
      {there && there.count > 0 ? (
        <span className={`badge to-end small strong ${there.wrong ? 'bad badge-wrong' : 'accent'}`}>
          <span aria-hidden="true">{there.count > MOST ? `${MOST}+` : there.count}</span>
          <span className="sr">
            {' '}
            {there.count} {there.words}
          </span>
        </span>
      ) : null}
    </Link>
  )
}

export function SideWho({ operator, onPick }: { operator: Operator; onPick?: () => void }) {
  return (
    <Link
      href="/cuenta"
      className="side-who target round pad-x-2 bare compact lit row gap-3"
      {...(onPick ? { onClick: onPick } : {})}
    >
      <Avatar nombre={operator.nombre} />
      <span className="side-name tight shrinks breaks cut">
        {operator.nombre}
        <br />
        <span className="faint small">{ROLE_NAMES[operator.rol]}</span>
      </span>
    </Link>
  )
}

/** Places that do not fit the bar of a phone. */
export function MorePlaces({
  places,
  here,
  counts,
  operator,
  onClose,
}: Places & { operator: Operator; onClose: () => void }) {
  return (
    <Dialog label="Más lugares" className="dialog more-sheet" onClose={onClose}>
      <div className="more-head tiny-wrap row gap-0 apart">
        <SideWho operator={operator} onPick={onClose} />
        <IconButton icon="cross" label="Cerrar" onClick={onClose} />
      </div>
      {GROUPS.map((group) => {
        const those = places.filter((place) => place.group === group && !place.bar)
        return those.length === 0 ? null : (
          <section key={group} aria-labelledby={`mas-${group}`}>
            <h2 id={`mas-${group}`}>{GROUP_NAMES[group]}</h2>
            <ul>
              {those.map((place) => (
                <li key={place.path}>
                  <PlaceLink place={place} current={place === here} counts={counts} onPick={onClose} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </Dialog>
  )
}
