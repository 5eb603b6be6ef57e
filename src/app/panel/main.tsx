import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { watchActivity } from '#platform/web/panel-api.ts'
import { applyTheme } from '#platform/web/panel-preferences.ts'
import '#platform/web/panel-tokens.css'
import '#platform/web/panel-base.css'
import '#platform/web/panel-parts.css'
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
