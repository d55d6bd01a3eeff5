import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  sync: {
    now: 'Synchroniser maintenant',
    done: 'Synchronisé',
    noneTitle: 'Aucun serveur Git',
    none: 'Le contenu reste sur ce serveur. La personne qui l’exploite peut connecter un serveur Git, pour que le développement y travaille aussi.',
    states: {
      synced: 'Les deux côtés sont identiques',
      ahead: 'Les modifications faites ici n’ont pas encore été envoyées',
      behind: 'Le serveur Git a du nouveau',
      diverged: 'Il y a du nouveau des deux côtés ; la combinaison est en cours',
      offline:
        'Le serveur Git est injoignable. Vous pouvez continuer à travailler : vos modifications seront envoyées dès qu’il répondra.',
      clashed: 'Les mêmes valeurs ont été modifiées des deux côtés',
    },
    ahead_one: '{{count, number}} modification à envoyer',
    ahead_other: '{{count, number}} modifications à envoyer',
    behind_one: '{{count, number}} modification à recevoir',
    behind_other: '{{count, number}} modifications à recevoir',
    remote: 'Adresse',
    lastFetch: 'Dernière vérification',
    lastPush: 'Dernier envoi',
    never: 'jamais',
    errorTitle: 'La dernière synchronisation a échoué',
    conflicts_one: '{{count, number}} fichier à trancher',
    conflicts_other: '{{count, number}} fichiers à trancher',
    conflictsText:
      'Le développement a modifié les mêmes lignes des deux côtés. Ce qui est ici reste jusqu’à ce que quelqu’un tranche.',
    clashesText: 'Les deux côtés ont modifié ces valeurs différemment. Rien n’est perdu : choisissez laquelle garder.',
    sides: { ours: 'Ici', theirs: 'Là-bas' },
    take: { ours: 'Garder ce qui est ici', theirs: 'Utiliser ce qui est là-bas' },
    settled: 'Tranché',
  },
};
