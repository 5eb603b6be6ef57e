import { Component, type ReactNode } from 'react'
import { showNotice } from './notice.ts'

interface Props {
  children: ReactNode
  /** Takes the part away. Without it the part is the whole page. */
  onBroken?: () => void
}

const TITLE = 'No pudimos mostrar la respuesta'
const AGAIN = 'Revisa tu conexión e intenta de nuevo.'

/** Around parts that a host's answer may break: a broken part is replaced by a sentence of ours, and the page stays. */
export class Boundary extends Component<Props, { broken: boolean }> {
  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    if (!this.props.onBroken) return
    showNotice(TITLE, AGAIN, 4000)
    this.props.onBroken()
  }

  override render() {
    const { children, onBroken } = this.props
    if (!this.state?.broken) return children
    return onBroken ? null : (
      <main className="page">
        <h1>{TITLE}</h1>
        <p>{AGAIN}</p>
      </main>
    )
  }
}
