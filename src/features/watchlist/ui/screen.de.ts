import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  watchlist: {
    title: 'Was Sie beobachten',
    watch: 'Beobachten',
    stop: 'Nicht mehr beobachten',
    watching: 'Beobachtet',
    watchHelp: 'Was andere hier tun, steht dann in Ihrem Posteingang',
    all: 'Alle {{count, number}} anzeigen',
    changed: 'Neu',
    somebody: 'Jemand',
    sinceShort: 'Seit Ihrem letzten Blick geändert',
    since: 'Seit Ihrem letzten Blick,',
    didLive: '{{people}} hat geändert, was online ist: {{what}}',
    didEdit_one: '{{people}} hat einen Wert bearbeitet',
    didEdit_other: '{{people}} hat {{count, number}} Werte bearbeitet',
    blocks_one: 'ein Block',
    blocks_other: '{{count, number}} Blöcke',
    compare: 'Beide Fassungen vergleichen',
    showEdits: 'Änderungen anzeigen',
    hideEdits: 'Änderungen ausblenden',
  },
};
