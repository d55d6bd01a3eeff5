/** Was man mit einem Datensatz tut, nach „darf nicht“. */
export const rights = {
  roles: { viewer: 'Lecteur', editor: 'Rédacteur', admin: 'Administrateur' },
  read: 'lire',
  create: 'créer',
  update: 'modifier',
  publish: 'publier',
  delete: 'supprimer',
  review: 'approuver',
  restore: 'restaurer des versions antérieures de',
};
