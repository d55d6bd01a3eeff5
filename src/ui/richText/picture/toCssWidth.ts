/** The width of a picture as CSS: a bare number counts pixels. */
export const toCssWidth = (width: string | null): string | undefined => {
  if (width === null) return undefined;
  return /^\d+(?:\.\d+)?$/.test(width) ? `${width}px` : width;
};
