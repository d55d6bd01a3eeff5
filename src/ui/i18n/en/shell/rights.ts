/** What one does with a record, after “may not”. */
export const rights = {
  roles: { viewer: 'Reader', editor: 'Editor', admin: 'Administrator' },
  read: 'read',
  create: 'create',
  update: 'change',
  publish: 'publish',
  delete: 'delete',
  review: 'approve',
  restore: 'restore earlier versions of',
};
