import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  sync: {
    now: 'Jetzt abgleichen',
    done: 'Abgeglichen',
    noneTitle: 'Kein Git-Host',
    none: 'Die Inhalte bleiben auf diesem Server. Wer ihn betreibt, kann einen Git-Host verbinden, damit auch die Entwicklung daran arbeiten kann.',
    states: {
      synced: 'Beide Seiten sind gleich',
      ahead: 'Was hier geändert wurde, ist noch nicht gesendet',
      behind: 'Der Git-Host hat etwas Neues',
      diverged: 'Beide Seiten haben etwas Neues; es wird zusammengeführt',
      offline:
        'Der Git-Host ist nicht zu erreichen. Sie können weiterarbeiten; Ihre Änderungen werden gesendet, sobald er antwortet.',
      clashed: 'Dieselben Werte wurden auf beiden Seiten geändert',
    },
    ahead_one: '{{count, number}} Änderung zu senden',
    ahead_other: '{{count, number}} Änderungen zu senden',
    behind_one: '{{count, number}} Änderung abzuholen',
    behind_other: '{{count, number}} Änderungen abzuholen',
    remote: 'Adresse',
    lastFetch: 'Zuletzt geprüft',
    lastPush: 'Zuletzt gesendet',
    never: 'nie',
    errorTitle: 'Der letzte Abgleich ist fehlgeschlagen',
    conflicts_one: '{{count, number}} Datei zu klären',
    conflicts_other: '{{count, number}} Dateien zu klären',
    conflictsText:
      'In der Entwicklung wurden auf beiden Seiten dieselben Zeilen geändert. Es bleibt, was hier steht, bis dort jemand entscheidet.',
    clashesText:
      'Beide Seiten haben diese Werte geändert, jede auf ihre Weise. Nichts geht verloren: Wählen Sie, was bleiben soll.',
    sides: { ours: 'Hier', theirs: 'Dort' },
    take: { ours: 'Behalten, was hier steht', theirs: 'Übernehmen, was dort steht' },
    settled: 'Entschieden',
  },
};
