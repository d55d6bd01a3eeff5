import { defineNotices } from '../../model/notice.ts';

export const reviewLinksNotices = defineNotices({
  guestYes: {
    en: '{by} said yes to {about}',
    de: '{by} hat Ja zu {about} gesagt',
    es: '{by} ha dicho sí a {about}',
    fr: '{by} a dit oui à {about}',
  },
  guestNo: {
    en: '{by} said no to {about}',
    de: '{by} hat Nein zu {about} gesagt',
    es: '{by} ha dicho no a {about}',
    fr: '{by} a dit non à {about}',
  },
});
