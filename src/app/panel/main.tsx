import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { StrictMode, Suspense, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { readFailure, watchActivity } from '#platform/panel/api.ts'
import { applyTheme } from '#platform/panel/preferences.ts'
import '#platform/panel/tokens.css'
import '#platform/panel/base.css'
import '#platform/panel/parts.css'
import '#platform/panel/frames.css'
import '#platform/panel/primitives.css'
import '#platform/panel/spaces.css'
import '#platform/panel/words.css'
import type { Operator } from '#access/contract.ts'
import type { PanelStatus } from '#operators/contract.ts'
import { ProofGate } from '#operators/panel/factor/proof-gate.tsx'
import { showOperator, useStatus } from '#operators/panel/status.ts'
import { part } from '#platform/panel/part.ts'
import { Bones, FailedState } from '#platform/panel/parts/states.tsx'
import { BeginLink, loadScreen, screenAt, screensFor } from './find-screen.tsx'
import { type At, HelpLink, JUDGES, type Screen } from './screen.tsx'
import { ScreenGuard, Shell } from './shell.tsx'

// A signed-in person never needs them: with their rules they are a fifth of the panel's first load.
const SetUp = part(() => import('#operators/panel/sign-in/set-up-screen.tsx'), 'SetUpScreen')
const SignIn = part(() => import('#operators/panel/sign-in/sign-in-screen.tsx'), 'SignInScreen')
const Invitation = part(() => import('#operators/panel/sign-in/invitation-screen.tsx'), 'InvitationScreen')
const Password = part(() => import('#operators/panel/sign-in/password-screen.tsx'), 'PasswordScreen')

// zod's own setting, before zod is loaded: the policy forbids `eval`, and Firefox complains about the mere attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
applyTheme()
watchActivity()
registerWorker()
loadScreen(location.pathname.replace(/^\/panel/, '') || '/')

const root = document.getElementById('panel')
if (!root) throw new Error('the page has no #panel')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Router base="/panel">
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
)

/** Answers are kept a few seconds; a call without an answer is tried once more; a session that ended opens the sign-in. */
function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (readFailure(error).code === 'NO_AUTENTICADO') showOperator(client, null)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        retryDelay: 800,
        retry: (failures, error) => {
          const { status } = readFailure(error)
          return failures < 1 && (status === 0 || status >= 500)
        },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

/** Makes the panel installable and quick to open. Where it cannot be, by plain http or in a private window, nothing is lost. */
function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker.register('/panel/sw.js', { scope: '/panel' }).catch(() => undefined)
  })
}

/** The current screen: set-up, sign-in, or the panel of a signed-in person. */
function App() {
  const status = useStatus()
  const wasIn = useRef(false)
  const [location] = useLocation()
  const { data } = status
  if (!data) {
    if (!status.isError) return <EntryShape />
    return (
      <main>
        <FailedState query={status} />
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
  const { rol } = operator
  const may = { owner: rol === 'dueno', judges: JUDGES.includes(rol) }
  const help = <HelpLink to={screen.help} />
  const at: At = { site: status.sitio, operator, ...may, search, help, begin, ...asked }
  return (
    <Shell status={status} operator={operator} screen={screen}>
      <ProofGate />
      <Opened key={screen.path.endsWith(':id') ? location : screen.path} screen={screen} at={at} />
    </Shell>
  )
}

function Opened({ screen, at }: { screen: Screen; at: At }) {
  const client = useQueryClient()
  useState(() => void screen.prefetch?.(client, at))
  return (
    <Suspense
      fallback={
        <div className="page">
          <Bones label="Abriendo" />
        </div>
      }
    >
      <screen.Body {...at} />
    </Suspense>
  )
}

/** The ways in: the link of a mail, the first operator of an empty installation, or sign-in. */
function Entry({ status, link, ended }: { status: PanelStatus; link: string | null; ended: boolean }) {
  const { sitio: site } = status
  return (
    <ScreenGuard>
      <Suspense fallback={<EntryShape />}>
        {link === '/invitacion' ? (
          <Invitation site={site} />
        ) : link === '/clave' ? (
          <Password site={site} />
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
    <div className="entry middle mid stack gap-5">
      <Bones label="Abriendo el panel" />
    </div>
  )
}
