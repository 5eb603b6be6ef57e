import { Component, type ReactNode } from 'react'
import { PanelFailure } from '#platform/panel/api.ts'
import { FailedState } from '#platform/panel/parts/states.tsx'

const NOT_LOADED = new PanelFailure(0, {
  error: 'Esta pantalla no llegó completa',
  details: 'Puede ser la conexión, o que el panel se actualizó. Al reintentar se carga de nuevo.',
})

/**
 * Keeps the frame when a screen fails, above all when its code did not come: without it one lost chunk would empty the whole
 * page. Trying again loads the page, since a part that failed once is remembered as failed.
 */
export class ScreenGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FailedState error={NOT_LOADED} onRetry={() => location.reload()} />
  }
}
