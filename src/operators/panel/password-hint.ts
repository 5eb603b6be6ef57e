/** Below every field for a new password. */
export const NEW_PASSWORD_HINT = '15 caracteres o más. Una frase que solo tú digas es mejor que símbolos raros.'
