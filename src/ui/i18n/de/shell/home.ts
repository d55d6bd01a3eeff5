import type { home as en } from '../../en/shell/home.ts';
import type { TranslatedWords } from '../../joinWords.ts';

export const home: TranslatedWords<typeof en> = {
  title: 'Start',
  mine: 'Meine Entwürfe',
  noneMine:
    'Sie haben keine Entwürfe. Seiten, die Sie begonnen oder bearbeitet, aber noch nicht veröffentlicht haben, erscheinen hier.',
  unfinished: 'Nicht fertig: {{title}}',
  draftOfLive: 'Entwurf einer Seite, die online ist',
  others: 'Entwürfe anderer',
  noneOthers: 'Niemand sonst hat einen offenen Entwurf.',
  allDrafts: 'Alle Entwürfe',
  published: 'Zuletzt veröffentlicht',
  nonePublished: 'Es wurde noch nichts veröffentlicht.',
  health: 'Zustand',
  allWell: 'Alles ist in Ordnung.',
  problems_one: 'Ein Punkt braucht Aufmerksamkeit.',
  problems_other: '{{count, number}} Punkte brauchen Aufmerksamkeit.',
  allProblems: 'Alle {{count, number}} zeigen',
  mend: 'Beheben',
  mendOf: '{{name}} beheben',
  hints: {
    gone: 'Hier wird auf etwas verwiesen, das es nicht mehr gibt. Wählen Sie etwas anderes oder entfernen Sie es.',
    link: 'Ein Link führt zu einer Seite, die es nicht gibt. Wählen Sie eine andere Seite oder entfernen Sie den Link.',
    hidden:
      'Ein Link führt zu einer Seite, die nicht online ist. Veröffentlichen Sie diese Seite oder wählen Sie eine andere.',
    redirected:
      'Eine Weiterleitung führt von einer Seite weg, die online ist. Schalten Sie die Weiterleitung ab oder verschieben Sie die Seite.',
    value:
      'Ein Wert fehlt oder ist nicht erlaubt. Öffnen und speichern Sie den Eintrag: Das Formular zeigt, welcher Wert es ist.',
    file: 'Die Datei ist nicht lesbar; gezeigt wird der letzte funktionierende Stand. Bitten Sie jemanden aus der Entwicklung, sie zu reparieren.',
    double: 'Zwei Einträge haben denselben Namen oder dieselbe Adresse. Benennen Sie einen davon um.',
    unknown: 'Hier steht ein Wert für ein Feld, das der Typ nicht mehr hat. Besucher sehen ihn nicht.',
    type: 'Der Typ hat ein Feld, das so nicht funktioniert. Die Administration kann den Typ korrigieren.',
    media: 'Die Datei selbst fehlt oder ist nicht von der Art, die sie sein soll. Laden Sie sie erneut hoch.',
    unused: 'Nichts verwendet diese Datei. Löschen Sie sie, wenn niemand sie braucht.',
    language:
      'Die Sprache gehört nicht zu dieser Website, oder zwei Übersetzungen haben dieselbe. Prüfen Sie die Sprachen in den Einstellungen.',
    single: 'Von diesem Typ kann es je Sprache nur eine Seite geben.',
    clash: 'Hier und beim Git-Host wurde dasselbe geändert. Entscheiden Sie, was bleiben soll.',
    mail: 'E-Mails werden zurzeit nicht versandt. Nichts geht verloren, und Quire versucht es weiter.',
    schedule:
      'Der Zeitpunkt ist erreicht, aber die Seite lässt sich nicht veröffentlichen. Öffnen Sie sie: Das Formular zeigt, warum.',
    operator: 'Bitten Sie die Person, die den Server betreibt, sich das anzusehen.',
  },
  withoutAlt_one: '{{count, number}} Bild hat keinen Alternativtext',
  withoutAlt_other: '{{count, number}} Bilder haben keinen Alternativtext',
  unusedFiles_one: '{{count, number}} Datei, die nirgends verwendet wird',
  unusedFiles_other: '{{count, number}} Dateien, die nirgends verwendet werden',
};
