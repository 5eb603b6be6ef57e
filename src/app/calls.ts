import type * as draw from '#draw/calls.ts'
import type * as backups from '#house/calls.ts'
import type * as settings from '#house/calls.ts'
import type * as journal from '#journal/calls.ts'
import type * as letters from '#letters/calls.ts'
import type * as mail from '#mail/calls.ts'
import type * as movements from '#money/calls.ts'
import type * as reconciliation from '#money/calls.ts'
import type * as operators from '#operators/calls.ts'
import type * as paymentMethods from '#payment-methods/calls.ts'
import type * as purchases from '#purchases/calls.ts'
import type * as raffles from '#raffles/calls.ts'
import type * as rates from '#rates/calls.ts'
import type * as reports from '#reports/calls.ts'
import type * as review from '#review/calls.ts'
import type * as site from '#site/calls.ts'
import type * as app from './state-contract.ts'

type Rooms = typeof app &
  typeof backups &
  typeof draw &
  typeof journal &
  typeof letters &
  typeof mail &
  typeof movements &
  typeof operators &
  typeof paymentMethods &
  typeof purchases &
  typeof raffles &
  typeof rates &
  typeof reconciliation &
  typeof reports &
  typeof review &
  typeof settings &
  typeof site
type Group = Rooms[Extract<keyof Rooms, `${string}_CALLS`>]
type Served = {
  [Name in Group extends infer Each ? (Each extends unknown ? keyof Each : never) : never]: Extract<
    Group,
    Record<Name, unknown>
  >[Name]
}

/** The calls of the panel, so that a screen of any room names them. */
declare module '#access/calls.ts' {
  interface PanelCalls extends Served {}
}
