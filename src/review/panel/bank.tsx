import { part } from '#platform/panel/part.ts'

/** The bank's data load after the desk. Where they do not load, the desk works unchanged. */
const loadBank = () => import('#money/panel/desk/bank.tsx')

const nothing = () => null

export const BankMark = part(loadBank, 'BankMark', nothing)
export const BankUnseen = part(loadBank, 'BankUnseen', nothing)
export const BankWord = part(loadBank, 'BankWord', nothing)
export const BankVoice = part(loadBank, 'BankVoice', ({ children }) => children(null))
export const BankNews = part(() => import('#money/panel/desk/news.tsx'), 'BankNews', nothing)
