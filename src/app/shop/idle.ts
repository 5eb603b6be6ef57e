/** Runs when the browser has nothing better to do, at the latest after two seconds. */
export function whenIdle(job: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(job, { timeout: 2000 })
  else setTimeout(job, 300)
}
