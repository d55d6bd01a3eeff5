import type { LateMessages } from '../../messages.ts';

export const taxonomies: LateMessages['taxonomies'] = {
  title: 'Themen',
  new: 'Neues Vokabular',
  newTerm: 'Neuer Begriff',
  edit: 'Vokabular bearbeiten',
  delete: 'Vokabular löschen',
  actions: 'Aktionen für „{{name}}“',
  emptyTitle: 'Noch keine Vokabulare',
  empty:
    'Ein Vokabular enthält die Begriffe, nach denen Seiten geordnet sind: Themen, Regionen, Arten. Legen Sie das erste an.',
  noTermsTitle: 'Noch keine Begriffe',
  noTerms: 'Fügen Sie den ersten hinzu.',
  slug: 'Name in der Website:',
  slugLabel: 'Kurzname in Adressen',
  slugHelp: 'Wird aus dem Namen gebildet, wenn Sie nichts eintragen.',
  termSlugHelp: 'Seiten mit diesem Begriff werden angepasst, wenn er sich ändert.',
  description: 'Beschreibung',
  hierarchical: 'Begriffe können Unterbegriffe haben',
  hierarchicalHelp: 'Wie in einem Inhaltsverzeichnis.',
  below: 'Steht unter',
  atTop: 'Nichts (oberste Ebene)',
  itsPages: 'Seiten dazu',
  deleteTitle: 'Das Vokabular „{{name}}“ löschen?',
  deleteText_zero: 'Seine Begriffe werden mitgelöscht. Nichts verwendet sie.',
  deleteText_one: 'Seine Begriffe werden mitgelöscht und hiervon entfernt.',
  deleteText_other:
    'Seine Begriffe werden mitgelöscht und von diesen {{count, number}} entfernt. Das Löschen lässt sich rückgängig machen.',
  deleteTermTitle: '„{{name}}“ löschen?',
  deleteTermText_zero:
    'Nichts verwendet ihn. Begriffe darunter rücken an seine Stelle. Das lässt sich rückgängig machen.',
  deleteTermText_one:
    'Er wird hiervon entfernt; Begriffe darunter rücken an seine Stelle. Das Löschen lässt sich rückgängig machen.',
  deleteTermText_other:
    'Er wird von diesen {{count, number}} entfernt; Begriffe darunter rücken an seine Stelle. Das Löschen lässt sich rückgängig machen.',
  deleted: 'Vokabular gelöscht',
  termDeleted: 'Begriff gelöscht',
};
