export const words = { undo: { title: 'Take edits back' } };
