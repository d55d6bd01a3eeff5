import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  hostRequest: {
    hosts: { github: 'GitHub', gitlab: 'GitLab', gitea: 'dem Git-Host' },
    title: 'Prüfung bei {{host}}',
    none: 'Andere können sich diese Änderung bei {{host}} ansehen und dort übernehmen. Dann wird sie auch hier veröffentlicht.',
    open: 'Anfrage stellen',
    openAgain: 'Neue Anfrage stellen',
    opened: 'Die Anfrage ist gestellt',
    numbered: 'Anfrage {{number}}',
    states: { open: 'Offen', draft: 'Entwurf', merged: 'Übernommen', closed: 'Geschlossen' },
    outdated: 'In der Anfrage fehlen noch die letzten Bearbeitungen. Sie werden in wenigen Sekunden gesendet.',
    mergeability: {
      ready: 'Kann übernommen werden',
      clashes: 'Widerspricht dem, was dort gilt',
      blocked: 'Dort fehlt noch etwas, das verlangt wird',
      checking: 'Wird gerade geprüft',
    },
    missing_one: '{{count, number}} Zustimmung fehlt',
    missing_other: '{{count, number}} Zustimmungen fehlen',
    approved: 'Zugestimmt: {{by}}',
    changesRequested: '{{by}} bittet um Änderungen',
    checks: 'Prüfungen',
    checkStates: { passed: 'bestanden', failed: 'fehlgeschlagen', running: 'läuft', skipped: 'übersprungen' },
    builds: 'Aufbauten dieser Änderung',
    close: 'Anfrage schließen',
    closeTitle: 'Anfrage schließen?',
    closeText: 'Dort wird nichts übernommen. Die Änderung selbst bleibt mit allem, was in ihr bearbeitet ist.',
    closed: 'Die Anfrage ist geschlossen',
    closedThere: 'Die Anfrage wurde geschlossen, ohne die Änderung zu übernehmen.',
    mergedThere: 'Die Änderung wurde dort übernommen. Was seitdem bearbeitet wurde, ist noch hier.',
    form: {
      title: 'Titel',
      text: 'Nachricht',
      textHelp: 'Was Prüfende wissen sollten. Was diese Änderung bearbeitet, wird von selbst angefügt.',
      preview: 'Link zur Vorschau anfügen',
      previewHelp: 'Wer die Anfrage lesen kann, kann ihn 30 Tage lang ohne Konto öffnen.',
    },
    reading: '{{host}} wird gefragt …',
  },
};
