/** How far a change is on its way to going live; where several hold, the last one counts. */
export const CHANGE_STATES = ['open', 'inReview', 'approved', 'sentBack', 'queued'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** The one of some states that counts. */
export const findFurthestState = (states: readonly (ChangeState | null)[]): ChangeState =>
  states.reduce<ChangeState>(
    (furthest, one) => (one !== null && CHANGE_STATES.indexOf(one) > CHANGE_STATES.indexOf(furthest) ? one : furthest),
    'open',
  );
