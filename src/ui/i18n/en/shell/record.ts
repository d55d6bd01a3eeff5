/** Forms of records of any kind. */
export const record = {
  discardTitle: 'Discard your changes?',
  discardText: 'Your changes here have not been saved.',
  discard: 'Discard',
  goneTitle: 'Somebody else has deleted this',
  gone: 'What you typed is still here, so that you can copy it.',
  savedExcept: 'Saved, except for what you typed in the meantime.',
  andMore_one: 'and {{count, number}} more',
  andMore_other: 'and {{count, number}} more',
  liveAtOnce: 'What you change here is live at once.',
  intoChange: 'What you save here goes into the change “{{title}}”. It is not live.',
  savedLive: 'Saved. It is live.',
  state: 'Status',
  on: 'Active',
  off: 'Inactive',
  once: 'It is shown only this once. Keep it in a safe place.',
  taken: 'I have saved it',
};
