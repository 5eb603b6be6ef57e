import type { IconName } from './icons.ts'

/** One of the page's symbols; always decoration, so the control around it carries the name. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'icon icon-s' : 'icon'} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
