import { defineNotices } from '../../model/notice.ts';

export const ownNotices = defineNotices({
  published: {
    en: '{about}, which you began, is live',
    de: '{about}, von Ihnen angelegt, ist online',
    es: '{about}, empezado por esta cuenta, está publicado',
    fr: '{about}, que vous avez commencé, est en ligne',
  },
  publishFailed: {
    en: '{about}, which you began, could not be published on time',
    de: '{about}, von Ihnen angelegt, konnte nicht rechtzeitig veröffentlicht werden',
    es: '{about}, empezado por esta cuenta, no se pudo publicar a tiempo',
    fr: '{about}, que vous avez commencé, n’a pas pu être publié à l’heure',
  },
  problem: {
    en: 'There is a problem in {about}, which you began',
    de: 'Es gibt ein Problem in {about}, von Ihnen angelegt',
    es: 'Hay un problema en {about}, empezado por esta cuenta',
    fr: 'Il y a un problème dans {about}, que vous avez commencé',
  },
});
