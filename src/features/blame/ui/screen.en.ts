/** Who wrote what. */
export const words = {
  blame: {
    title: 'Who wrote what',
    close: 'Close “Who wrote what”',
    of: 'Who wrote {{label}}:',
    hint: 'Every edit of which something is left on this page. Choose a value to see what was there before.',
    all: 'All edits',
    before: 'Before:',
    nothingBefore: 'There was nothing before.',
    notSaved: 'Not known: not saved yet, or you may not read it.',
    more_one: 'and {{count}} more value',
    more_other: 'and {{count}} more values',
    agent: 'Agent',
    aChange: 'a change',
    published: 'Published with “{{title}}” by {{name}}.',
    approved: 'Approved by {{names}}.',
  },
};
