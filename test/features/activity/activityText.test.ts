import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { activityText } from '../../../src/features/activity/ui/activityText.ts';
import { words } from '../../../src/features/activity/ui/screen.de.ts';
import { de } from '../../../src/ui/i18n/de/index.ts';

const i18n = createInstance({
  lng: 'de',
  resources: { de: { translation: structuredClone({ ...de, ...words }) } },
  interpolation: { escapeValue: false },
});
await i18n.init();

const known = { verb: 'update', kind: 'page', name: null, count: 1 } as const;

it.each([
  [{ ...known, name: 'About (us)' }, 'Seite „About (us)“ geändert'],
  [{ ...known, count: 3 }, 'Seiten: 3 geändert'],
  [{ ...known, kind: 'trackingScript', verb: 'remove' }, 'Tracking-Skript gelöscht'],
  [{ ...known, kind: 'settings', name: 'Settings' }, 'Einstellungen geändert'],
  [{ ...known, kind: 'change', verb: 'publish', name: 'Sommer' }, 'Änderung „Sommer“ veröffentlicht'],
  [{ ...known, kind: null, verb: 'import', count: 1200 }, 'Einträge: 1.200 importiert'],
  [{ ...known, kind: null, verb: 'begin', count: 0 }, 'Die Website, wie sie zu Beginn war'],
  [{ ...known, kind: null, verb: 'login' }, 'Hat sich angemeldet'],
  [null, 'Mend the opening hours'],
] as const)('says in the reader’s language what was done: %j', (activity, text) => {
  expect(activityText({ activity, summary: 'Mend the opening hours', ok: true }, i18n.t)).toBe(text);
});

it('says what somebody has only tried', () => {
  const activity = { ...known, kind: null, verb: 'login' } as const;
  expect(activityText({ activity, summary: null, ok: false }, i18n.t)).toBe('Hat versucht, sich anzumelden');
});
