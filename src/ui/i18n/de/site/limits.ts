/** Warum etwas nicht geht: wonach die Rolle fragt. */
export const limits = {
  locales: 'Ihre Rolle darf das nur auf {{values}} $t(rights.{{right}}).',
  types: 'Ihre Rolle darf nur {{values}} $t(rights.{{right}}).',
  paths: 'Ihre Rolle darf das nur unter der Adresse {{values}} $t(rights.{{right}}).',
  folders: 'Ihre Rolle darf das nur im Ordner {{values}} $t(rights.{{right}}).',
  own: 'Ihre Rolle darf nur $t(rights.{{right}}), was Sie selbst angelegt haben.',
  fields: 'Ihre Rolle darf von dieser Seite nur $t(rights.{{right}}): {{values}}.',
  denied: 'Ihre Rolle darf das nicht $t(rights.{{right}}).',
  none: 'Ihre Rolle darf das nicht $t(rights.{{right}}).',
};
