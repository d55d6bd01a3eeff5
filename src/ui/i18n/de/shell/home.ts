import type { home as en } from '../../en/shell/home.ts';
import type { TranslatedWords } from '../../joinWords.ts';

export const home: TranslatedWords<typeof en> = {
  title: 'Start',
  hints: {
    gone: 'Hier wird auf etwas verwiesen, das es nicht mehr gibt. Wählen Sie etwas anderes oder entfernen Sie es.',
    link: 'Ein Link führt zu einer Seite, die es nicht gibt. Wählen Sie eine andere Seite oder entfernen Sie den Link.',
    hidden:
      'Ein Link führt zu einer Seite, die nicht online ist. Veröffentlichen Sie diese Seite oder wählen Sie eine andere.',
    redirected:
      'Eine Weiterleitung führt von einer Seite weg, die online ist. Schalten Sie sie ab oder verschieben Sie die Seite.',
    value: 'Ein Wert fehlt oder ist nicht erlaubt. Öffnen und speichern Sie den Eintrag: Das Formular zeigt, welcher.',
    file: 'Die Datei ist nicht lesbar; gezeigt wird ihr letzter guter Stand. Bitten Sie jemanden aus der Entwicklung, sie zu reparieren.',
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
      'Die Zeit ist da, aber die Seite lässt sich nicht veröffentlichen. Öffnen Sie sie: Das Formular zeigt, warum.',
    operator: 'Bitten Sie die Person, die den Server betreibt, sich das anzusehen.',
  },
};
