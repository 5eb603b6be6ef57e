import { lazy } from 'react'

const nothing = { default: () => null }

/** What the bank says comes after the desk. Where it does not come, the desk is what it was without it. */
const loadBank = () => import('#reconciliation/panel/desk/bank.tsx')

export const BankMark = lazy(() =>
  loadBank().then(
    ({ BankMark: Mark }) => ({ default: Mark }),
    () => nothing,
  ),
)
export const BankWord = lazy(() =>
  loadBank().then(
    ({ BankWord: Word }) => ({ default: Word }),
    () => nothing,
  ),
)
export const BankNews = lazy(() =>
  import('#reconciliation/panel/desk/news.tsx').then(
    ({ BankNews: News }) => ({ default: News }),
    () => nothing,
  ),
)
