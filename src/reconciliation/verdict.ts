/** The ranked rules, strongest first: the first that leaves exactly one credit for one report says that they belong together. */
export const RULES = [
  'referencia',
  'centimos',
  'pagador',
  'referencia_corta',
  'otra_cuenta',
  'monto',
  'otro_monto',
] as const
export type Rule = (typeof RULES)[number]

/** Those that leave one credit for one report by what tells payments apart. */
export const EXACT_RULES: readonly Rule[] = ['referencia', 'centimos', 'pagador']
