import type { Messages } from '../../messages.ts';

export const livePreview: Messages['livePreview'] = {
  show: 'Aperçu',
  title: 'Aperçu',
  close: 'Fermer l’aperçu',
  width: 'Largeur de l’aperçu',
  widths: { phone: 'Téléphone', tablet: 'Tablette', desktop: 'Ordinateur' },
  plain:
    'Vos textes et vos images, sans la présentation de votre site. La personne qui exploite le serveur peut connecter le site.',
  silentTitle: 'Votre site n’a pas répondu',
  silent:
    'La page d’aperçu à {{origin}} manque peut-être, ou le site est injoignable. Ce que vous écrivez est en sécurité.',
  showPlain: 'Afficher la page sans le site',
};
