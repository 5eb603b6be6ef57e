import { useEffect, useState } from 'react'

/**
 * The secret of the link that opened this page. It came in the fragment, and leaves the address bar at once. A link that is
 * pasted into the tab that shows this page already counts too.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1))
  useEffect(() => {
    function take() {
      if (location.hash === '') return
      setToken(location.hash.slice(1))
      history.replaceState(history.state, '', location.pathname)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}
