/** The version that the first line of every file of a journal states. */
export const FORMAT = 1;
