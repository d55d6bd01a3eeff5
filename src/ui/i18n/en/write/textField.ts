/** What is shown of rich text before its editor is there. */
export const textField = {
  placeholder: 'Write, or type / for more',
  characters: '{{amount, number}} characters',
  charactersOf: '{{amount, number}} of {{max}} characters',
  notRichText: 'What is stored here is not formatted text. It stays as it is until you start over.',
  startOver: 'Start over',
  picture: { named: 'Picture: {{name}}' },
};
