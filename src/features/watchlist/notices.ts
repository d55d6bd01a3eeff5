import { defineNotices } from '../../model/notice.ts';

export const watchNotices = defineNotices({
  watchEdited: {
    en: '{by} edited {about}, which you watch',
    de: '{by} hat {about} bearbeitet, was Sie beobachten',
    es: '{by} ha editado {about}, que usted sigue',
    fr: '{by} a modifié {about}, que vous suivez',
  },
  watchDraft: {
    en: '{by} edited the draft of {about}, which you watch',
    de: '{by} hat den Entwurf von {about} bearbeitet, was Sie beobachten',
    es: '{by} ha editado el borrador de {about}, que usted sigue',
    fr: '{by} a modifié le brouillon de {about}, que vous suivez',
  },
  watchPublished: {
    en: '{by} published {about}, which you watch',
    de: '{by} hat {about} veröffentlicht, was Sie beobachten',
    es: '{by} ha publicado {about}, que usted sigue',
    fr: '{by} a publié {about}, que vous suivez',
  },
  watchTakenOff: {
    en: '{by} took {about} offline, which you watch',
    de: '{by} hat {about} offline genommen, was Sie beobachten',
    es: '{by} ha retirado {about}, que usted sigue',
    fr: '{by} a mis hors ligne {about}, que vous suivez',
  },
  watchDeleted: {
    en: '{by} deleted {about}, which you watch',
    de: '{by} hat {about} gelöscht, was Sie beobachten',
    es: '{by} ha eliminado {about}, que usted sigue',
    fr: '{by} a supprimé {about}, que vous suivez',
  },
  watchSaid: {
    en: '{by} commented on {about}, which you watch',
    de: '{by} hat {about} kommentiert, was Sie beobachten',
    es: '{by} ha comentado {about}, que usted sigue',
    fr: '{by} a commenté {about}, que vous suivez',
  },
  watchReview: {
    en: 'There is news in the review of {about}, which you watch',
    de: 'Es gibt Neues in der Prüfung von {about}, was Sie beobachten',
    es: 'Hay novedades en la revisión de {about}, que usted sigue',
    fr: 'Il y a du nouveau dans la relecture de {about}, que vous suivez',
  },
});
