import { defineNotices } from '../../model/notice.ts';

export const lineNotices = defineNotices({
  sentBack: {
    en: '{about} could not be published and was sent back',
    de: '{about} konnte nicht veröffentlicht werden und kam zurück',
    es: '{about} no se pudo publicar y se ha devuelto',
    fr: '{about} n’a pas pu être publié et a été renvoyé',
  },
});
