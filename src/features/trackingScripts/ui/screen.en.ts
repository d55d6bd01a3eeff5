/** Code of other services: the screen. */
export const words = {
  trackingScripts: {
    new: 'New script',
    emptyTitle: 'No scripts yet',
    empty:
      'A script is code from another service, for example to count visits or to show a chat. The site adds it to its pages.',
    code: 'Code',
    codeHelp:
      'Paste it exactly as the service gives it to you. It can do anything on your pages, so use only code that you trust.',
    where: 'Where',
    everywhere: 'On all pages',
    onSome: 'On some pages',
    onPages_one: 'On {{count, number}} page',
    onPages_other: 'On {{count, number}} pages',
    pages: 'Pages',
    pagesHelp: 'Their addresses, such as visit/getting-here. Press Enter to add one.',
    position: 'Position in the page',
    positions: { head: 'At the beginning', body: 'At the end' },
    priority: 'Order',
    priorityHelp: 'Lower numbers come first.',
    active: 'Active',
    deleteTitle: 'Delete “{{name}}”?',
    deleteText: 'The site will no longer load it.',
    deleted: 'Script deleted',
  },
};
