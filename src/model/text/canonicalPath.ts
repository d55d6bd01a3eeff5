/** A path with only one spelling: all its characters are unreserved (RFC 3986, 2.3), and none is a dot. */
const PLAIN = /^[\w\-~/]*$/;

/** The canonical spelling of a path of the site: dot segments are resolved, and percent-encoding is normalized. */
export function canonicalPath(path: string): string {
  if (PLAIN.test(path)) return path;
  const { pathname } = new URL(`https://relative.invalid${path.replace(/[?#]/g, encodeURIComponent)}`);
  return pathname.split('/').map(reencode).join('/');
}

function reencode(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
