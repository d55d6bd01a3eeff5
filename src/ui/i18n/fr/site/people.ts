import type { LateMessages } from '../../messages.ts';

export const people: LateMessages['people'] = {
  new: 'Nouvelle personne',
  you: '(vous)',
  email: 'Adresse e-mail',
  role: 'Rôle',
  since: 'Ici depuis',
  may: {
    viewer: 'Voit tout, ne change rien.',
    editor: 'Écrit et publie pages, médias, menus et thèmes.',
    admin: 'Tout : aussi réglages, types, personnes et clés.',
  },
  password: 'Mot de passe',
  passwordHelp: 'Au moins 8 caractères. Transmettez-le à la personne en privé.',
  newPassword: 'Nouveau mot de passe',
  newPasswordHelp: 'Laissez vide pour garder l’actuel. Un nouveau déconnecte la personne partout.',
  sessions: 'Connexions sur',
  noSessions: 'Connecté nulle part pour le moment.',
  device: '{{browser}} sur {{system}}',
  noDevice: 'Appareil inconnu',
  thisSession: 'celle-ci',
  endSession: 'Se déconnecter',
  sessionEnded: 'Déconnecté là-bas',
  deleteTitle: 'Supprimer {{name}} ?',
  deleteText: 'Cette personne est déconnectée et ne pourra plus se connecter. Ce qu’elle a écrit reste.',
  deleted: 'Personne supprimée',
};
