import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearch } from 'wouter'
import { journalFiltersQuery, journalQuery, readFilters } from '#journal/panel/journal-query.ts'
import type { Operator, PanelStatus } from '#operators/contract.ts'
import { accountQuery } from '#operators/panel/account/account-query.ts'
import { teamQuery } from '#operators/panel/team/team-query.ts'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { ExportLinks } from '#reports/panel/export-links.tsx'
import { noticesQuery } from '#reports/panel/home-query.ts'

const Team = lazy(async () => ({ default: (await import('#operators/panel/team/team-screen.tsx')).TeamScreen }))
const Journal = lazy(async () => ({ default: (await import('#journal/panel/journal-screen.tsx')).JournalScreen }))
const Account = lazy(async () => ({
  default: (await import('#operators/panel/account/account-screen.tsx')).AccountScreen,
}))
const NoticesPart = lazy(async () => ({ default: (await import('#reports/panel/notices-part.tsx')).NoticesPart }))
const Invitation = lazy(async () => ({
  default: (await import('#operators/panel/sign-in/invitation-screen.tsx')).InvitationScreen,
}))
const Password = lazy(async () => ({
  default: (await import('#operators/panel/sign-in/password-screen.tsx')).PasswordScreen,
}))

/** The data is asked for together with the code of the screen. */
function usePrefetch(start: (client: QueryClient) => void): void {
  const client = useQueryClient()
  useState(() => start(client))
}

/** 'Equipo' */
export function TeamPlace(props: { operator: Operator; status: PanelStatus; selected: number | null }) {
  usePrefetch((client) => void client.prefetchQuery(teamQuery))
  return (
    <Opening>
      <Team operator={props.operator} mailOn={props.status.correo_activo} selected={props.selected} />
    </Opening>
  )
}

/** 'Diario' */
export function JournalPlace({ owner }: { owner: boolean }) {
  const filters = readFilters(useSearch())
  usePrefetch((client) => {
    void client.prefetchInfiniteQuery(journalQuery(filters))
    void client.prefetchQuery(journalFiltersQuery)
  })
  return (
    <Opening>
      <Journal
        purchasePath={(id) => `/compras/${id}`}
        {...(owner && { exports: (query: string) => <ExportLinks what="diario" query={query} /> })}
      />
    </Opening>
  )
}

/** 'Tu cuenta' */
export function AccountPlace({ operator, status }: { operator: Operator; status: PanelStatus }) {
  const judges = operator.rol !== 'lector'
  usePrefetch((client) => {
    void client.prefetchQuery(accountQuery)
    if (judges) void client.prefetchQuery(noticesQuery)
  })
  return (
    <Opening>
      <Account operator={operator} />
      {judges ? <NoticesPart mailOn={status.correo_activo} /> : null}
    </Opening>
  )
}

/** Where the links of mails lead, for who is not signed in. */
export function LinkPlace({ to, status }: { to: 'invitacion' | 'clave'; status: PanelStatus }) {
  return (
    <Opening>
      {to === 'invitacion' ? (
        <Invitation site={status.sitio} />
      ) : (
        <Password site={status.sitio} mailOn={status.correo_activo} />
      )}
    </Opening>
  )
}

function Opening({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone width="14rem" height="2.25rem" />
          <Bone height="12rem" />
        </Loading>
      }
    >
      {children}
    </Suspense>
  )
}
