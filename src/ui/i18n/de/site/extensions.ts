import type { LateMessages } from '../../messages.ts';

export const extensions: LateMessages['extensions'] = {
  emptyTitle: 'Keine Erweiterungen',
  empty:
    'Erweiterungen bringen Regeln, Feldarten, Bereiche und mehr. Wer diesen Server betreibt, fügt sie hinzu: mit dem Befehl unten eine anlegen, sie in quire.config.ts nennen, QUIRE_CONFIG auf den Pfad dieser Datei setzen und den Server neu starten.',
  hash: 'Fingerabdruck',
  hosts: 'Ruft Daten ab von: {{hosts}}',
  secrets: 'Liest diese Geheimnisse des Servers: {{secrets}}',
  writes: {
    changes: 'Schlägt Bearbeitungen als Änderungen vor, die Menschen veröffentlichen',
    live: 'Schreibt in das, was öffentlich ist',
  },
  nothing: 'Liest nur die Inhalte',
  works: 'Läuft seit dem Start ohne Fehler.',
  stopped: 'Was sie nach Ereignissen tut, ist angehalten: {{reason}}',
  off: 'Aus: {{part}}. Seit',
  offText: 'Das ist zu oft hintereinander fehlgeschlagen. Nach dem nächsten Start wird es wieder aufgerufen.',
  failed_one: 'Einmal fehlgeschlagen: {{part}}. Zuletzt',
  failed_other: '{{count, number}}-mal fehlgeschlagen: {{part}}. Zuletzt',
};
