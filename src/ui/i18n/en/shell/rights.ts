/** What one does with a record, after “may not”. */
export const rights = {
  read: 'read',
  create: 'create',
  update: 'change',
  publish: 'publish',
  delete: 'delete',
  review: 'approve',
  restore: 'restore earlier versions of',
};
