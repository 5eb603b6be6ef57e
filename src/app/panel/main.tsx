import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { readFailure, watchActivity } from '#platform/panel/api.ts'
import { applyTheme } from '#platform/panel/preferences.ts'
import '#platform/panel/tokens.css'
import '#platform/panel/base.css'
import '#platform/panel/parts.css'
import { showOperator } from '#operators/panel/sign-in/panel-status.ts'
import { App } from './app.tsx'
import { registerWorker } from './register-worker.ts'

applyTheme()
watchActivity()
registerWorker()

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
