/** Was man mit einem Datensatz tut, nach „darf nicht“. */
export const rights = {
  roles: { viewer: 'Lectura', editor: 'Edición', admin: 'Administración' },
  read: 'leer',
  create: 'crear',
  update: 'modificar',
  publish: 'publicar',
  delete: 'eliminar',
  review: 'aprobar',
  restore: 'restaurar versiones anteriores de',
};
