const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  '\0': '\uFFFD',
};

/**
 * Escapes a text for use between tags or as a quoted attribute value, so that a parser reads back exactly that text.
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'\r\0]/g, (character) => ESCAPES[character]!);
