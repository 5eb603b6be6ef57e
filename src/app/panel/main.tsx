import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { readFailure, watchActivity } from '#platform/panel/api.ts'
import { applyTheme } from '#platform/panel/preferences.ts'
import '#platform/panel/tokens.css'
import '#platform/panel/base.css'
import '#platform/panel/parts.css'
import '#platform/panel/frames.css'
import '#platform/panel/primitives.css'
import { showOperator } from '#operators/panel/sign-in/panel-status.ts'
import { App } from './app.tsx'
import { loadScreen } from './find-screen.tsx'

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
