import { type ComponentProps, lazy } from 'react'
import type { BankVoice as Voice } from '#reconciliation/panel/desk/bank.tsx'

const nothing = { default: () => null }

/** The bank's data load after the desk. Where they do not load, the desk works unchanged. */
const loadBank = () => import('#reconciliation/panel/desk/bank.tsx')

export const BankMark = lazy(() =>
  loadBank().then(
    ({ BankMark: Mark }) => ({ default: Mark }),
    () => nothing,
  ),
)
export const BankUnseen = lazy(() =>
  loadBank().then(
    ({ BankUnseen: Unseen }) => ({ default: Unseen }),
    () => nothing,
  ),
)
export const BankWord = lazy(() =>
  loadBank().then(
    ({ BankWord: Word }) => ({ default: Word }),
    () => nothing,
  ),
)
export const BankVoice = lazy(() =>
  loadBank().then(
    ({ BankVoice: Voice }) => ({ default: Voice }),
    () => ({ default: ({ children }: ComponentProps<typeof Voice>) => children(null) }),
  ),
)
export const BankNews = lazy(() =>
  import('#reconciliation/panel/desk/news.tsx').then(
    ({ BankNews: News }) => ({ default: News }),
    () => nothing,
  ),
)
