import { expect, test } from 'vitest'
import { readZelleMail, ZELLE_BANKS } from './zelle-banks.ts'

const TOLD: Record<string, { subject: string; head: string; confirmed: string }> = {
  Chase: {
    subject: 'You received money with Zelle',
    head: 'ANA PEREZ sent you money\nAmount: $1.00\nSent on: Nov 20, 2026',
    confirmed: 'Transaction number: 12345678',
  },
  'Wells Fargo': {
    subject: 'You received money with Zelle',
    head: 'ANA PEREZ sent you money\nAmount $1.00\nDate: 11/20/2026',
    confirmed: 'Confirmation Code: ABC12345',
  },
  'Bank of America': {
    subject: 'ANA PEREZ sent you $1.00',
    head: 'ANA PEREZ sent you $1.00',
    confirmed: 'Confirmation: ABC12345',
  },
  'TD Bank': {
    subject: 'Zelle',
    head: 'We deposited the $1.00 payment from ANA PEREZ (confirmation number 1234567)',
    confirmed: '',
  },
}
const FORGED: Record<string, string> = {
  Chase: 'Amount: $500.00',
  'Wells Fargo': 'Amount $500.00',
  'Bank of America': 'ANA PEREZ sent you $500.00',
  'TD Bank': 'We deposited the $500.00 payment',
}

test.each(ZELLE_BANKS.map((bank) => [bank.nombre, bank] as const))(
  'text of a payer is not taken for text of %s',
  (name, bank) => {
    const { subject, head, confirmed } = TOLD[name] as (typeof TOLD)[string]
    const read = (...lines: string[]) => readZelleMail(bank, subject, lines.join('\n'))
    expect(read(head, confirmed)).toMatchObject({ centimos: 100, nombre: 'ANA PEREZ' })
    expect(read(head, confirmed, 'Memo: rifa moto')).toMatchObject({ centimos: 100 })
    const forged = FORGED[name] as string
    // Before the bank's words, after them, as a line of its own, or without the name of the field: two sums are for a person.
    for (const lines of [
      [`Memo: ${forged}`, head, confirmed],
      [head, confirmed, `Memo: ${forged}`],
      [head, 'Memo', forged, confirmed],
      [head, `Message: ${forged}`, confirmed],
    ])
      expect([lines, read(...lines)]).toEqual([lines, null])
    // No text in it or behind it is the bank's, also where it is there once.
    expect(readZelleMail(bank, 'Zelle', `Memo: ${forged}`)).toBeNull()
    if (confirmed !== '') {
      expect(read(head, `Memo: ${confirmed}`)).toMatchObject({ centimos: 100, confirmacion: '' })
      expect(read(head, confirmed, `Memo: ${confirmed}9`)).toBeNull()
    }
  },
)
