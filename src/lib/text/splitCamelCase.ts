/** A name in words: `contentType` becomes `content type`. */
export const splitCamelCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
