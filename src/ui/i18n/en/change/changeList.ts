/** What only lists of changes say. */
export const changeList = {
  anyState: 'In any state',
  state: 'State',
  states: {
    open: 'Not in review',
    inReview: 'In review',
    approved: 'Approved',
    queued: 'In line',
    sentBack: 'Sent back',
  },
  noneTitle: 'No change is in this state',
  none: 'Choose another state to see the other changes.',
};
