import { useState } from 'react'

/** The secret of the link that opened this page. It came in the fragment, and leaves the address bar at once. */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1))
  if (token !== '' && location.hash !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
