import type { Messages } from '../../messages.ts';

export const record: Messages['record'] = {
  discardTitle: 'Änderungen verwerfen?',
  discardText: 'Ihre Änderungen hier sind noch nicht gespeichert.',
  discard: 'Verwerfen',
  goneTitle: 'Jemand anderes hat das gelöscht',
  gone: 'Was Sie geschrieben haben, steht noch hier: Sie können es kopieren.',
  savedExcept: 'Gespeichert, bis auf das, was Sie inzwischen geschrieben haben.',
  andMore_one: 'und {{count, number}} mehr',
  andMore_other: 'und {{count, number}} mehr',
  canUndo: 'Das lässt sich rückgängig machen.',
  liveAtOnce: 'Was Sie hier ändern, ist sofort online.',
  intoChange: 'Was Sie hier speichern, kommt in die Änderung „{{title}}“. Es ist nicht online.',
  savedLive: 'Gespeichert. Es ist online.',
  state: 'Status',
  on: 'Aktiv',
  off: 'Inaktiv',
  once: 'Es wird nur dieses eine Mal gezeigt. Bewahren Sie es an einem sicheren Ort auf.',
  taken: 'Ich habe es gesichert',
};
