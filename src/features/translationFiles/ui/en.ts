/** What the navigation calls the screen. */
export const words = { translationFiles: { title: 'Translation files' } };
