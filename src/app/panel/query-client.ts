import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { showOperator } from '#operators/panel/sign-in/panel-status.ts'
import { readFailure } from '#platform/panel/api.ts'

/** Answers are kept a few seconds; a call without an answer is tried once more; a session that ended opens the sign-in. */
export function createQueryClient(): QueryClient {
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
