/** The data of each kind of record. Every entity adds its own kind, so this file imports none of them. */
// biome-ignore lint/suspicious/noEmptyInterface: the entities fill it
export interface Records {}

export type Kind = keyof Records;
