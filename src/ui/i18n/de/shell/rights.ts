/** Was man mit einem Datensatz tut, nach „darf nicht“. */
export const rights = {
  read: 'lesen',
  create: 'anlegen',
  update: 'ändern',
  publish: 'veröffentlichen',
  delete: 'löschen',
  review: 'freigeben',
  restore: 'auf eine frühere Fassung zurücksetzen',
};
