/** Forms of any record. */
export const record = {
  discardTitle: 'Discard your changes?',
  discardText: 'What you have changed here has not been saved.',
  discard: 'Discard',
  state: 'State',
  on: 'In use',
  off: 'Off',
  once: 'It is shown this once. Keep it in a safe place.',
  taken: 'I have it',
};
