import type { Line } from '../bank/statements/testing/write-statements.ts'
import { owedCents } from '../match/read-claims.ts'
import type { NoisyRows } from './noisy-payments.ts'

type Report = NoisyRows['claims'][number]

/** Fields that the buyer of a report types, beside tickets and method. */
export function typedBy({ referencia, nombre, cedula, telefono, fecha, ...report }: Report): Record<string, string> {
  const { pagador_telefono, pagador_cedula } = report
  // The form wants digits, and a buyer without a reference at hand types some.
  const typed = /\d/.test(referencia) ? referencia : `${referencia} ${telefono.slice(-4)}`
  return { referencia: typed, nombre, cedula, telefono, fecha, pagador_telefono, pagador_cedula }
}

/**
 * The statement of Banco de Venezuela of those payments, that day's commissions among them: each has the digits of its
 * payment. One row appears twice, under the next number.
 * @param owed the shop's amount due of a report, of the smallest unit; the generator's amount where it is missing.
 * @param count rows.
 */
export function statementLines(
  { claims, credits, truth }: NoisyRows,
  owed: ReadonlyMap<number, number>,
  count: number,
): Line[] {
  const reportOf = new Map(claims.flatMap((claim) => (truth.has(claim.id) ? [[truth.get(claim.id), claim]] : [])))
  const lines = credits.map((credit): Line => {
    const report = reportOf.get(credit.id)
    const asked = (report && owed.get(report.id)) ?? null
    const more = asked === null || !report ? 0 : asked - (owedCents(report) ?? 0)
    return {
      dia: credit.dia,
      referencia: credit.referencia,
      texto: describe(credit),
      centimos: credit.centimos + more,
    }
  })
  const twice = lines.find(({ referencia }) => referencia.startsWith('06772')) as Line
  lines.splice(lines.indexOf(twice) + 1, 0, { ...twice, referencia: following(twice.referencia) })
  const fees = lines
    .filter(({ referencia }) => referencia.startsWith('0050'))
    .map((line): Line => ({ ...line, texto: 'COMISION PAGO MOVIL', centimos: -Math.round(line.centimos / 333) }))
  return [...lines, ...fees.slice(0, count - lines.length)]
}

/** The payer as that bank writes it: of its own customers their document and name, of others their bank and phone. */
function describe(credit: NoisyRows['credits'][number]): string {
  const { documento_origen, nombre_origen, banco_origen, telefono_origen } = credit
  if (documento_origen !== '') return `PAGOMOVIL BDV ${documento_origen.replace('V', 'V0')} ${nombre_origen}`.trim()
  if (banco_origen === '') return 'ABONO'
  return `PAGOMOVIL OTROS BANCOS ${banco_origen} ${telefono_origen.replace(/^58/, '0')}`
}

const following = (referencia: string) => String(Number(referencia) + 1).padStart(referencia.length, '0')
