import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { watchActivity } from '#platform/panel/api.ts'
import { applyTheme } from '#platform/panel/preferences.ts'
import '#platform/panel/tokens.css'
import '#platform/panel/base.css'
import '#platform/panel/parts.css'
import { App } from './app.tsx'
import { createQueryClient } from './query-client.ts'
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
