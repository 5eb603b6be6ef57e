import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'

/** Drawings of 20 × 20, stroked. Always decoration: the control around one carries the name. */
const PATHS = {
  home: 'M3 9.2 10 3.5l7 5.7M5 8v8.5h3.6v-4.6h2.8v4.6H15V8',
  review: 'M15.5 9V6.3L12 2.8H5.2a.7.7 0 0 0-.7.7v13c0 .4.3.7.7.7h4.3M11.7 3v3.6h3.6M11.6 14.6l2 2 3.6-4',
  mail: 'M3 5.2h14v9.6H3zM3.4 5.7 10 11l6.6-5.3',
  people:
    'M7.6 9.4a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM2.6 16.2c.4-2.8 2.5-4.4 5-4.4s4.6 1.6 5 4.4M12.8 4a2.8 2.8 0 0 1 0 5.2M14.6 12.2c1.6.6 2.6 2 2.8 4',
  journal:
    'M5 3h9.6c.5 0 .9.4.9.9v12.2c0 .5-.4.9-.9.9H5.9a1.4 1.4 0 0 1-1.4-1.4V4.4M4.5 15.4c0-.8.6-1.4 1.4-1.4h9.6M8 6.6h4.6M8 9.4h4.6',
  link: 'M8.6 11.4a3 3 0 0 0 4.3.2l2.6-2.6a3 3 0 0 0-4.3-4.3l-1.3 1.3M11.4 8.6a3 3 0 0 0-4.3-.2L4.5 11a3 3 0 0 0 4.3 4.3l1.3-1.3',
  key: 'M12.6 11a4 4 0 1 0-3.8-2.7L3.2 13.9v2.9h3v-2h2v-2h1.4l.9-.9c.6.1 1.4.1 2.1.1ZM13.6 6.4h.01',
  phone: 'M6.4 2.8h7.2c.5 0 .9.4.9.9v12.6c0 .5-.4.9-.9.9H6.4a.9.9 0 0 1-.9-.9V3.7c0-.5.4-.9.9-.9ZM9 14.8h2',
  screen: 'M3.4 3.8h13.2v9.4H3.4zM10 13.2v3M6.8 16.6h6.4',
  pulse: 'M2.600 10h3.200l2-5.400 3.800 11 2.200-5.600h3.600',
  account: 'M10 9.8a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM3.8 17c.5-3.2 3-5 6.2-5s5.7 1.8 6.2 5',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM10 2.2v1.6M10 16.2v1.6M2.2 10h1.6M16.2 10h1.6M4.5 4.5l1.1 1.1M14.4 14.4l1.1 1.1M15.5 4.5l-1.1 1.1M5.6 14.4l-1.1 1.1',
  moon: 'M16.4 12A6.8 6.8 0 0 1 8 3.6a6.8 6.8 0 1 0 8.4 8.4Z',
  leave: 'M8 3.6H4.3v12.8H8M12.4 6.6 16 10l-3.6 3.4M16 10H8',
  back: 'M12.4 4 6.4 10l6 6',
  filter: 'M3 5.500h14M5.800 10h8.400M8.400 14.500h3.200',
  list: 'M8 5.500h9M8 10h9M8 14.500h9M3.500 5.500l.800.800 1.500-1.700M3.500 10l.800.800 1.500-1.700M3.500 14.500l.800.800 1.500-1.700',
  lock: 'M5 9.2h10v7.4H5zM7.2 9V6.600a2.800 2.800 0 0 1 5.600 0V9M10 12v1.800',
  pencil: 'M4 16l.700-3.200L13 4.500l2.500 2.500-8.300 8.300ZM11.600 5.900l2.500 2.500',
  next: 'm7.600 4 6 6-6 6',
  up: 'M10 16V4.400M5.200 9.200 10 4.400l4.800 4.800',
  down: 'M10 4v11.600M5.200 10.800l4.800 4.800 4.800-4.800',
  plus: 'M10 4v12M4 10h12',
  site: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM3.2 10h13.600M10 3c-4.400 4.400-4.400 9.600 0 14 4.400-4.400 4.400-9.600 0-14Z',
  rate: 'M3 15.500l4.500-5 3.500 3L17 6M12.800 5.600H17v4.200',
  more: 'M4.200 9.500v1M3.800 10h1M10 9.500v1M9.500 10h1M15.800 9.500v1M15.200 10h1',
  flag: 'M5 17V3.500M5 4h9.500l-2 3.500 2 3.500H5',
  bank: 'M3 8 10 3.600 17 8M4.800 8.400v5.800M8.300 8.400v5.800M11.700 8.400v5.800M15.200 8.400v5.800M3 16.600h14',
  match:
    'M2.400 5.600h6.200M2.400 10h3.800M2.400 14.400h6.200M17.600 5.600h-3.800M17.600 10h-6.600M17.600 14.400h-3.800M8.500 10h.01',
  alert: 'M10 3.600 17.400 16.400H2.600ZM10 8.200v3.600M10 14h.01',
  check: 'm4.2 10.4 3.8 3.9 7.8-8.4',
  cross: 'M5.2 5.2l9.6 9.6M14.8 5.2l-9.6 9.6',
  undo: 'M4 8.6h8a4.2 4.2 0 1 1 0 8.4H8M7.2 5.2 3.8 8.6 7.2 12',
  search: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.4 13.4 17.4 17.4',
  receipt:
    'M4.6 2.9h10.8v14.2l-1.8-1.300-1.800 1.300-1.800-1.300-1.800 1.300-1.800-1.300-1.800 1.300ZM7.600 6.800h4.800M7.600 9.800h4.800',
  chat: 'M3.200 17l1.100-3.700A6.900 6.900 0 1 1 7 15.900ZM7.200 7.400c0 2.900 2.500 5.400 5.400 5.400l.900-1.500-1.900-1-.900.900a4.600 4.600 0 0 1-2-2l.900-.900-1-1.900Z',
  zoomIn: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.4 13.4 17.4 17.4M9 6.6v4.8M6.6 9h4.8',
  zoomOut: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.4 13.4 17.4 17.4M6.6 9h4.8',
  fit: 'M3.4 7.2V3.4h3.8M12.8 3.4h3.8v3.8M16.6 12.8v3.8h-3.8M7.2 16.6H3.4v-3.8',
  rotate: 'M16 6.4A7 7 0 1 0 17 10M16.6 2.8v3.8h-3.8',
  download: 'M10 3v9M6.2 8.6 10 12.4l3.8-3.8M3.6 16.4h12.8',
  file: 'M12 2.8H5.4v14.4h9.2V5.6L12 2.8ZM11.8 3v2.8h2.8M7.8 10h4.4M7.8 13h4.4',
  picture: 'M3.2 4.2h13.6v11.6H3.2zM3.6 14l4-4.2 3.2 3.2 2-1.8 3.6 3.4M12.6 8h.01',
  retry: 'M15.8 6.2A6.8 6.8 0 1 0 16.8 10M16.4 2.6v3.8h-3.8',
  offline:
    'M3 3l14 14M4.4 10.2a8 8 0 0 1 3-1.9M2.2 7.4a11.6 11.6 0 0 1 3-2M15.6 10.200a8 8 0 0 0-2.4-1.700M17.8 7.400A11.6 11.6 0 0 0 9.4 4.300M7 13a4.4 4.4 0 0 1 3.8-1.200M10 16.200h.01',
  shield: 'M10 2.8 4.2 5v4.600c0 3.5 2.3 6.1 5.8 7.6 3.5-1.5 5.8-4.1 5.8-7.600V5L10 2.800ZM7.4 9.800l1.9 1.9 3.4-3.6',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.200V10l2.4 1.7',
  send: 'M17 3 9 11M17 3l-5 14-3-6-6-3 14-5Z',
  copy: 'M7.2 7.200h9v9h-9zM12.8 7.200V4h-9v9h3.4',
  keyboard:
    'M2.6 5.600h14.800v8.800H2.600zM5.4 8.400h.010M8.4 8.400h.010M11.6 8.400h.010M14.6 8.400h.010M6.4 11.600h7.2',
  ticket:
    'M3 5.600h14v2.800a1.7 1.7 0 0 0 0 3.300v2.800H3v-2.800a1.7 1.7 0 0 0 0-3.300zM12.2 6.200v.8M12.2 9.600v.8M12.2 13v.8',
  help: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7.900 8a2.100 2.100 0 1 1 3 1.900c-.600.300-.900.700-.900 1.400M10 13.700h.010',
  crop: 'M6 2.600V14h11.400M2.600 6H14v11.400',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** A button with only an icon. @param label its action, for screen readers. */
export function IconButton({
  icon,
  label,
  className,
  ...button
}: { icon: IconName; label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" aria-label={label} {...button} className={className ? `icon-btn ${className}` : 'icon-btn'}>
      <Icon name={icon} />
    </button>
  )
}

/** The way back to the previous screen. */
export function BackLink({ to, label, className = 'icon-btn' }: { to: string; label: string; className?: string }) {
  return (
    <Link href={to} className={className} aria-label={label}>
      <Icon name="back" />
    </Link>
  )
}

/** The head of a screen that was opened from another: the way back, its heading, notes and actions. */
export function BackHead(props: {
  to: string
  /** Words of the way back. */
  back: string
  title: ReactNode
  says?: ReactNode
  children?: ReactNode
  className?: string
}) {
  const { says, className = says === undefined ? 'row' : 'row-top' } = props
  return (
    <header className={`back-head ${className}`}>
      <BackLink to={props.to} label={props.back} />
      <div className="grow">
        <h2 className="heading">{props.title}</h2>
        {says === undefined ? null : <p className="soft small">{says}</p>}
      </div>
      {props.children}
    </header>
  )
}

/** Moves or removes one of a list. At the end of its way it does nothing and is not `disabled`: it keeps the focus. */
export function WayButton(props: { icon: IconName; label: string; blocked: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <IconButton
      ref={button}
      icon={props.icon}
      label={props.label}
      aria-disabled={props.blocked}
      onClick={() => {
        if (props.blocked) return
        props.onPress()
        requestAnimationFrame(() => button.current?.focus())
      }}
    />
  )
}
