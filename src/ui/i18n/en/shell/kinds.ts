/** What the kinds of records are called: one, and all of them. */
export const kinds = {
  page: { one: 'Page', many: 'Pages' },
  block: { one: 'Reusable block', many: 'Blocks' },
  media: { one: 'File', many: 'Media' },
  menu: { one: 'Menu', many: 'Menus' },
  taxonomy: { one: 'Vocabulary', many: 'Topics' },
  settings: { one: 'Settings', many: 'Settings' },
  contentType: { one: 'Page type', many: 'Page types' },
  blockType: { one: 'Block type', many: 'Block types' },
  role: { one: 'Role', many: 'Roles' },
  user: { one: 'Person', many: 'People' },
  invitation: { one: 'Invitation', many: 'Invitations' },
  apiKey: { one: 'Key', many: 'Keys' },
  change: { one: 'Change', many: 'Changes' },
};
