import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Operator, Role } from '#access/contract.ts'
import type { IconName } from '#platform/panel/parts/icon.tsx'
import { Bones, Loading, type Shape } from '#platform/panel/parts/states.tsx'

/** What one does there: the day's work, what is sold and how, who works here. */
export const GROUP_NAMES = { dia: 'El día', negocio: 'Lo que vendes', servidor: 'El servidor', equipo: 'El equipo' }
export type MenuGroup = keyof typeof GROUP_NAMES

/** What waits for somebody, over the whole panel. */
export interface Counts {
  inReview: number
  failedMails: number
  /** What the server asks for, and whether it cannot wait; nothing of it for who is no owner. */
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
  /** Stands in the bar below the thumb on a phone; the others are behind 'Más'. */
  bar?: true
  /** How many wait there, in words for who cannot see it, and whether something is wrong. */
  waits?: (counts: Counts) => { count: number; words: string; wrong?: boolean }
}

/** Who looks, and at what. */
export interface At {
  operator: Operator
  /** What the shop is called. */
  site: string
  owner: boolean
  /** May decide on payments. */
  judges: boolean
  /** What stands in the address for `:id` or `*`; null where nothing does. */
  which: string | null
  /** The same as a number; 0 where it is none. */
  id: number
  search: string
  /** The way to begin what has a screen of its own; null for who may not. */
  begin: (path: string) => ReactNode
}

/**
 * One screen: everything that the panel knows of it, so that nothing else says it again. Its title is its name in the menu where
 * no other is given; without a menu, other screens lead to it.
 */
export type Screen = ScreenParts & ({ menu: Menu; title?: string } | { menu?: never; title: string })

interface ScreenParts {
  /** `:id` stands for a number, `*` for whatever may follow, or nothing. Of two that fit, the first counts. */
  path: string
  /** Who may see it; for others the address is none. */
  only: readonly Role[]
  /** It brings its own scrolling panes, and its head. */
  full?: true
  /** Path of what is begun from its head. */
  begins?: string
  load: () => Promise<unknown>
  Body: ComponentType<At>
  /** Asks for its data, together with its code, where its address says which. */
  prefetch?: (client: QueryClient, at: At) => unknown
  /** What stands there meanwhile, where that is no `PAGE`. */
  bones?: ReactNode
}

/** What of a module can be a screen. */
type Screens<Module> = {
  [Name in keyof Module & string]: Module[Name] extends ComponentType<At> ? Name : never
}[keyof Module & string]

/** The code of a screen, which the others do not carry, and how it is drawn: by the name of its component, or with what another room gives it. */
export function code<Module>(load: () => Promise<Module>, drawn: Screens<Module> | Drawn<Module>) {
  const Body = lazy(async () => {
    const module = await load()
    const Named = typeof drawn === 'function' ? (at: At) => (drawn as Drawn<Module>)(module, at) : module[drawn]
    return { default: Named as ComponentType<At> }
  })
  return { load, Body }
}

type Drawn<Module> = (module: Module, at: At) => ReactNode

export function bones(label: string, ...shapes: Shape[]): ReactNode {
  return (
    <Loading label={label}>
      <Bones of={shapes} />
    </Loading>
  )
}

export const PAGE = bones('Abriendo', ['2.25rem', '14rem'], '12rem')
export const HOME = bones('Abriendo', ['2.25rem', '11rem'], '12rem')
export const LIST = bones('Abriendo', '2.25rem', '20rem')
export const MAILS = bones('Abriendo', '3rem', '3rem')

/** Whoever sees what the shop sold; who only sells has screens of his own (seller-screens.tsx). */
export const LOOKS: readonly Role[] = ['dueno', 'revisor', 'lector']
export const JUDGES: readonly Role[] = ['dueno', 'revisor']
/** Who takes files of what he sees. */
export const TAKES: readonly Role[] = ['dueno', 'lector']
export const SELLER: readonly Role[] = ['vendedor']
export const OWNER: readonly Role[] = ['dueno']

/** Both halves of 'Cobros y tasas', for who sees both. */
export function MoneyTabs({ here }: { here: '/cobros' | '/tasas' }) {
  const current = (path: typeof here) => (path === here ? { 'aria-current': 'page' as const } : {})
  return (
    <nav className="segments" aria-label="Cobros y tasas">
      <Link href="/cobros" {...current('/cobros')}>
        Métodos de pago
      </Link>
      <Link href="/tasas" {...current('/tasas')}>
        Tasas
      </Link>
    </nav>
  )
}
