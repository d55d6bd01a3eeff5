/**
 * Makes a function that tells whether it was given the same text recently. It keeps a hash of 4 bytes for each place; a
 * text whose place is taken replaces the one there, and only rarely is one text mistaken for another.
 */
export function createDoorkeeper(places: number): (text: string) => boolean {
  const met = new Uint32Array(places);
  return (text) => {
    const hash = hashOf(text);
    const place = hash % places;
    const isKnown = met[place] === hash;
    met[place] = hash;
    return isKnown;
  };
}

/** FNV-1a, 32 bits; never 0, which marks an empty place. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}
