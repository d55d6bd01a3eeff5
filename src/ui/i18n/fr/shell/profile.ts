import type { LateMessages } from '../../messages.ts';

export const profile: LateMessages['profile'] = {
  title: 'Mon profil',
  me: 'Moi',
  looks: 'Langue et apparence',
  looksHelp: 'Elles vous suivent dans tous les navigateurs où vous vous connectez.',
  choosePicture: 'Choisir une image',
  removePicture: 'Retirer',
  sessions: 'Sessions',
  sessionsHelp: 'Où vous êtes connecté. Déconnectez-vous des appareils que vous n’utilisez plus.',
  keys: 'Clés',
  keysHelp:
    'Les programmes qui travaillent en votre nom s’en servent pour se connecter. Une clé ne peut jamais plus que vous, et prend fin avec votre compte.',
  newKey: 'Nouvelle clé',
  newKeyName: 'À quoi elle sert',
  deleteKey: 'Supprimer la clé « {{name}} » ?',
  deleteKeyText: 'Les programmes qui l’utilisent ne pourront plus se connecter.',
};
