import type { ReactNode } from 'react'
import { Icon, type IconName } from '#platform/panel/parts/icon.tsx'

/** One task of the day: its icon in the colour of its weight, its name, its consequence, and its screen. */
export function HomeLine(props: {
  icon: IconName
  tone?: 'aviso' | 'grave' | undefined
  title: string
  action: ReactNode
  children: ReactNode
}) {
  return (
    <div className="home-line parted pad-y-2 tiny-wrap row gap-3">
      <span className={`square round raised fixed centre soft ${props.tone ? `home-mark-${props.tone}` : ''}`}>
        <Icon name={props.icon} />
      </span>
      <div className="grow compact">
        <h3>{props.title}</h3>
        <p className="faint">{props.children}</p>
      </div>
      <span className="home-action tiny-end">{props.action}</span>
    </div>
  )
}
