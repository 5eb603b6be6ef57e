/** Makes the panel installable and quick to open. Where it cannot be, by plain http or in a private window, nothing is lost. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker.register('/panel/sw.js', { scope: '/panel' }).catch(() => undefined)
  })
}
