/** What opens something in a line of Markdown that only its own sign closes: comments and the like, and code. */
const OPENING = /<!--|<\?|<!\[CDATA\[|<![A-Za-z]|`+/g;

const closingOf = (opening: string): string => {
  if (opening.startsWith('`')) return opening;
  if (opening === '<!--') return '-->';
  if (opening === '<?') return '?>';
  return opening === '<![CDATA[' ? ']]>' : '>';
};

/** How many characters are read in vain: after each sign in a text whose closing one does not follow, all that do. */
export function countReadInVain(text: string): number {
  const runs = new Map<string, number>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) runs.set(run, index);
  const lastPlaces = new Map<string, number>();
  const lastPlaceOf = (closing: string): number => {
    const place = lastPlaces.get(closing) ?? runs.get(closing) ?? text.lastIndexOf(closing);
    lastPlaces.set(closing, place);
    return place;
  };
  let count = 0;
  for (const { 0: opening, index } of text.matchAll(OPENING))
    if (lastPlaceOf(closingOf(opening)) <= index) count += text.length - index;
  return count;
}
