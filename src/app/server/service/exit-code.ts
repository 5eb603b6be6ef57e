/**
 * The exit of a start that fails for what a person has to mend (`EX_CONFIG` of sysexits.h): who starts programs again and again
 * leaves this one alone (deploy/tombola.service). Also in run.js, which runs before anything is compiled.
 */
export const NOT_BY_ITSELF = 78
