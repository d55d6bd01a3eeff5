const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  '\0': '\uFFFD',
};

/** A text as it stands between tags, or in quotes as the value of an attribute, so that a parser reads that text and nothing else. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'\r\0]/g, (character) => ESCAPES[character]!);
