/** Warum etwas nicht geht: wonach die Rolle fragt. */
export const limits = {
  locales: 'Votre rôle ne permet de $t(rights.{{right}}) cela qu’en {{values}}.',
  types: 'Votre rôle ne permet de $t(rights.{{right}}) que {{values}}.',
  paths: 'Votre rôle ne permet de $t(rights.{{right}}) cela qu’à l’adresse {{values}}.',
  folders: 'Votre rôle ne permet de $t(rights.{{right}}) cela que dans le dossier {{values}}.',
  own: 'Votre rôle ne permet de $t(rights.{{right}}) que ce que vous avez créé vous-même.',
  fields: 'De cette page, votre rôle ne permet de $t(rights.{{right}}) que : {{values}}.',
  denied: 'Votre rôle ne permet pas de $t(rights.{{right}}) cela.',
  none: 'Votre rôle ne permet pas de $t(rights.{{right}}) cela.',
};
