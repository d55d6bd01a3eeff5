import { defineNotices } from '../../model/notice.ts';

export const reviewLinksNotices = defineNotices({
  guestYes: { en: '{by} said yes to {about}', de: '{by} hat Ja zu {about} gesagt' },
  guestNo: { en: '{by} said no to {about}', de: '{by} hat Nein zu {about} gesagt' },
});
