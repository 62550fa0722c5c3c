/** Escape sequences of a terminal (CSI and OSC). */
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** What a program meant that took its reader for a terminal. Only for reading; what people see is `shown`. */
export const withoutColours = (text: string): string => text.replace(SEQUENCES, '');
