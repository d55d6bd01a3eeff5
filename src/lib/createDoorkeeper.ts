/**
 * Makes the function that tells whether it was given a text before, lately. It takes 4 bytes a place, whatever the
 * texts: one that falls on another's place drives it out, and few are taken for others.
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

/** FNV-1a, 32 bits; never 0, which stands for nothing. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}
