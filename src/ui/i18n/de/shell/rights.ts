/** Was man mit einem Datensatz tut, nach „darf nicht“. */
export const rights = {
  roles: { viewer: 'Nur lesen', editor: 'Redaktion', admin: 'Administration' },
  read: 'lesen',
  create: 'anlegen',
  update: 'ändern',
  publish: 'veröffentlichen',
  delete: 'löschen',
  review: 'freigeben',
  restore: 'auf eine frühere Fassung zurücksetzen',
};
