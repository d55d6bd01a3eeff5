/** What a percent-encoded text says; one that is not valid UTF-8 stays as it is. */
export function decodeUriText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
