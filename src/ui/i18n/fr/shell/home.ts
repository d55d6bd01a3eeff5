import type { home as en } from '../../en/shell/home.ts';
import type { TranslatedWords } from '../../joinWords.ts';

export const home: TranslatedWords<typeof en> = {
  title: 'Accueil',
  hints: {
    gone: 'Ceci renvoie à quelque chose qui n’existe plus. Choisissez autre chose, ou retirez-le.',
    link: 'Un lien mène à une page qui n’existe pas. Choisissez une autre page, ou retirez le lien.',
    hidden: 'Un lien mène à une page qui n’est pas en ligne. Publiez-la, ou liez-en une autre.',
    redirected:
      'Une redirection éloigne les visiteurs d’une page en ligne. Désactivez la redirection, ou déplacez la page.',
    value: 'Une valeur manque ou n’est pas permise. Ouvrez et enregistrez : le formulaire montre laquelle.',
    file: 'Son fichier est illisible : la dernière version valable est donc affichée. Demandez au développement de réparer le fichier.',
    double: 'Deux éléments ont le même nom ou la même adresse. Renommez-en un.',
    unknown: 'Il a une valeur pour un champ que son type n’a plus. Les visiteurs ne la voient pas.',
    type: 'Son type a un champ qui ne fonctionne pas. Un administrateur peut corriger le type.',
    media: 'Le fichier lui-même manque, ou n’est pas du genre attendu. Téléversez-le à nouveau.',
    unused: 'Rien n’utilise ce fichier. Supprimez-le s’il n’est plus nécessaire.',
    language:
      'Sa langue n’est pas une langue de ce site, ou deux traductions la partagent. Vérifiez les langues dans les réglages.',
    single: 'Il ne peut y avoir qu’une page de ce type par langue.',
    clash: 'La même chose a été modifiée ici et sur le serveur Git. Choisissez laquelle garder.',
    mail: 'Aucun e-mail n’est envoyé pour le moment. Rien n’est perdu, et Quire continue d’essayer.',
    schedule: 'Il devait être publié, mais il a un problème. Ouvrez-le : le formulaire montre pourquoi.',
    operator: 'Demandez à la personne qui exploite le serveur de regarder cela.',
  },
};
