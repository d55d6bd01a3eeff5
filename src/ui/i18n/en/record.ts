/** Forms of any record. */
export const record = {
  discardTitle: 'Discard your changes?',
  discardText: 'What you have changed here has not been saved.',
  discard: 'Discard',
};
