import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Operator, Role } from '#access/contract.ts'
import { Icon, type IconName } from '#platform/panel/parts/icon.tsx'

/** Purposes of the screens: the day's work, the raffles and their sale, the team. */
export const GROUP_NAMES = { dia: 'El día', negocio: 'Lo que vendes', servidor: 'El servidor', equipo: 'El equipo' }
export type MenuGroup = keyof typeof GROUP_NAMES

/** Waiting work, over the whole panel. */
export interface Counts {
  inReview: number
  failedMails: number
  /** Requests of the server, and whether one is urgent; only owners have any. */
  server: { count: number; wrong: boolean }
}

/** How a screen is led to by name. */
export interface Menu {
  name: string
  /** In the bar of a phone, where its name is too long. */
  short?: string
  icon: IconName
  /** Null is not in the menu: other screens lead to it by its name. */
  group: MenuGroup | null
  /** In the bar below the thumb on a phone; the others are behind 'Más'. */
  bar?: true
  /** How many wait there, in words for screen readers, and whether something is wrong. */
  waits?: (counts: Counts) => { count: number; words: string; wrong?: boolean }
}

/** The viewer, and the place. */
export interface At {
  operator: Operator
  /** The shop's name. */
  site: string
  owner: boolean
  /** May decide on payments. */
  judges: boolean
  /** The address's part for `:id` or `*`; null if there is none. */
  which: string | null
  /** The same as a number; 0 if it is none. */
  id: number
  search: string
  /** The way to its section of the manual, for a screen that brings its head. */
  help: ReactNode
  /** The way to begin something that has a screen of its own; null for people who may not. */
  begin: (path: string) => ReactNode
}

/** One screen: all of the panel's knowledge about it, in one place. Without a menu, other screens lead to it. */
export interface Screen {
  /** `:id` stands for a number, `*` for anything or nothing. The first match counts. */
  path: string
  /** Roles that may see it; for others the address does not exist. */
  only: readonly Role[]
  /** Section of the manual about it (docs/operating.md, banks.md, server.md); null for the manual. */
  help: string | null
  menu?: Menu
  /** If it is neither its name in the menu nor the name of the place that it is part of. */
  title?: string
  /** It brings its own scrolling panes, and its head. */
  full?: true
  /** Path of the screen that its head can begin. */
  begins?: string
  load: () => Promise<unknown>
  Body: ComponentType<At>
  /** Requests its data, together with its code, if its address names them. */
  prefetch?: (client: QueryClient, at: At) => unknown
}

/** What every screen says first. */
export const at = (path: string, only: readonly Role[], help: string | null) => ({ path, only, help })

export function HelpLink({ to }: { to: string | null }) {
  return to === null ? null : (
    <Link href={`/ayuda/${to}`} className="icon-btn help-mark" aria-label="Ayuda sobre esta pantalla" title="Ayuda">
      <Icon name="help" />
    </Link>
  )
}

/** Exports of a module that can be a screen. */
type Screens<Module> = {
  [Name in keyof Module & string]: Module[Name] extends ComponentType<At> ? Name : never
}[keyof Module & string]

/** The code of a screen, which the others do not carry, and its rendering: by the name of its component, or with parts of another room. */
export function code<Module>(load: () => Promise<Module>, drawn: Screens<Module> | Drawn<Module>) {
  const Body = lazy(async () => {
    const module = await load()
    const Named = typeof drawn === 'function' ? (at: At) => (drawn as Drawn<Module>)(module, at) : module[drawn]
    return { default: Named as ComponentType<At> }
  })
  return { load, Body }
}

type Drawn<Module> = (module: Module, at: At) => ReactNode

/** Roles that see the shop's sales; people who only sell have screens of their own (seller-screens.tsx). */
export const LOOKS: readonly Role[] = ['dueno', 'revisor', 'lector']
export const JUDGES: readonly Role[] = ['dueno', 'revisor']
/** Roles that may export their view. */
export const TAKES: readonly Role[] = ['dueno', 'lector']
export const SELLER: readonly Role[] = ['vendedor']
export const OWNER: readonly Role[] = ['dueno']
export const ALL: readonly Role[] = [...LOOKS, ...SELLER]

/** Both halves of 'Cobros y tasas', for roles that see both. */
export function MoneyTabs({ here }: { here: '/cobros' | '/tasas' }) {
  const current = (path: typeof here) => (path === here ? { 'aria-current': 'page' as const } : {})
  return (
    <nav className="segments shrinks edge-strong round scrolls-x" aria-label="Cobros y tasas">
      <Link href="/cobros" {...current('/cobros')}>
        Métodos de pago
      </Link>
      <Link href="/tasas" {...current('/tasas')}>
        Tasas
      </Link>
    </nav>
  )
}
