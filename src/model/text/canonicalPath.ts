/** Such a path has no other spelling: all its characters are unreserved (RFC 3986, 2.3), and none is a dot. */
const PLAIN = /^[\w\-~/]*$/;

/** What all spellings of a path of the site have in common: dot segments resolved, percent-encoded where it must be. */
export function canonicalPath(path: string): string {
  if (PLAIN.test(path)) return path;
  const { pathname } = new URL(`https://relative.invalid${path.replace(/[?#]/g, encodeURIComponent)}`);
  return pathname.split('/').map(encodeAnew).join('/');
}

function encodeAnew(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
