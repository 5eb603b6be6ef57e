import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { Operator } from '#access/contract.ts'
import type { PanelStatus } from '#operators/contract.ts'
import { useStatusQuery } from '#operators/panel/sign-in/panel-status.ts'
import { Bone, FailedState, Loading } from '#platform/panel/parts/states.tsx'
import { BeginLink, screenAt, screensFor } from './find-screen.tsx'
import type { At, Screen } from './screen.tsx'
import { ScreenGuard, Shell } from './shell.tsx'

/** Which screen is on: set-up, sign-in, or the panel of who is signed in. */
export function App() {
  const status = useStatusQuery()
  const wasIn = useRef(false)
  const [location] = useLocation()
  const { data } = status
  if (!data) {
    if (!status.isError) return <EntryShape />
    return (
      <main>
        <FailedState error={status.error} onRetry={() => void status.refetch()} />
      </main>
    )
  }
  const operator = data.operador
  const link = location === '/invitacion' || location === '/clave'
  if (link || !data.configurado || !operator) {
    return <Entry status={data} link={link ? location : null} ended={wasIn.current} />
  }
  wasIn.current = true
  return <Inside status={data} operator={operator} location={location} />
}

function Inside({ status, operator, location }: { status: PanelStatus; operator: Operator; location: string }) {
  const search = useSearch()
  const found = screenAt(screensFor(operator.rol), location)
  if (!found) return <Redirect to="/" replace />
  const { screen, ...asked } = found
  const begin = (path: string) => <BeginLink path={path} role={operator.rol} main />
  const at: At = { status, operator, owner: operator.rol === 'dueno', search, begin, ...asked }
  return (
    <Shell status={status} operator={operator} screen={screen}>
      <Opened key={screen.path.endsWith(':id') ? location : screen.path} screen={screen} at={at} />
    </Shell>
  )
}

function Opened({ screen, at }: { screen: Screen; at: At }) {
  const client = useQueryClient()
  useState(() => void screen.prefetch?.(client, at))
  return (
    <Suspense fallback={screen.bones}>
      <screen.Body {...at} />
    </Suspense>
  )
}

// Who is signed in never needs them: with their rules they are a fifth of what the panel loads first.
const SetUp = lazy(async () => ({ default: (await import('#operators/panel/sign-in/set-up-screen.tsx')).SetUpScreen }))
const SignIn = lazy(async () => ({
  default: (await import('#operators/panel/sign-in/sign-in-screen.tsx')).SignInScreen,
}))
const Invitation = lazy(async () => ({
  default: (await import('#operators/panel/sign-in/invitation-screen.tsx')).InvitationScreen,
}))
const Password = lazy(async () => ({
  default: (await import('#operators/panel/sign-in/password-screen.tsx')).PasswordScreen,
}))

/** The ways in: the link of a mail, the first operator of an empty installation, or whoever signs in. */
function Entry({ status, link, ended }: { status: PanelStatus; link: string | null; ended: boolean }) {
  const { sitio: site } = status
  return (
    <ScreenGuard>
      <Suspense fallback={<EntryShape />}>
        {link === '/invitacion' ? (
          <Invitation site={site} />
        ) : link === '/clave' ? (
          <Password site={site} mailOn={status.correo_activo} />
        ) : status.configurado ? (
          <SignIn site={site} ended={ended} />
        ) : (
          <SetUp site={site} />
        )}
      </Suspense>
    </ScreenGuard>
  )
}

/** While it is not known which screen is on. */
function EntryShape() {
  return (
    <Loading label="Abriendo el panel">
      <div className="entry stack gap-5">
        <Bone height="12rem" />
      </div>
    </Loading>
  )
}
