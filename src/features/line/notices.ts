import { defineNotices } from '../../model/notice.ts';

export const lineNotices = defineNotices({
  sentBack: {
    en: '{about} could not be published and was sent back',
    de: '{about} konnte nicht veröffentlicht werden und kam zurück',
  },
});
