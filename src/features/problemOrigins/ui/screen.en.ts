/** Since when something is wrong. */
export const words = {
  problemOrigins: {
    since: 'Since',
    undo: 'Undo that edit',
    askTitle: 'Undo the edit that brought this?',
    ask: 'The edit by {{name}} is undone as a whole, at once. What was edited since stays.',
    undone: 'The edit is undone.',
  },
};
