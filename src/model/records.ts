/** What the records of each kind hold: each entity adds its own, so that nothing here knows of them. */
// biome-ignore lint/suspicious/noEmptyInterface: the entities fill it
export interface Records {}

export type Kind = keyof Records;
