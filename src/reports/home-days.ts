/** Days on the home, today included. Apart from the contract, whose library the first screen does not need. */
export const HOME_DAYS = 14
