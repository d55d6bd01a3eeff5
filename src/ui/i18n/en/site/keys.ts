/** Keys that give programs access. */
export const keys = {
  new: 'New key',
  emptyTitle: 'No keys yet',
  empty: 'A key gives a program access: a site that shows drafts, an importer, an assistant.',
  nameHelp: 'What it is for, so that you recognise it later.',
  begins: 'Begins with',
  may: 'What it may do',
  rights: { read: 'Read', write: 'Read and write', all: 'Everything' },
  rightsHelp: {
    read: 'Sees everything, changes nothing.',
    write: 'Also writes pages, media, menus and topics.',
    all: 'Also settings, types, people and keys.',
  },
  lastUsed: 'Last used',
  expires: 'Expires',
  never: 'never',
  spans: { never: 'Never', keep: 'Keep as it is', days30: 'In 30 days', days90: 'In 90 days', days365: 'In a year' },
  made: 'The key for “{{name}}”',
  madeText: 'Enter it in the program now.',
  deleteTitle: 'Delete the key “{{name}}”?',
  deleteText: 'Programs that use it lose their access.',
  deleted: 'Key deleted',
};
